import { describe, expect, it } from 'vitest'
import { BodyTooLargeError, InvalidUtf8Error, readBody } from '../../../lib/platform/http/read-body.ts'

const buildRequest = (body: BodyInit | null, headers: HeadersInit = {}) =>
  new Request('http://site.test', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)

function createStream(chunks: string[], onPull: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    pull(controller) {
      onPull()
      const chunk = chunks.shift()
      if (chunk === undefined) controller.close()
      else controller.enqueue(encoder.encode(chunk))
    },
  })
}

describe('readBody', () => {
  it('reads a body up to the limit, including multibyte characters', async () => {
    expect(await readBody(buildRequest('äö'), 4)).toBe('äö')
    expect(await readBody(buildRequest(null), 4)).toBe('')
  })

  it('counts bytes, not characters', async () => {
    await expect(readBody(buildRequest('äö'), 3)).rejects.toThrow(BodyTooLargeError)
  })

  it('rejects a large content-length before it reads the body', async () => {
    await expect(readBody(buildRequest('a', { 'content-length': '100' }), 10)).rejects.toThrow(BodyTooLargeError)
  })

  it.each([
    ['an invalid start byte', [0x61, 0xff]],
    ['a truncated character', [0x61, 0xe2, 0x82]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
  ])('rejects invalid UTF-8: %s', async (_what, bytes) => {
    await expect(readBody(buildRequest(new Uint8Array(bytes)), 10)).rejects.toThrow(InvalidUtf8Error)
  })

  it('stops reading a stream of unknown length when it exceeds the limit', async () => {
    let pullCount = 0
    const endless = Array.from({ length: 1000 }, () => 'x'.repeat(10))
    await expect(readBody(buildRequest(createStream(endless, () => pullCount++)), 25)).rejects.toThrow(
      BodyTooLargeError,
    )
    expect(pullCount).toBeLessThan(10)
  })
})
