import { afterEach, describe, expect, it, vi } from 'vitest'

import { change, formatViews } from '../../../studio/page-views/report.ts'
import { fetchReport } from '../../../studio/page-views/views-badge.ts'

const siteUrl = 'https://www.example.com'
const total = { last7: 1, before7: 2, last30: 3, before30: 4 }
const report = { total, pages: [{ path: '/', ...total }], since: '2026-03-01' }

afterEach(() => vi.unstubAllGlobals())

describe('page view number', () => {
  it.each([
    [12, 10, '+20%'],
    [5, 10, '-50%'],
    [10, 10, 'no change'],
    [0, 0, 'no change'],
    [3, 0, 'new'],
    [0, 3, '-100%'],
  ])('%i after %i is shown as %s', (now, previous, expected) => expect(change(now, previous)).toBe(expected))

  it('has thousands separators', () => expect(formatViews(1204)).toBe('1,204'))
})

describe('page view report', () => {
  const mockFetch = (respond: () => Response | Promise<Response>) => {
    const fetchMock = vi.fn<typeof fetch>(async () => respond())
    vi.stubGlobal('fetch', fetchMock)
    return fetchMock
  }

  it('request sends the token in a header and never in the URL', async () => {
    const fetchMock = mockFetch(() => Response.json(report))
    expect(await fetchReport({ siteUrl, token: 'secret', path: '/a b' })).toEqual({ status: 'ready', report })
    const [address, init] = fetchMock.mock.calls[0] ?? []
    expect(address).toBe(`${siteUrl}/api/page-views?path=%2Fa%20b`)
    expect(init?.headers).toEqual({ authorization: 'Bearer secret' })
  })

  it('request is not sent without a token', async () => {
    const fetchMock = mockFetch(() => Response.json(report))
    expect(await fetchReport({ siteUrl, token: undefined })).toEqual({ status: 'refused' })
    expect(fetchMock).not.toHaveBeenCalled()
  })

  it.each([
    ['refused', 'a token of another project', () => Response.json({}, { status: 401 })],
    ['unreachable', 'a site outage', () => Promise.reject(new TypeError('fetch failed'))],
    ['unreachable', 'a database outage', () => Response.json({}, { status: 503 })],
    ['unreachable', 'a proxy error page', () => new Response('<html>')],
    ['unreachable', 'an unexpected response', () => Response.json({ total: null, pages: [] })],
  ])('is %s with %s', async (status, _, respond) => {
    mockFetch(respond)
    expect(await fetchReport({ siteUrl, token: 'secret' })).toEqual({ status })
  })
})
