import { createServer } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Body } from '../../../server/http/body.ts'
import { createTextResponse, writeResponse } from '../../../server/http/response.ts'
import { ALWAYS_REVALIDATE } from '../../../server/http/response-headers.ts'
import { SiteRequest } from '../../../server/http/site-request.ts'
import { SiteResponse } from '../../../server/http/site-response.ts'
import { ask, closed, listening } from '../../support/http.ts'
import { until } from '../../support/until.ts'

const TEXT = 'The phone rings at night. '.repeat(100)
const page = createTextResponse(200, TEXT, { 'content-type': 'text/html', 'cache-control': ALWAYS_REVALIDATE })
const pixels = new Body(Buffer.alloc(5_000), 'image/png')
const picture = { status: 200, headers: { 'content-type': 'image/png' }, body: pixels }
const missing = createTextResponse(404, TEXT, { 'content-type': 'text/html' })
const answers = { '/page': page, '/picture': picture, '/missing': missing }

const server = createServer({ IncomingMessage: SiteRequest, ServerResponse: SiteResponse }, (request, response) =>
  writeResponse(request, response, answers[request.url as keyof typeof answers]),
)
let port: number
beforeAll(async () => {
  port = await listening(server)
})
afterAll(() => closed(server))

const get = (path: keyof typeof answers, headers: Record<string, string> = {}) => ask(port, path, { headers })

const decoded = { br: brotliDecompressSync, gzip: gunzipSync }
const textOf = ({ headers, body }: Awaited<ReturnType<typeof get>>) => {
  const encoding = headers['content-encoding'] as keyof typeof decoded | undefined
  return (encoding ? decoded[encoding](body) : body).toString()
}

describe('response encoding', () => {
  it.each<[accepted: string | undefined, encoding: string | undefined]>([
    [undefined, undefined],
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0.1', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['*', 'br'],
    ['*, br;q=0', 'gzip'],
    ['*;q=0', undefined],
    ['identity', undefined],
    ['deflate, zstd', undefined],
    ['nonsense;;;q=2', undefined],
    ['', undefined],
  ])('for Accept-Encoding %j is %s', async (accepted, encoding) => {
    const answer = await get('/page', accepted === undefined ? {} : { 'accept-encoding': accepted })
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(textOf(answer)).toBe(TEXT)
    expect(answer.headers['content-length']).toBe(String(answer.body.length))
    expect(answer.headers.vary).toBe('Accept-Encoding')
  })

  it('is absent for images, which have no Vary header', async () => {
    const { headers, body } = await get('/picture', { 'accept-encoding': 'br, gzip' })
    expect(headers['content-encoding']).toBeUndefined()
    expect(headers.vary).toBeUndefined()
    expect(body).toHaveLength(5_000)
  })
})

it('HEAD returns the headers of the page without its body', async () => {
  const headers = { 'accept-encoding': 'gzip' }
  const whole = await ask(port, '/page', { headers })
  const head = await ask(port, '/page', { method: 'HEAD', headers })
  expect(head.status).toBe(200)
  expect(head.body).toHaveLength(0)
  const { date: _, ...expected } = whole.headers
  expect(head.headers).toMatchObject(expected)
})

describe('conditional request', () => {
  const tagFor = async (accepted: string) => {
    const { headers } = await get('/page', { 'accept-encoding': accepted })
    return headers.etag ?? ''
  }

  // The best compression finishes in the background and changes the ETag.
  beforeAll(async () => {
    await until('the best compression', async () => !(await tagFor('br')).includes('quick') || undefined)
  })

  it.each<[string, (tag: string) => string]>([
    ['its ETag', (tag) => tag],
    ['its weak ETag', (tag) => `W/${tag}`],
    ['a list with its ETag', (tag) => `"other", W/"another", ${tag}`],
    ['a wildcard', () => '*'],
  ])('with %s returns 304', async (_, sent) => {
    for (const accepted of ['br', 'gzip', 'identity']) {
      const tag = await tagFor(accepted)
      const answer = await get('/page', { 'accept-encoding': accepted, 'if-none-match': sent(tag) })
      expect(answer.status).toBe(304)
      expect(answer.body).toHaveLength(0)
      expect(answer.headers).toMatchObject({ etag: tag, vary: 'Accept-Encoding', 'cache-control': ALWAYS_REVALIDATE })
      expect(answer.headers['content-length']).toBeUndefined()
      expect(answer.headers['content-encoding']).toBeUndefined()
    }
  })

  it('returns 304 for HEAD', async () => {
    const headers = { 'if-none-match': await tagFor('identity') }
    expect(await ask(port, '/page', { method: 'HEAD', headers })).toMatchObject({ status: 304 })
  })

  it('returns 200 for another encoding, another ETag or no-cache', async () => {
    const gzip = await tagFor('gzip')
    const answers = await Promise.all([
      get('/page', { 'accept-encoding': 'br', 'if-none-match': gzip }),
      get('/page', { 'accept-encoding': 'gzip', 'if-none-match': '"other"' }),
      get('/page', { 'accept-encoding': 'gzip', 'if-none-match': gzip.slice(1, -1) }),
      get('/page', { 'accept-encoding': 'gzip', 'if-none-match': gzip, 'cache-control': 'no-cache' }),
      get('/page', { 'accept-encoding': 'gzip', 'if-modified-since': new Date().toUTCString() }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    for (const answer of answers) expect(textOf(answer)).toBe(TEXT)
  })

  it('returns the original status if it is not 200', async () => {
    const { headers } = await get('/missing')
    expect(await get('/missing', { 'if-none-match': headers.etag ?? '' })).toMatchObject({ status: 404 })
  })
})
