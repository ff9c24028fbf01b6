import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { clientOf, temporaryFolder, TOKENS, whenDone } from '../fixtures.ts'

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url))

/** Runs the command until it ends, or until it says where it listens. */
async function run(...args: string[]) {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  whenDone(() => child.kill('SIGKILL'))
  let output = ''
  const listening = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text: Buffer) => {
        output += String(text)
        if (/listening on http\S+\n/.test(output)) resolve()
      })
    }
  })
  const ended = once(child, 'close')
  await Promise.race([listening, ended])
  return { output, code: child.exitCode, url: /listening on (\S+)/.exec(output)?.[1] ?? '' }
}

it('lists its flags with --help', async () => {
  const { output, code } = await run('--help')
  expect(code).toBe(0)
  for (const flag of ['--port', '--data', '--project', '--dataset', '--seed', '--webhook', '--cors', '--help']) {
    expect(output).toContain(flag)
  }
})

it.each([
  [['--prot', '1'], /Unknown option '--prot'/],
  [['--port', 'abc'], /--port must be a port number/],
  [['--seed', '/nowhere.ndjson'], /there is no \/nowhere\.ndjson/],
  [['--webhook', '{"id":'], /--webhook must be JSON/],
  [['--webhook', '{"id":"a","url":"ftp://x","on":["create"]}'], /webhook "a": url must be http/],
])('ends with one line about a mistake: %j', async (args, message) => {
  const { output, code } = await run('--port', '0', '--data', temporaryFolder(), ...args)
  expect(code).toBe(2)
  expect(output).toMatch(message)
  expect(output.trim().split('\n')).toHaveLength(1)
})

it('says that its port is in use', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  whenDone(() => other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { output, code } = await run('--port', String(port), '--data', temporaryFolder())
  expect(code).toBe(1)
  expect(output).toBe(`content-lake: port ${port} is in use: choose another one with --port\n`)
})

it('makes its dataset and imports an export into it, once', async () => {
  const data = temporaryFolder()
  const seed = join(temporaryFolder(), 'export.ndjson')
  const lines = [
    { _id: 'page-home', _type: 'page', title: 'Home' },
    { _id: 'page-about', _type: 'page', title: 'About' },
    { _id: 'drafts.page-about', _type: 'page', title: 'About us' },
  ]
  writeFileSync(seed, lines.map((line) => JSON.stringify(line)).join('\n'))
  const args = ['--port', '0', '--data', data, '--dataset', 'staging', '--seed', seed]
  const first = clientOf(await run(...args), TOKENS.editor, 'staging')
  expect(await first.getDocument('page-home')).toMatchObject({ title: 'Home' })
  expect(await first.getDocument('drafts.page-home')).toBeUndefined()
  expect(await first.getDocument('drafts.page-about')).toMatchObject({ title: 'About us' })

  const url = '/data/history/staging/events/documents/page-home?limit=10'
  const { events } = await first.request<{ events: Record<string, { type: string }[]> }>({ url })
  expect(events['page-home']?.map(({ type }) => type)).toEqual(['publishDocumentVersion', 'createLiveDocument'])
  await first.delete('page-home')
})
