import { afterEach, describe, expect, it, vi } from 'vitest'
import { boundedFetch } from '../../../lib/dashboard/integrations/bounded-fetch.ts'

const ADDRESS = 'https://api.example.com/'

/** Bytes. */
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

describe('a request to a provider', () => {
  it('is sent as it is, follows nobody elsewhere, and ends with its deadline', async () => {
    const { signal } = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(signal)
    const fetched = answering(() => Response.json({}))
    await boundedFetch(ADDRESS, { method: 'POST', body: 'a=b', redirect: 'follow' })
    expect(fetched.mock.calls).toEqual([[ADDRESS, { method: 'POST', body: 'a=b', redirect: 'manual', signal }]])
    expect(timeout.mock.calls).toEqual([[5_000]])
  })

  it('has the answer, its status and its headers', async () => {
    answering(() => new Response('Later', { status: 429, headers: { 'retry-after': '7' } }))
    const answer = await boundedFetch(ADDRESS)
    expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([429, '7', 'Later'])
  })

  it.each([204, 205, 304])('has an answer without content: %s', async (status) => {
    answering(() => Object.defineProperty(new Response(''), 'status', { value: status }))
    const answer = await boundedFetch(ADDRESS)
    expect([answer.status, answer.body]).toEqual([status, null])
  })

  it('reads an answer to its end when it is not too long, however many parts it has', async () => {
    answering(() => new Response(inParts(LONGEST - 1, 1)))
    expect((await (await boundedFetch(ADDRESS)).arrayBuffer()).byteLength).toBe(LONGEST)
    answering(() => new Response(inParts(LONGEST - 1, 1, 1), { headers: { 'content-length': '1' } }))
    await expect((await boundedFetch(ADDRESS)).arrayBuffer()).rejects.toMatchObject({ code: 'unexpected_answer' })
  })

  it('that nobody answers says so, and why', async () => {
    const cause = new TypeError('fetch failed')
    answering(() => Promise.reject(cause))
    await expect(boundedFetch(ADDRESS)).rejects.toMatchObject({ name: 'ProviderError', code: 'no_answer', cause })
  })
})
