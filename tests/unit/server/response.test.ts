import { createServer } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Body } from '../../../server/http/body.ts'
import { createTextResponse, writeResponse } from '../../../server/http/response.ts'
import { ALWAYS_REVALIDATE } from '../../../server/http/response-headers.ts'
import { SiteRequest } from '../../../server/http/site-request.ts'
import { SiteResponse } from '../../../server/http/site-response.ts'
import { sendHttpRequest, closeServer, listenOnFreePort } from '../../support/http.ts'
import { pollUntil } from '../../support/until.ts'

const TEXT = 'The phone rings at night. '.repeat(100)
const page = createTextResponse(200, TEXT, { 'content-type': 'text/html', 'cache-control': ALWAYS_REVALIDATE })
const pixels = new Body(Buffer.alloc(5_000), 'image/png')
const picture = { status: 200, headers: { 'content-type': 'image/png' }, body: pixels }
const notFound = createTextResponse(404, TEXT, { 'content-type': 'text/html' })
const responses = { '/page': page, '/picture': picture, '/missing': notFound }

const server = createServer({ IncomingMessage: SiteRequest, ServerResponse: SiteResponse }, (request, response) =>
  writeResponse(request, response, responses[request.url as keyof typeof responses]),
)
let port: number
beforeAll(async () => {
  port = await listenOnFreePort(server)
})
afterAll(() => closeServer(server))

const sendGet = (path: keyof typeof responses, headers: Record<string, string> = {}) =>
  sendHttpRequest(port, path, { headers })

const decoders = { br: brotliDecompressSync, gzip: gunzipSync }
const decodeText = ({ headers, body }: Awaited<ReturnType<typeof sendGet>>) => {
  const encoding = headers['content-encoding'] as keyof typeof decoders | undefined
  return (encoding ? decoders[encoding](body) : body).toString()
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
    const response = await sendGet('/page', accepted === undefined ? {} : { 'accept-encoding': accepted })
    expect(response.headers['content-encoding']).toBe(encoding)
    expect(decodeText(response)).toBe(TEXT)
    expect(response.headers['content-length']).toBe(String(response.body.length))
    expect(response.headers.vary).toBe('Accept-Encoding')
  })

  it('is absent for images, which have no Vary header', async () => {
    const { headers, body } = await sendGet('/picture', { 'accept-encoding': 'br, gzip' })
    expect(headers['content-encoding']).toBeUndefined()
    expect(headers.vary).toBeUndefined()
    expect(body).toHaveLength(5_000)
  })
})

it('HEAD returns the headers of the page without its body', async () => {
  const headers = { 'accept-encoding': 'gzip' }
  const fullResponse = await sendHttpRequest(port, '/page', { headers })
  const headResponse = await sendHttpRequest(port, '/page', { method: 'HEAD', headers })
  expect(headResponse.status).toBe(200)
  expect(headResponse.body).toHaveLength(0)
  const { date: _, ...expected } = fullResponse.headers
  expect(headResponse.headers).toMatchObject(expected)
})

describe('conditional request', () => {
  const fetchTag = async (accepted: string) => {
    const { headers } = await sendGet('/page', { 'accept-encoding': accepted })
    return headers.etag ?? ''
  }

  // The best compression finishes in the background and changes the ETag.
  beforeAll(async () => {
    await pollUntil('the best compression', async () => !(await fetchTag('br')).includes('quick') || undefined)
  })

  it.each<[string, (tag: string) => string]>([
    ['its ETag', (tag) => tag],
    ['its weak ETag', (tag) => `W/${tag}`],
    ['a list with its ETag', (tag) => `"other", W/"another", ${tag}`],
    ['a wildcard', () => '*'],
  ])('with %s returns 304', async (_, buildIfNoneMatch) => {
    for (const accepted of ['br', 'gzip', 'identity']) {
      const tag = await fetchTag(accepted)
      const response = await sendGet('/page', { 'accept-encoding': accepted, 'if-none-match': buildIfNoneMatch(tag) })
      expect(response.status).toBe(304)
      expect(response.body).toHaveLength(0)
      expect(response.headers).toMatchObject({ etag: tag, vary: 'Accept-Encoding', 'cache-control': ALWAYS_REVALIDATE })
      expect(response.headers['content-length']).toBeUndefined()
      expect(response.headers['content-encoding']).toBeUndefined()
    }
  })

  it('returns 304 for HEAD', async () => {
    const headers = { 'if-none-match': await fetchTag('identity') }
    expect(await sendHttpRequest(port, '/page', { method: 'HEAD', headers })).toMatchObject({ status: 304 })
  })

  it('returns 200 for another encoding, another ETag or no-cache', async () => {
    const gzipTag = await fetchTag('gzip')
    const encodedResponses = await Promise.all([
      sendGet('/page', { 'accept-encoding': 'br', 'if-none-match': gzipTag }),
      sendGet('/page', { 'accept-encoding': 'gzip', 'if-none-match': '"other"' }),
      sendGet('/page', { 'accept-encoding': 'gzip', 'if-none-match': gzipTag.slice(1, -1) }),
      sendGet('/page', { 'accept-encoding': 'gzip', 'if-none-match': gzipTag, 'cache-control': 'no-cache' }),
      sendGet('/page', { 'accept-encoding': 'gzip', 'if-modified-since': new Date().toUTCString() }),
    ])
    expect(encodedResponses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    for (const response of encodedResponses) expect(decodeText(response)).toBe(TEXT)
  })

  it('returns the original status if it is not 200', async () => {
    const { headers } = await sendGet('/missing')
    expect(await sendGet('/missing', { 'if-none-match': headers.etag ?? '' })).toMatchObject({ status: 404 })
  })
})
