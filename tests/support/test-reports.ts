import { relative } from 'node:path'
import { root } from '../../scripts/support/settings.ts'

export type Counts = { passed: number; failed: number; skipped: number }

export type Outcome = Counts & { failures: string[]; repeated: string[] }

const MAX_MESSAGE_LINES = 12

const shortenMessage = (message: string): string =>
  message
    .trim()
    .split('\n')
    .slice(0, MAX_MESSAGE_LINES)
    .map((line) => `      ${line}`)
    .join('\n')

export type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[]
  }[]
}

/** Summarizes a Vitest report. A file that could not run counts as a failure. */
export function summarizeVitest({
  numPassedTests,
  numFailedTests,
  numPendingTests,
  testResults,
}: VitestReport): Outcome {
  const failures: string[] = []
  const repeated: string[] = []
  let brokenFiles = 0
  for (const { name, status, message, assertionResults } of testResults) {
    const file = relative(root, name)
    for (const test of assertionResults) {
      const messages = test.failureMessages ?? []
      const text = [`${file} › ${test.fullName}`, ...messages.slice(0, 1).map(shortenMessage)].join('\n')
      if (test.status === 'failed') failures.push(text)
      else if (messages.length > 0) repeated.push(text)
    }
    if (status === 'failed' && assertionResults.every((test) => test.status !== 'failed')) {
      brokenFiles += 1
      failures.push([file, shortenMessage(message)].join('\n'))
    }
  }
  return { passed: numPassedTests, failed: numFailedTests + brokenFiles, skipped: numPendingTests, failures, repeated }
}

type Suite = {
  suites?: Suite[]
  specs: {
    file: string
    line: number
    title: string
    tests: { status: string; results: { errors: { message?: string }[] }[] }[]
  }[]
}

export type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: { message?: string }[]
  suites: Suite[]
}

export function summarizePlaywright({ stats, errors, suites }: PlaywrightReport): Outcome {
  const failures = errors.map(({ message = '' }) => shortenMessage(message))
  const repeated: string[] = []
  const walk = ({ suites: childSuites = [], specs }: Suite): void => {
    for (const { file, line, title, tests } of specs) {
      for (const { status, results } of tests) {
        const message = results.flatMap((result) => result.errors).find((error) => error.message)?.message ?? ''
        const text = [`${file}:${line} › ${title}`, shortenMessage(message)].join('\n')
        if (status === 'unexpected') failures.push(text)
        if (status === 'flaky') repeated.push(text)
      }
    }
    childSuites.forEach(walk)
  }
  suites.forEach(walk)
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped, failures, repeated }
}
