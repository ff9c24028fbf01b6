import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { PUBLISHABLE_KEY, SECRET_KEY, temporaryFolder, testClerk } from './fixtures.ts'

const MAIN = join(import.meta.dirname, '../../main.ts')
const KEYS = ['--publishable-key', PUBLISHABLE_KEY, '--secret-key', SECRET_KEY]

/** Runs the command without variables of Clerk in its environment until it ends. */
async function run(...args: string[]) {
  const folder = temporaryFolder()
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: folder,
    env: { NODE_ENV: 'test', PATH: process.env.PATH },
  })
  const [output, error] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, output, error, folder }
}

describe('the command', () => {
  it('lists its flags', async () => {
    const { code, output } = await run('--help')
    expect(code).toBe(0)
    for (const flag of ['--publishable-key', '--secret-key', '--port', '--webhook', '--config']) {
      expect(output).toContain(flag)
    }
  })

  it.each([
    ['an unknown flag', [...KEYS, '--prot', '1'], '--prot'],
    ['a port that is none', [...KEYS, '--port', 'eighty'], '--port must be a port number'],
    ['no publishable key', ['--secret-key', SECRET_KEY], 'publishable key is missing'],
    ['a malformed publishable key', ['--secret-key', 'sk', '--publishable-key', 'pk_live_'], 'publishable key must be'],
    ['no secret key', ['--publishable-key', PUBLISHABLE_KEY], 'secret key is missing'],
    ['a site that is no URL', [...KEYS, '--site-url', 'localhost:3000'], "site's URL"],
    ['a configuration that is not there', [...KEYS, '--config', 'nowhere.json'], 'no file nowhere.json'],
    ['a webhook without a URL', [...KEYS, '--webhook', '{}'], 'webhooks are not valid'],
    ['a life of tokens that is no number', [...KEYS, '--token-seconds', '-1'], '--token-seconds'],
  ])('ends with code 2 and one plain message for %s', async (_what, args, message) => {
    const { code, error } = await run(...args)
    expect(error).toContain(message)
    expect(error).not.toMatch(/^ {4}at /m)
    expect(code).toBe(2)
  })

  it('says which field of a configuration is wrong', async () => {
    const file = join(temporaryFolder(), 'config.json')
    writeFileSync(file, JSON.stringify({ applicationName: 1 }))
    const { code, error } = await run(...KEYS, '--config', file)
    expect(error).toContain('applicationName')
    expect(code).toBe(2)
  })

  it('says that a port is in use', async () => {
    const { url } = await testClerk()
    const { code, error } = await run(...KEYS, '--port', new URL(url).port)
    expect(error).toContain(`port ${new URL(url).port} is in use`)
    expect(code).toBe(1)
  })
})
