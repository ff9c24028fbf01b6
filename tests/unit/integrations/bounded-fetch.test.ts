import { afterEach, describe, expect, it, vi } from 'vitest'
import { fetchWithLimits } from '../../../lib/dashboard/integrations/bounded-fetch.ts'

const ADDRESS = 'https://api.example.com/'

/** Maximum response size in bytes. */
const MAX_BYTES = 1_000_000

function mockFetch(respond: () => Response | Promise<Response>) {
  const fetchMock = vi.fn<typeof fetch>(async () => respond())
  vi.stubGlobal('fetch', fetchMock)
  return fetchMock
}

const createChunkedStream = (...sizes: number[]) =>
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
    const fetchMock = mockFetch(() => Response.json({}))
    await fetchWithLimits(ADDRESS, { method: 'POST', body: 'a=b', redirect: 'follow' })
    expect(fetchMock.mock.calls).toEqual([[ADDRESS, { method: 'POST', body: 'a=b', redirect: 'manual', signal }]])
    expect(timeout.mock.calls).toEqual([[5_000]])
  })

  it('returns the body, status and headers of the response', async () => {
    mockFetch(() => new Response('Later', { status: 429, headers: { 'retry-after': '7' } }))
    const response = await fetchWithLimits(ADDRESS)
    expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([429, '7', 'Later'])
  })

  it.each([204, 205, 304])('accepts a response without a body: %s', async (status) => {
    mockFetch(() => Object.defineProperty(new Response(''), 'status', { value: status }))
    const response = await fetchWithLimits(ADDRESS)
    expect([response.status, response.body]).toEqual([status, null])
  })

  it('accepts a response up to the size limit and rejects a larger one', async () => {
    mockFetch(() => new Response(createChunkedStream(MAX_BYTES - 1, 1)))
    expect((await (await fetchWithLimits(ADDRESS)).arrayBuffer()).byteLength).toBe(MAX_BYTES)
    mockFetch(() => new Response(createChunkedStream(MAX_BYTES - 1, 1, 1), { headers: { 'content-length': '1' } }))
    await expect((await fetchWithLimits(ADDRESS)).arrayBuffer()).rejects.toMatchObject({ code: 'unexpected_answer' })
  })

  it('fails with code no_answer and the cause if there is no response', async () => {
    const cause = new TypeError('fetch failed')
    mockFetch(() => Promise.reject(cause))
    await expect(fetchWithLimits(ADDRESS)).rejects.toMatchObject({ name: 'ProviderError', code: 'no_answer', cause })
  })
})
