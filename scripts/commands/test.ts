import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { findChromium } from '../support/chromium.ts'
import { main, step } from '../support/progress.ts'
import { root } from '../support/settings.ts'

type Counts = { passed: number; failed: number; skipped: number }

const dataDir = resolve(root, '.data/test')
const report = (name: string) => resolve(dataDir, `${name}.json`)

/** Runs a script on this Node with its output on the terminal; returns its exit code. */
async function show(args: string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}

/** A run that leaves no report has not tested anything: that is a failure, whatever its exit code. */
function read<T>(name: string, count: (json: T) => Counts): Counts {
  if (!existsSync(report(name))) return { passed: 0, failed: 1, skipped: 0 }
  return count(JSON.parse(readFileSync(report(name), 'utf8')) as T)
}

async function check(): Promise<Counts> {
  const code = await show(['scripts/commands/check.ts'])
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numFailedTestSuites: number
  numPendingTests: number
  success: boolean
}

async function unitAndContract(): Promise<Counts> {
  rmSync(report('vitest'), { force: true })
  const code = await show([
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report('vitest')}`,
  ])
  return read<VitestReport>('vitest', ({ numPassedTests, numFailedTests, numPendingTests }) => ({
    passed: numPassedTests,
    failed: numFailedTests === 0 && code !== 0 ? 1 : numFailedTests,
    skipped: numPendingTests,
  }))
}

type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }

async function browser(): Promise<Counts> {
  rmSync(report('playwright'), { force: true })
  const executable = await findChromium({ dataDir })
  const code = await show(['node_modules/@playwright/test/cli.js', 'test'], {
    CHROMIUM_PATH: executable,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report('playwright'),
  })
  return read<PlaywrightReport>('playwright', ({ stats }) => {
    if (stats.flaky > 0) console.log(`! ${stats.flaky} browser tests passed only when they were run again (see above)`)
    return {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected || (code === 0 ? 0 : 1),
      skipped: stats.skipped,
    }
  })
}

/** `npm test`: checks, unit and contract tests, then the browser tests on a production build. */
await main(async () => {
  const parts: Counts[] = []
  parts.push(await step('Checks', check))
  parts.push(await step('Unit and contract tests', unitAndContract))
  parts.push(await step('Browser tests on the production build', browser))
  const total = (kind: keyof Counts) => parts.reduce((sum, counts) => sum + counts[kind], 0)
  const skipped = total('skipped')
  console.log(`\n${total('passed')} passed, ${total('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  return total('failed') > 0 || total('passed') === 0 ? 1 : 0
})
