import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { findFreePort } from '../../../packages/local-server/tests/servers.ts'
import { buildNextCommand, run, serve, type Service } from '../../../scripts/support/processes.ts'
import { runStep } from '../../../scripts/support/progress.ts'
import { root } from '../../../scripts/support/settings.ts'
import { stack } from '../../support/stack/addresses.ts'
import { FONT_FILES, getFontPath, nextPageSource, type Texts } from './hand-written.ts'

export type PlainNext = {
  address: string
  service: Service
  start: () => Promise<Service>
}

/** Starts Next with default settings: static pages, `next/link` and `next/font`. */
export async function startPlainNext(texts: Texts): Promise<PlainNext> {
  // Uses a folder below the repository root, where packages resolve.
  const cwd = resolve(stack.dataDir, 'bench-next-page')
  rmSync(cwd, { recursive: true, force: true })
  mkdirSync(cwd, { recursive: true })
  cpSync(nextPageSource, cwd, { recursive: true })
  for (const name of FONT_FILES) cpSync(getFontPath(name), resolve(cwd, 'app', name))
  writeFileSync(resolve(cwd, 'texts.json'), JSON.stringify(texts))
  const port = await findFreePort()
  const address = `http://127.0.0.1:${port}`
  const buildCommand = (name: string, ...args: string[]) => ({
    name,
    args: buildNextCommand(...args),
    cwd,
    env: { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', REPOSITORY: root },
    logFile: resolve(stack.dataDir, 'logs', `bench-next-${args[0]}.log`),
  })
  await runStep('Building the page of Next as it comes', () =>
    run(buildCommand('The build of the page of Next', 'build')),
  )
  const start = () => serve(buildCommand('The page of Next', 'start', '-p', String(port), '-H', '127.0.0.1'), address)
  return { address, service: await start(), start }
}
