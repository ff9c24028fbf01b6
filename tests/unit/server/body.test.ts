import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { Body, ENCODINGS } from '../../../server/http/body.ts'
import { pollUntil } from '../../support/until.ts'

const HTML_TYPE = 'text/html; charset=utf-8'
const buildPage = (text: string) => Buffer.from(`<p>${text}</p>`.repeat(100))

/** Requests the Brotli variant three times. The third request starts the best compression in the background. */
const getBrotliVariants = (body: Body) => [body.getVariant('br'), body.getVariant('br'), body.getVariant('br')] as const

const decoders = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }

describe('response body', () => {
  it('is the same text in every encoding and smaller when compressed', () => {
    const body = new Body(buildPage('a call'), HTML_TYPE)
    for (const encoding of ENCODINGS) {
      const { bytes } = body.getVariant(encoding)
      expect(decoders[encoding](bytes).toString()).toBe(buildPage('a call').toString())
      if (encoding !== 'identity') expect(bytes.length).toBeLessThan(buildPage('a call').length / 4)
    }
    expect(body.bytes).toEqual(buildPage('a call'))
  })

  it('has a strong ETag per encoding that depends on the content', () => {
    const listEtags = (body: Body) => ENCODINGS.map((encoding) => body.getVariant(encoding).etag)
    const firstTags = listEtags(new Body(buildPage('one'), HTML_TYPE))
    expect(new Set(firstTags).size).toBe(ENCODINGS.length)
    for (const tag of firstTags) expect(tag).toMatch(/^"[\w-]+"$/)
    expect(listEtags(new Body(buildPage('one'), HTML_TYPE))).toEqual(firstTags)
    expect(listEtags(new Body(buildPage('two'), HTML_TYPE)).filter((tag) => firstTags.includes(tag))).toEqual([])
  })

  it('is compressed once per encoding', () => {
    const body = new Body(buildPage('once'), HTML_TYPE)
    for (const encoding of ENCODINGS) expect(body.getVariant(encoding).bytes).toBe(body.getVariant(encoding).bytes)
  })

  it('is compressed better in the background after repeated requests and changes its ETag', async () => {
    const text = Buffer.from(Array.from({ length: 3_000 }, (_, index) => `call ${(index * 7919) % 3_001}`).join(' '))
    const body = new Body(text, HTML_TYPE)
    const [fastVariant, ...laterVariants] = getBrotliVariants(body)
    expect(laterVariants).toEqual([fastVariant, fastVariant])
    const smallest = await pollUntil('the best compression', async () => {
      const now = body.getVariant('br')
      return now === fastVariant ? undefined : now
    })
    expect(smallest.bytes.length).toBeLessThan(fastVariant.bytes.length)
    expect(smallest.etag).not.toBe(fastVariant.etag)
    expect(brotliDecompressSync(smallest.bytes)).toEqual(text)
    expect(body.getVariant('gzip').etag).not.toBe(smallest.etag)
  })

  it('skips background compression after it is dropped, while other bodies are still compressed', async () => {
    const droppedBody = new Body(buildPage('dropped'), HTML_TYPE)
    const laterBody = new Body(buildPage('later'), HTML_TYPE)
    const rarelySentBody = new Body(buildPage('seldom'), HTML_TYPE)
    const fastVariants = {
      dropped: getBrotliVariants(droppedBody)[0],
      later: getBrotliVariants(laterBody)[0],
      seldom: rarelySentBody.getVariant('br'),
    }
    droppedBody.drop()
    await pollUntil('the best compression', async () => laterBody.getVariant('br') !== fastVariants.later || undefined)
    expect(droppedBody.getVariant('br')).toBe(fastVariants.dropped)
    expect(rarelySentBody.getVariant('br'), 'a rarely requested body keeps the fast compression').toBe(
      fastVariants.seldom,
    )
  })
})

describe('compressibility', () => {
  it.each([
    ['an image', 'image/png', Buffer.alloc(5_000)],
    ['a font', 'font/woff2', Buffer.alloc(5_000)],
    ['audio', 'audio/mpeg', Buffer.alloc(5_000)],
    ['a missing content type', '', Buffer.alloc(5_000)],
    ['a short page', HTML_TYPE, Buffer.alloc(255, 'a')],
  ])('is false for %s', (_, type, bytes) => expect(new Body(bytes, type).isText).toBe(false))

  it.each([
    HTML_TYPE,
    'text/css; charset=utf-8',
    'text/javascript',
    'application/javascript',
    'application/json',
    'application/ld+json',
    'application/rss+xml; charset=utf-8',
    'application/manifest+json',
    'image/svg+xml',
  ])('is true for %s', (type) => expect(new Body(Buffer.alloc(256, 'a'), type).isText).toBe(true))
})
