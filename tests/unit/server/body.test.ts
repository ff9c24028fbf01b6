import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { Body, ENCODINGS } from '../../../server/http/body.ts'
import { until } from '../../support/until.ts'

const HTML = 'text/html; charset=utf-8'
const page = (text: string) => Buffer.from(`<p>${text}</p>`.repeat(100))

/** Requests the Brotli variant three times. The third request starts the best compression in the background. */
const asked = (body: Body) => [body.variant('br'), body.variant('br'), body.variant('br')] as const

const decoded = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }

describe('response body', () => {
  it('is the same text in every encoding and smaller when compressed', () => {
    const body = new Body(page('a call'), HTML)
    for (const encoding of ENCODINGS) {
      const { bytes } = body.variant(encoding)
      expect(decoded[encoding](bytes).toString()).toBe(page('a call').toString())
      if (encoding !== 'identity') expect(bytes.length).toBeLessThan(page('a call').length / 4)
    }
    expect(body.bytes).toEqual(page('a call'))
  })

  it('has a strong ETag per encoding that depends on the content', () => {
    const tags = (body: Body) => ENCODINGS.map((encoding) => body.variant(encoding).etag)
    const one = tags(new Body(page('one'), HTML))
    expect(new Set(one).size).toBe(ENCODINGS.length)
    for (const tag of one) expect(tag).toMatch(/^"[\w-]+"$/)
    expect(tags(new Body(page('one'), HTML))).toEqual(one)
    expect(tags(new Body(page('two'), HTML)).filter((tag) => one.includes(tag))).toEqual([])
  })

  it('is compressed once per encoding', () => {
    const body = new Body(page('once'), HTML)
    for (const encoding of ENCODINGS) expect(body.variant(encoding).bytes).toBe(body.variant(encoding).bytes)
  })

  it('is compressed better in the background after repeated requests and changes its ETag', async () => {
    const text = Buffer.from(Array.from({ length: 3_000 }, (_, index) => `call ${(index * 7919) % 3_001}`).join(' '))
    const body = new Body(text, HTML)
    const [quick, ...others] = asked(body)
    expect(others).toEqual([quick, quick])
    const small = await until('the best compression', async () => {
      const now = body.variant('br')
      return now === quick ? undefined : now
    })
    expect(small.bytes.length).toBeLessThan(quick.bytes.length)
    expect(small.etag).not.toBe(quick.etag)
    expect(brotliDecompressSync(small.bytes)).toEqual(text)
    expect(body.variant('gzip').etag).not.toBe(small.etag)
  })

  it('skips background compression once dropped, and later bodies continue', async () => {
    const dropped = new Body(page('dropped'), HTML)
    const later = new Body(page('later'), HTML)
    const seldom = new Body(page('seldom'), HTML)
    const quick = { dropped: asked(dropped)[0], later: asked(later)[0], seldom: seldom.variant('br') }
    dropped.drop()
    await until('the best compression', async () => later.variant('br') !== quick.later || undefined)
    expect(dropped.variant('br')).toBe(quick.dropped)
    expect(seldom.variant('br'), 'a seldom requested body stays quick').toBe(quick.seldom)
  })
})

describe('compressibility', () => {
  it.each([
    ['an image', 'image/png', Buffer.alloc(5_000)],
    ['a font', 'font/woff2', Buffer.alloc(5_000)],
    ['audio', 'audio/mpeg', Buffer.alloc(5_000)],
    ['a missing content type', '', Buffer.alloc(5_000)],
    ['a short page', HTML, Buffer.alloc(255, 'a')],
  ])('is false for %s', (_, type, bytes) => expect(new Body(bytes, type).isText).toBe(false))

  it.each([
    HTML,
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
