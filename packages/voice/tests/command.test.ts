import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from './fixtures.ts'

const MAIN = join(import.meta.dirname, '../main.ts')

/** Runs the command without variables of its own in its environment until it ends. */
async function run(env: Record<string, string | undefined>, ...args: string[]) {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: temporaryFolder(),
    env: { NODE_ENV: 'test', PATH: process.env.PATH, ...env },
  })
  const [output, error] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, output, error }
}

describe('the command', () => {
  it('lists its flags', async () => {
    const { code, output } = await run({}, '--help')
    expect(code).toBe(0)
    for (const flag of ['--api-key', '--port', '--data', '--start-webhook', '--post-call-webhook']) {
      expect(output).toContain(flag)
    }
  })

  it.each([
    ['no key', {}, '--api-key is missing'],
    ['a webhook that is no JSON', { VOICE_START_WEBHOOK: '{"url": "the-secret' }, '--start-webhook is not JSON'],
    [
      'a webhook without a secret',
      { VOICE_POST_CALL_WEBHOOK: '{"url":"http://localhost/"}' },
      '--post-call-webhook is',
    ],
  ])('ends with one message for %s', async (_, env, message) => {
    const key = message.includes('api-key') ? {} : { VOICE_API_KEY: 'local' }
    const { code, error } = await run({ ...key, ...env }, '--port', '0')
    expect(code).toBe(2)
    expect(error).toContain(message)
    expect(error).not.toContain('the-secret')
  })
})
