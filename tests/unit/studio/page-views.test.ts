import { afterEach, describe, expect, it, vi } from 'vitest'

import { change, views } from '../../../studio/page-views/report.ts'
import { askForReport } from '../../../studio/page-views/views-badge.ts'

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
  ])('%i after %i is shown as %s', (now, before, said) => expect(change(now, before)).toBe(said))

  it('has thousands separators', () => expect(views(1204)).toBe('1,204'))
})

describe('page view report', () => {
  const answering = (answer: () => Response | Promise<Response>) => {
    const fetched = vi.fn<typeof fetch>(async () => answer())
    vi.stubGlobal('fetch', fetched)
    return fetched
  }

  it('request sends the token in a header and never in the URL', async () => {
    const fetched = answering(() => Response.json(report))
    expect(await askForReport({ siteUrl, token: 'secret', path: '/a b' })).toEqual({ status: 'ready', report })
    const [address, init] = fetched.mock.calls[0] ?? []
    expect(address).toBe(`${siteUrl}/api/page-views?path=%2Fa%20b`)
    expect(init?.headers).toEqual({ authorization: 'Bearer secret' })
  })

  it('request is not sent without a token', async () => {
    const fetched = answering(() => Response.json(report))
    expect(await askForReport({ siteUrl, token: undefined })).toEqual({ status: 'refused' })
    expect(fetched).not.toHaveBeenCalled()
  })

  it.each([
    ['refused', 'a token of another project', () => Response.json({}, { status: 401 })],
    ['unreachable', 'a site outage', () => Promise.reject(new TypeError('fetch failed'))],
    ['unreachable', 'a database outage', () => Response.json({}, { status: 503 })],
    ['unreachable', 'a proxy error page', () => new Response('<html>')],
    ['unreachable', 'an unexpected response', () => Response.json({ total: null, pages: [] })],
  ])('is %s with %s', async (status, _, answer) => {
    answering(answer)
    expect(await askForReport({ siteUrl, token: 'secret' })).toEqual({ status })
  })
})
