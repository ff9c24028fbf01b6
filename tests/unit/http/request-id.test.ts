import { once } from 'node:events'
import { Agent, type IncomingMessage, createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noteRequestIds, requestId } from '../../../lib/log/request-id.ts'

/** Answers with the ids that it saw before and after it waited. */
const server = createServer(async (_, response) => {
  const before = requestId()
  await setImmediate()
  response.end(JSON.stringify([before, requestId()]))
})
const agent = new Agent({ keepAlive: true, maxSockets: 2 })

beforeAll(async () => {
  noteRequestIds(1)
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => {
  agent.destroy()
  server.close()
})

async function ask(path: string, sent?: string): Promise<{ header: unknown; seen: unknown[] }> {
  const { port } = server.address() as AddressInfo
  const headers = sent === undefined ? {} : { 'x-request-id': sent }
  const [response] = (await once(get({ port, path, agent, headers }), 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of response) text += String(chunk)
  return { header: response.headers['x-request-id'], seen: JSON.parse(text) as unknown[] }
}

it('is the same for all that a request starts, though Node only publishes that it started', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask('/api/x')))
  for (const { header, seen } of answers) expect(seen).toEqual([header, header])
  expect(new Set(answers.map(({ header }) => header)).size).toBe(20)
  expect(requestId()).toBeUndefined()
})

it('is told by answers of endpoints only', async () => {
  const { header, seen } = await ask('/pricing')
  expect(header).toBeUndefined()
  expect(seen[0]).toMatch(/^[0-9a-f-]{36}$/)
})

it.each([
  ['a-short.token:1_2', true],
  ['2f0c1d7e-5f5e-4a6b-9d0e-000000000000', true],
  ['short', false],
  ['x'.repeat(65), false],
  ['ada@example.com', false],
  ['two words here', false],
  ['"quoted","json"', false],
])('of a trusted proxy, %s, is taken: %s', async (sent, taken) => {
  expect((await ask('/api/x', sent)).header === sent).toBe(taken)
})
