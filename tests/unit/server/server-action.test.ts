import { createServer } from 'node:http'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkServerAction } from '../../../server/handlers/server-action.ts'
import { SiteRequest } from '../../../server/http/site-request.ts'
import { type AnyServer, ask, closed, listening } from '../../support/http.ts'

const SITE = 'https://www.example.com'
const PLAIN = 'text/plain;charset=UTF-8'

let server: AnyServer
let port: number

beforeEach(async () => {
  server = createServer({ IncomingMessage: SiteRequest }, async (request, response) => {
    const refusal = await checkServerAction(request, SITE)
    // The check leaves the body readable for Next.
    const left = Buffer.concat((await request.toArray()) as Buffer[]).toString()
    response.writeHead(refusal?.status ?? 200).end(left)
  })
  port = await listening(server)
})
afterEach(() => closed(server))

const call = (body: string, headers: Record<string, string> = {}) =>
  ask(port, '/dashboard', {
    method: 'POST',
    body,
    headers: { origin: SITE, 'next-action': 'a', 'content-type': PLAIN, ...headers },
  })

it.each([
  '[]',
  '["a", 1, true, null]',
  '["$$1", "$undefined", ""]',
  '[{"a":[{"b":"c"}]}]',
  JSON.stringify(['a'.repeat(16_000)]),
])('accepts valid action arguments and passes the body to Next: %s', async (body) => {
  const answer = await call(body)
  expect([answer.status, answer.body.toString()]).toEqual([200, body])
})

it.each([
  '',
  'nonsense{',
  '{"a":1}',
  '"a"',
  '5',
  'null',
  '["$1"]',
  '["$F1"]',
  '["$K1"]',
  '[{"a":["$Q1"]}]',
  '["$1:__proto__:constructor"]',
  JSON.stringify(Array(1_001).fill(1)),
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  '[1',
])('rejects arguments that would make Next fail: %s', async (body) => {
  expect(await call(body)).toMatchObject({ status: 400 })
})

it('rejects other content types and oversized bodies', async () => {
  for (const type of ['application/json', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded', ''])
    expect(await call('[]', { 'content-type': type }), `${type}`).toMatchObject({ status: 400 })
  expect(await call(JSON.stringify(['a'.repeat(20_000)]))).toMatchObject({ status: 413 })
})

it.each<Record<string, string>>([
  { origin: 'https://evil.example' },
  { origin: 'http://www.example.com' },
  { origin: 'https://www.example.com.evil.example' },
  { origin: 'https://www.example.com:8443' },
  { origin: 'null' },
  { origin: '' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example', host: 'evil.example' },
])('rejects an action from another origin: %o', async (headers) => {
  expect(await call('[]', headers)).toMatchObject({ status: 403 })
})
