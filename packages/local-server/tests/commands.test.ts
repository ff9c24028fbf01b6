import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { startPostgres } from '../../postgres/server.ts'
import { listen } from '../index.ts'
import { cleanUpAfter, runCommand, startServer } from './servers.ts'

const { whenDone, temporaryFolder } = cleanUpAfter(afterAll)

const malformedConfig = join(temporaryFolder(), 'config.json')
writeFileSync(malformedConfig, JSON.stringify({ applicationName: 1 }))

const PUBLISHABLE_KEY = `pk_live_${btoa('clerk.stand-in.localhost$')}`
const CLERK_KEY_ARGS = ['--publishable-key', PUBLISHABLE_KEY, '--secret-key', 'sk_test_local_only']
const CACHE_ARGS = ['--api-port', '0', '--kind', 'cloudflare', '--origin', 'http://127.0.0.1:9', '--id', 'local']

type Command = {
  name: string
  flags: string[]
  mistakes: [what: string, args: string[], message: string][]
}

const COMMANDS: Command[] = [
  {
    name: 'clerk',
    flags: ['--publishable-key', '--secret-key', '--port', '--webhook', '--config', '--smtp-url'],
    mistakes: [
      ['an unknown flag', [...CLERK_KEY_ARGS, '--prot', '1'], '--prot'],
      ['an invalid port', [...CLERK_KEY_ARGS, '--port', 'eighty'], '--port must be a port number'],
      ['no publishable key', ['--secret-key', 'sk'], 'publishable key is missing'],
      ['a malformed publishable key', ['--secret-key', 'sk', '--publishable-key', 'pk_live_'], 'key must be'],
      ['no secret key', ['--publishable-key', PUBLISHABLE_KEY], 'secret key is missing'],
      ['an invalid site URL', [...CLERK_KEY_ARGS, '--site-url', 'localhost:3000'], "site's URL"],
      ['a missing configuration', [...CLERK_KEY_ARGS, '--config', 'nowhere.json'], 'file not found: nowhere.json'],
      ['a wrong configuration field', [...CLERK_KEY_ARGS, '--config', malformedConfig], 'applicationName'],
      ['a webhook without a URL', [...CLERK_KEY_ARGS, '--webhook', '{}'], 'Invalid webhooks'],
      ['an invalid SMTP URL', [...CLERK_KEY_ARGS, '--smtp-url', '127.0.0.1:25'], 'The SMTP URL must be'],
      ['an invalid token lifetime', [...CLERK_KEY_ARGS, '--token-seconds=-1'], '--token-seconds'],
    ],
  },
  {
    name: 'content-lake',
    flags: ['--port', '--data', '--project', '--dataset', '--seed', '--webhook', '--cors', '--help'],
    mistakes: [
      ['an unknown flag', ['--prot', '1'], "Unknown option '--prot'"],
      ['an invalid port', ['--port', 'abc'], '--port must be a port number'],
      ['a missing export', ['--seed', '/nowhere.ndjson'], 'file not found: /nowhere.ndjson'],
      ['a webhook that is not JSON', ['--webhook', '{"id":'], '--webhook must be JSON'],
      [
        'a webhook with an invalid URL',
        ['--webhook', '{"id":"a","url":"ftp://x","on":["create"]}'],
        'webhook "a": url must be http',
      ],
    ],
  },
  {
    name: 'edge-caches',
    flags: ['--kind', '--origin', '--id', '--token', '--plan', '--port', '--api-port'],
    mistakes: [
      ['no origin', [], '--origin is missing'],
      ['a wrong kind', ['--kind', 'other'], '--kind must be fastly or cloudflare'],
      ['a wrong plan', ['--plan', 'other'], '--plan must be one of free, pro, business, enterprise'],
      ['no token', CACHE_ARGS, '--token is missing'],
    ],
  },
  {
    name: 'mail',
    flags: ['--port', '--smtp-port', '--data', '--max-messages', '--memory'],
    mistakes: [
      ['an unknown flag', ['--prot', '1'], '--prot'],
      ['an invalid port', ['--port', 'eighty'], '--port must be a port number'],
      ['an invalid SMTP port', ['--smtp-port', 'eighty'], '--smtp-port must be a port number'],
      ['an invalid limit', ['--max-messages', 'none'], '--max-messages must be a whole number'],
    ],
  },
  {
    name: 'postgres',
    flags: ['--port', '--data', '--memory', '--no-notifications'],
    mistakes: [
      ['an unknown flag', ['--prot', '1'], '--prot'],
      ['an invalid port', ['--port', '70000'], '--port must be a port number'],
    ],
  },
  {
    name: 'systems',
    flags: ['--redirect', '--application-name', '--port', '--data', '--memory'],
    mistakes: [
      ['an unknown flag', ['--prot', '1'], '--prot'],
      ['an invalid port', ['--port', 'eighty'], '--port must be a port number'],
      ['a redirect URL without a system', ['--redirect', 'http://localhost:3000/'], '--redirect must be'],
    ],
  },
  {
    name: 'voice',
    flags: ['--api-key', '--port', '--data', '--start-webhook', '--post-call-webhook'],
    mistakes: [
      ['no key', [], '--api-key is missing'],
      [
        'a webhook that is not JSON',
        ['--api-key', 'local', '--start-webhook', '{"url": "the-secret'],
        '--start-webhook is not JSON',
      ],
      [
        'a webhook without a secret',
        ['--api-key', 'local', '--post-call-webhook', '{"url":"http://localhost/"}'],
        'Invalid --post-call-webhook',
      ],
    ],
  },
]

