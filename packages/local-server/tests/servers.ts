import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import type { afterAll, afterEach } from 'vitest'

export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

export function cleanUpAfter(hook: typeof afterAll | typeof afterEach) {
  const cleanUps: (() => unknown)[] = []
  hook(async () => {
    for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
  })
  const whenDone = (cleanUp: () => unknown): void => void cleanUps.push(cleanUp)
  return {
    whenDone,
    temporaryFolder(): string {
      const folder = mkdtempSync(join(tmpdir(), 'local-server-test-'))
      whenDone(() => rmSync(folder, { recursive: true, force: true }))
      return folder
    },
  }
}

type Options = { cwd?: string; env?: Record<string, string | undefined> }

export const startCommand = (main: string, args: string[], { cwd, env }: Options = {}) =>
  spawn(process.execPath, [main, ...args], { cwd, env: { NODE_ENV: 'test', PATH: process.env.PATH, ...env } })

export async function runCommand(main: string, args: string[], options: Options = {}) {
  const child = startCommand(main, args, options)
  const [output, error] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, output, error }
}

/** Starts a server's command and resolves once it listens. */
export async function startServer(main: string, args: string[], options: Options = {}) {
  const child = startCommand(main, args, options)
  child.stderr.pipe(process.stderr)
  const kill = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit')
      child.kill(signal)
      await exited
    }
    return child.exitCode
  }
  const output: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    output.push(line)
    const address = /listening on (\S+)$/.exec(line)?.[1]
    if (address) return { address, output, kill }
  }
  throw new Error(`${main} ended before it listened`)
}
