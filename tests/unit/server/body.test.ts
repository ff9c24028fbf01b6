import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { Body, ENCODINGS } from '../../../server/http/body.ts'
import { pollUntil } from '../../support/until.ts'

const HTML_TYPE = 'text/html; charset=utf-8'
const page = (text: string) => Buffer.from(`<p>${text}</p>`.repeat(100))

/** Requests the Brotli variant three times. The third request starts the best compression in the background. */
const getBrotliVariants = (body: Body) => [body.variant('br'), body.variant('br'), body.variant('br')] as const

const decoders = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }

describe('response body', () => {
  it('is the same text in every encoding and smaller when compressed', () => {
    const body = new Body(page('a call'), HTML_TYPE)
    for (const encoding of ENCODINGS) {
      const { bytes } = body.variant(encoding)
      expect(decoders[encoding](bytes).toString()).toBe(page('a call').toString())
      if (encoding !== 'identity') expect(bytes.length).toBeLessThan(page('a call').length / 4)
    }
    expect(body.bytes).toEqual(page('a call'))
  })

  it('has a strong ETag per encoding that depends on the content', () => {
    const tags = (body: Body) => ENCODINGS.map((encoding) => body.variant(encoding).etag)
    const firstTags = tags(new Body(page('one'), HTML_TYPE))
    expect(new Set(firstTags).size).toBe(ENCODINGS.length)
    for (const tag of firstTags) expect(tag).toMatch(/^"[\w-]+"$/)
    expect(tags(new Body(page('one'), HTML_TYPE))).toEqual(firstTags)
    expect(tags(new Body(page('two'), HTML_TYPE)).filter((tag) => firstTags.includes(tag))).toEqual([])
  })

  it('is compressed once per encoding', () => {
    const body = new Body(page('once'), HTML_TYPE)
    for (const encoding of ENCODINGS) expect(body.variant(encoding).bytes).toBe(body.variant(encoding).bytes)
  })

  it('is compressed better in the background after repeated requests and changes its ETag', async () => {
    const text = Buffer.from(Array.from({ length: 3_000 }, (_, index) => `call ${(index * 7919) % 3_001}`).join(' '))
    const body = new Body(text, HTML_TYPE)
    const [fastVariant, ...laterVariants] = getBrotliVariants(body)
    expect(laterVariants).toEqual([fastVariant, fastVariant])
    const smallest = await pollUntil('the best compression', async () => {
      const now = body.variant('br')
      return now === fastVariant ? undefined : now
    })
    expect(smallest.bytes.length).toBeLessThan(fastVariant.bytes.length)
    expect(smallest.etag).not.toBe(fastVariant.etag)
    expect(brotliDecompressSync(smallest.bytes)).toEqual(text)
    expect(body.variant('gzip').etag).not.toBe(smallest.etag)
  })

  it('skips background compression once dropped, and later bodies continue', async () => {
    const dropped = new Body(page('dropped'), HTML_TYPE)
    const later = new Body(page('later'), HTML_TYPE)
    const seldom = new Body(page('seldom'), HTML_TYPE)
    const fastVariants = {
      dropped: getBrotliVariants(dropped)[0],
      later: getBrotliVariants(later)[0],
      seldom: seldom.variant('br'),
    }
    dropped.drop()
    await pollUntil('the best compression', async () => later.variant('br') !== fastVariants.later || undefined)
    expect(dropped.variant('br')).toBe(fastVariants.dropped)
    expect(seldom.variant('br'), 'a seldom requested body stays quick').toBe(fastVariants.seldom)
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
