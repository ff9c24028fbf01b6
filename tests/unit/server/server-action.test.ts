import { createServer } from 'node:http'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkServerAction } from '../../../server/handlers/server-action.ts'
import { SiteRequest } from '../../../server/http/site-request.ts'
import { type AnyServer, sendHttpRequest, closeServer, listenOnFreePort } from '../../support/http.ts'

const SITE_URL = 'https://www.example.com'
const PLAIN_TEXT = 'text/plain;charset=UTF-8'

let server: AnyServer
let port: number

beforeEach(async () => {
  server = createServer({ IncomingMessage: SiteRequest }, async (request, response) => {
    const refusal = await checkServerAction(request, SITE_URL)
    // The check leaves the body readable for Next.
    const remainingBody = Buffer.concat((await request.toArray()) as Buffer[]).toString()
    response.writeHead(refusal?.status ?? 200).end(remainingBody)
  })
  port = await listenOnFreePort(server)
})
afterEach(() => closeServer(server))

const call = (body: string, headers: Record<string, string> = {}) =>
  sendHttpRequest(port, '/dashboard', {
    method: 'POST',
    body,
    headers: { origin: SITE_URL, 'next-action': 'a', 'content-type': PLAIN_TEXT, ...headers },
  })

it.each([
  '[]',
  '["a", 1, true, null]',
  '["$$1", "$undefined", ""]',
  '[{"a":[{"b":"c"}]}]',
  JSON.stringify(['a'.repeat(16_000)]),
])('accepts valid action arguments and passes the body to Next: %s', async (body) => {
  const response = await call(body)
  expect([response.status, response.body.toString()]).toEqual([200, body])
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
