import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'

const MAIN = join(import.meta.dirname, '../main.ts')

/** Runs the command without variables of its own in its environment until it ends. */
async function run(...args: string[]) {
  const env = { NODE_ENV: 'test' as const, PATH: process.env.PATH }
  const child = spawn(process.execPath, [MAIN, ...args], { env })
  const [output, error] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, output, error }
}

it('lists its flags', async () => {
  const { code, output } = await run('--help')
  expect(code).toBe(0)
  for (const flag of ['--kind', '--origin', '--id', '--token', '--plan', '--port', '--api-port']) {
    expect(output).toContain(flag)
  }
})

it.each([
  ['no origin', [], '--origin is missing'],
  ['a wrong kind', ['--kind', 'other'], '--kind must be fastly or cloudflare'],
  ['a wrong plan', ['--plan', 'other'], '--plan must be one of free, pro, business, enterprise'],
  ['no token', ['--origin', 'http://127.0.0.1:9', '--id', 'local'], '--token is missing'],
])('ends with one message for %s', async (_, args, message) => {
  const { code, error } = await run('--port', '0', '--api-port', '0', ...args)
  expect(code).toBe(2)
  expect(error).toContain(message)
  expect(error.trim().split('\n')).toHaveLength(1)
})

it('listens, and ends on SIGTERM', async () => {
  const args = ['--kind', 'cloudflare', '--origin', 'http://127.0.0.1:9', '--id', 'local', '--token', 'local']
  const child = spawn(process.execPath, [MAIN, ...args, '--port', '0', '--api-port', '0'])
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  expect(String(line)).toMatch(/^cloudflare API on 127\.0\.0\.1:\d+, listening on 127\.0\.0\.1:\d+\n$/)
  child.kill()
  const [code] = (await once(child, 'close')) as [number]
  expect(code).toBe(0)
})
