import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { findChromium } from '../support/chromium.ts'
import { main, step } from '../support/progress.ts'
import { root } from '../support/settings.ts'
import {
  type Outcome,
  type PlaywrightReport,
  type VitestReport,
  playwrightOutcome,
  vitestOutcome,
} from '../support/test-reports.ts'

const dataDir = resolve(root, '.data/test')
const report = (name: string) => resolve(dataDir, `${name}.json`)

/** Runs a script on this Node with its output on the terminal; returns its exit code. */
async function show(args: string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}

/**
 * A run that leaves no report has not tested anything: that is a failure, and so is a runner that fails without a
 * failed test.
 */
function read<T>(name: string, code: number, outcome: (json: T) => Outcome): Outcome {
  const nothing = { passed: 0, failed: 0, skipped: 0, failures: [], repeated: [] }
  const found = existsSync(report(name)) ? outcome(JSON.parse(readFileSync(report(name), 'utf8')) as T) : nothing
  if (found.failed > 0 || (code === 0 && found.passed > 0)) return found
  return { ...found, failed: 1, failures: [...found.failures, `${name} ended with exit code ${code}`] }
}

async function check(): Promise<Outcome> {
  const code = await show(['scripts/commands/check.ts'])
  const failures = code === 0 ? [] : ['npm run check']
  return { passed: 1 - failures.length, failed: failures.length, skipped: 0, failures, repeated: [] }
}

async function unitAndContract(): Promise<Outcome> {
  rmSync(report('vitest'), { force: true })
  const code = await show([
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report('vitest')}`,
  ])
  return read<VitestReport>('vitest', code, vitestOutcome)
}

async function browser(): Promise<Outcome> {
  rmSync(report('playwright'), { force: true })
  const executable = await findChromium({ dataDir })
  const code = await show(['node_modules/@playwright/test/cli.js', 'test'], {
    CHROMIUM_PATH: executable,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report('playwright'),
  })
  return read<PlaywrightReport>('playwright', code, playwrightOutcome)
}

function list(title: string, texts: string[]): void {
  if (texts.length > 0) console.log(`\n${title}\n${texts.map((text) => `  ✗ ${text}`).join('\n')}`)
}

/** `npm test`: checks, unit and contract tests, then the browser tests on a production build. */
await main(async () => {
  const parts: Outcome[] = []
  parts.push(await step('Checks', check))
  parts.push(await step('Unit and contract tests', unitAndContract))
  parts.push(await step('Browser tests on the production build', browser))
  list(
    'Passed only when run again:',
    parts.flatMap(({ repeated }) => repeated),
  )
  list(
    'Failed:',
    parts.flatMap(({ failures }) => failures),
  )
  const total = (kind: 'passed' | 'failed' | 'skipped') => parts.reduce((sum, part) => sum + part[kind], 0)
  const skipped = total('skipped')
  console.log(`\n${total('passed')} passed, ${total('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  return total('failed') > 0 || total('passed') === 0 ? 1 : 0
})
