import { afterEach, describe, expect, it, vi } from 'vitest'
import { boundedFetch } from '../../../lib/dashboard/integrations/bounded-fetch.ts'

const ADDRESS = 'https://api.example.com/'

/** Maximum response size in bytes. */
const LONGEST = 1_000_000

function answering(answer: () => Response | Promise<Response>) {
  const fetched = vi.fn<typeof fetch>(async () => answer())
  vi.stubGlobal('fetch', fetched)
  return fetched
}

const inParts = (...sizes: number[]) =>
  new ReadableStream({
    start(controller) {
      for (const size of sizes) controller.enqueue(new Uint8Array(size))
      controller.close()
    },
  })

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('provider request', () => {
  it('keeps its options, never follows redirects and has a timeout', async () => {
    const { signal } = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(signal)
    const fetched = answering(() => Response.json({}))
    await boundedFetch(ADDRESS, { method: 'POST', body: 'a=b', redirect: 'follow' })
    expect(fetched.mock.calls).toEqual([[ADDRESS, { method: 'POST', body: 'a=b', redirect: 'manual', signal }]])
    expect(timeout.mock.calls).toEqual([[5_000]])
  })

  it('returns the body, status and headers of the response', async () => {
    answering(() => new Response('Later', { status: 429, headers: { 'retry-after': '7' } }))
    const answer = await boundedFetch(ADDRESS)
    expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([429, '7', 'Later'])
  })

  it.each([204, 205, 304])('accepts a response without a body: %s', async (status) => {
    answering(() => Object.defineProperty(new Response(''), 'status', { value: status }))
    const answer = await boundedFetch(ADDRESS)
    expect([answer.status, answer.body]).toEqual([status, null])
  })

  it('accepts a response up to the size limit and rejects a larger one', async () => {
    answering(() => new Response(inParts(LONGEST - 1, 1)))
    expect((await (await boundedFetch(ADDRESS)).arrayBuffer()).byteLength).toBe(LONGEST)
    answering(() => new Response(inParts(LONGEST - 1, 1, 1), { headers: { 'content-length': '1' } }))
    await expect((await boundedFetch(ADDRESS)).arrayBuffer()).rejects.toMatchObject({ code: 'unexpected_answer' })
  })

  it('fails with code no_answer and the cause if there is no response', async () => {
    const cause = new TypeError('fetch failed')
    answering(() => Promise.reject(cause))
    await expect(boundedFetch(ADDRESS)).rejects.toMatchObject({ name: 'ProviderError', code: 'no_answer', cause })
  })
})
