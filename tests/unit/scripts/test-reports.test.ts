import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../../scripts/support/settings.ts'
import { playwrightOutcome, vitestOutcome } from '../../../scripts/support/test-reports.ts'

describe('what npm test says at its end', () => {
  it('names each failed test of vitest with its message, and each that passed the second time', () => {
    const test = (fullName: string, status: string, ...failureMessages: string[]) => ({
      fullName,
      status,
      failureMessages,
    })
    const outcome = vitestOutcome({
      numPassedTests: 2,
      numFailedTests: 1,
      numPendingTests: 1,
      testResults: [
        {
          name: resolve(root, 'tests/unit/a.test.ts'),
          status: 'failed',
          message: '',
          assertionResults: [
            test('adds', 'passed'),
            test('wobbles', 'passed', 'late'),
            test('fails', 'failed', 'expected 1 to be 2'),
          ],
        },
      ],
    })
    expect(outcome).toEqual({
      passed: 2,
      failed: 1,
      skipped: 1,
      failures: ['tests/unit/a.test.ts › fails\n      expected 1 to be 2'],
      repeated: ['tests/unit/a.test.ts › wobbles\n      late'],
    })
  })

  it('counts a file that could not be run as a failure', () => {
    const testResults = [
      {
        name: resolve(root, 'tests/unit/b.test.ts'),
        status: 'failed',
        message: 'no such module',
        assertionResults: [],
      },
    ]
    const outcome = vitestOutcome({ numPassedTests: 7, numFailedTests: 0, numPendingTests: 0, testResults })
    expect(outcome).toMatchObject({ failed: 1, failures: ['tests/unit/b.test.ts\n      no such module'] })
  })

  it('names browser tests by their line, in groups of any depth', () => {
    const spec = (title: string, status: string, message?: string) => ({
      file: 'shell.spec.ts',
      line: 7,
      title,
      tests: [{ status, results: [{ errors: message ? [{ message }] : [] }] }],
    })
    const outcome = playwrightOutcome({
      stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 },
      errors: [{ message: 'the web server did not start' }],
      suites: [
        {
          specs: [spec('opens', 'expected')],
          suites: [{ specs: [spec('closes', 'unexpected', 'still open'), spec('wobbles', 'flaky', 'late')] }],
        },
      ],
    })
    expect(outcome).toMatchObject({
      passed: 2,
      failed: 1,
      failures: ['      the web server did not start', 'shell.spec.ts:7 › closes\n      still open'],
      repeated: ['shell.spec.ts:7 › wobbles\n      late'],
    })
  })

  it('shortens long messages', () => {
    const message = Array.from({ length: 99 }, (_, line) => `line ${line}`).join('\n')
    const { failures } = playwrightOutcome({
      stats: { expected: 0, unexpected: 1, flaky: 0, skipped: 0 },
      errors: [{ message }],
      suites: [],
    })
    expect(failures[0]?.split('\n').length).toBeLessThan(20)
  })
})