const getMainFile = (name: string): string => join(import.meta.dirname, '../..', name, 'main.ts')
const run = (name: string, ...args: string[]) => runCommand(getMainFile(name), args, { cwd: temporaryFolder() })

describe.concurrent.each(COMMANDS)('$name command', ({ name, flags, mistakes }) => {
  it('lists its flags with --help', async () => {
    const { code, output } = await run(name, '--help')
    expect(code).toBe(0)
    for (const flag of flags) expect(output).toContain(flag)
  })

  it.each(mistakes)('exits with code 2 and a readable message for %s', async (_what, args, message) => {
    const { code, error } = await run(name, '--port', '0', ...args)
    expect(code).toBe(2)
    expect(error).toContain(message)
    expect(error).not.toContain('the-secret')
    const [, ...details] = error.trim().split('\n')
    for (const line of details) expect(line, 'error details are listed, one per line').toMatch(/^\s*[✖→]/)
  })
})

it.concurrent.each([
  ['clerk', 'local-clerk', CLERK_KEY_ARGS],
  ['content-lake', 'content-lake', []],
  ['postgres', 'local-postgres', ['--memory']],
])('%s reports a port that is in use', async (name, command, args) => {
  const otherServer = createServer()
  whenDone(() => otherServer.close())
  const port = await listen(otherServer, 0, '127.0.0.1')
  const { code, error } = await run(name, '--port', String(port), ...args)
  expect(code).toBe(1)
  expect(error).toBe(`${command}: port ${port} is in use: choose another with --port\n`)
})

it.concurrent.each([
  ['content-lake', [], /^content lake listening on http/],
  [
    'edge-caches',
    [...CACHE_ARGS, '--token', 'local'],
    /^cloudflare API on 127\.0\.0\.1:\d+, listening on 127\.0\.0\.1:\d+$/,
  ],
  ['mail', ['--smtp-port', '0'], /^SMTP on 127\.0\.0\.1:\d+, inbox listening on 127\.0\.0\.1:\d+$/],
  ['systems', [], /^systems listening on /],
])('%s starts listening and exits on SIGTERM', async (name, args, message) => {
  const server = await startServer(getMainFile(name), ['--port', '0', ...args], { cwd: temporaryFolder() })
  whenDone(() => server.kill('SIGKILL'))
  expect(server.output).toEqual([expect.stringMatching(message)])
  expect(await server.kill('SIGTERM')).toBe(0)
})

it('postgres rejects a folder in use and accepts it after the other server stops', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const running = await startPostgres({ port: 0, dataDir })
  const { code, error } = await run('postgres', '--port', '0', '--data', dataDir)
  expect(error).toContain(`another server uses the folder ${dataDir}`)
  expect(code).toBe(2)
  await running.close()
  await (await startPostgres({ port: 0, dataDir })).close()
})
