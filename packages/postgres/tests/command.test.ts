import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { startPostgres } from '../server.ts'

const MAIN = join(import.meta.dirname, '../main.ts')

/** Runs the command until it ends. */
async function run(...args: string[]) {
  const child = spawn(process.execPath, [MAIN, ...args], { env: { NODE_ENV: 'test', PATH: process.env.PATH } })
  const [output, error] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, output, error }
}

it('lists its flags', async () => {
  const { code, output } = await run('--help')
  expect(code).toBe(0)
  for (const flag of ['--port', '--data', '--memory', '--no-notifications']) expect(output).toContain(flag)
})

it.each([
  ['an unknown flag', ['--prot', '1'], '--prot'],
  ['a port that is none', ['--port', '70000'], '--port must be a port number'],
])('ends with code 2 and one plain message for %s', async (_what, args, message) => {
  const { code, error } = await run(...args)
  expect(error).toContain(message)
  expect(error).not.toMatch(/^ {4}at /m)
  expect(code).toBe(2)
})

it('leaves a folder alone that another server uses, and takes it once that has ended', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  const dataDir = join(folder, 'data')
  const running = await startPostgres({ port: 0, dataDir })
  const { code, error } = await run('--port', '0', '--data', dataDir)
  expect(error).toContain(`another server uses the folder ${dataDir}`)
  expect(code).toBe(2)
  await running.close()
  await (await startPostgres({ port: 0, dataDir })).close()
  rmSync(folder, { recursive: true, force: true })
}, 120_000)

it('says that a port is in use', async () => {
  const running = await startPostgres({ port: 0 })
  const { port } = new URL(running.url)
  const { code, error } = await run('--memory', '--port', port)
  expect(error).toContain(`port ${port} is in use`)
  expect(code).toBe(1)
  await running.close()
}, 120_000)
