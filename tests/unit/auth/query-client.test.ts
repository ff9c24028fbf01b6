import { focusManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient, getQueryClient } from '../../../lib/dashboard/query/client.ts'
import { z } from 'zod'
import { buildDashboardQuery, buildEndpoint, buildQueryKey } from '../../../lib/dashboard/query/dashboard-query.ts'

const MINUTE_MS = 60_000
const READER = { organizationId: 'org_1', userId: 'user_1' }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  focusManager.setFocused(undefined)
})

describe('dashboard query cache', () => {
  it('refetches after five minutes, but not on window focus', async () => {
    const client = createQueryClient()
    const read = vi.fn<() => Promise<number>>(async () => 1)
    const observe = () => new QueryObserver(client, { queryKey: ['x'], queryFn: read }).subscribe(() => undefined)
    const stop = observe()
    await vi.advanceTimersByTimeAsync(1)
    await vi.advanceTimersByTimeAsync(5 * MINUTE_MS - 2)
    observe()()
    expect(read).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(2)
    focusManager.setFocused(false)
    focusManager.setFocused(true)
    await vi.advanceTimersByTimeAsync(1)
    expect(read).toHaveBeenCalledTimes(1)
    observe()()
    expect(read).toHaveBeenCalledTimes(2)
    stop()
  })

  it('evicts unused queries after five minutes', async () => {
    const client = createQueryClient()
    await client.fetchQuery({ queryKey: ['x'], queryFn: async () => 1 })
    await vi.advanceTimersByTimeAsync(5 * MINUTE_MS - 1)
    expect(client.getQueryData(['x'])).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(client.getQueryData(['x'])).toBeUndefined()
  })

  it('retries a failed query once', async () => {
    const client = createQueryClient()
    const read = vi.fn<() => Promise<number>>(() => Promise.reject(new Error('down')))
    const stop = new QueryObserver(client, { queryKey: ['x'], queryFn: read }).subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    expect(read).toHaveBeenCalledTimes(2)
    stop()
  })

  it('is not shared between server requests', () => expect(getQueryClient()).not.toBe(getQueryClient()))

  it('sets no server timers that would keep a request in memory', async () => {
    const cache = getQueryClient()
    cache.setQueryData(['x'], 1)
    await cache.fetchQuery({ queryKey: ['y'], queryFn: async () => 1 })
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('dashboard query', () => {
  const stubResponse = (body: unknown, status = 200) =>
    vi.stubGlobal('fetch', async () => Response.json(body, { status }))
  const query = (overrides: Partial<typeof READER> = {}) =>
    buildDashboardQuery('things', z.object({ things: z.array(z.object({ id: z.string() })) }), {
      ...READER,
      ...overrides,
    })

  it('has a separate cache key per user and organization', () => {
    expect(query().queryKey).not.toEqual(query({ userId: 'user_2' }).queryKey)
    expect(query().queryKey).not.toEqual(query({ organizationId: 'org_2' }).queryKey)
  })

  it('has a separate cache key and URL per filter, page and sort order', () => {
    const params = { page: 2, search: 'no heat & co', stage: ['new', 'won'], sort: undefined, urgent: false, from: '' }
    expect(buildEndpoint('leads', params)).toBe(
      '/api/dashboard/leads?page=2&search=no+heat+%26+co&stage=new&stage=won&urgent=false',
    )
    expect(buildEndpoint('leads')).toBe('/api/dashboard/leads')
    const keys = [undefined, {}, { page: 1 }, { page: 2 }, params].map((each) => buildQueryKey('leads', READER, each))
    expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(keys.length)
    expect(buildQueryKey('leads', READER, { b: 1, a: 2 })).toEqual(
      buildQueryKey('leads', READER, { a: 2, b: 1, c: undefined }),
    )
    for (const key of keys) expect(key.slice(0, 4)).toEqual(buildQueryKey('leads', READER))
  })

  it('keeps previous rows while loading, but never those of another organization', async () => {
    const client = createQueryClient()
    const schema = z.object({ page: z.number() })
    const buildPageQuery = (number: number, overrides: Partial<typeof READER> = {}) =>
      buildDashboardQuery('things', schema, { ...READER, ...overrides }, { page: number })
    stubResponse({ page: 1 })
    const observer = new QueryObserver(client, buildPageQuery(1))
    const stop = observer.subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(1)
    expect(observer.getCurrentResult().data).toEqual({ page: 1 })
    vi.stubGlobal('fetch', () => new Promise(() => undefined))
    observer.setOptions(buildPageQuery(2))
    expect(observer.getCurrentResult()).toMatchObject({ data: { page: 1 }, isPlaceholderData: true })
    observer.setOptions(buildPageQuery(2, { organizationId: 'org_2' }))
    expect(observer.getCurrentResult().data).toBeUndefined()
    stop()
  })

  it("returns the server's response", async () => {
    stubResponse({ things: [{ id: '1' }] })
    expect(await createQueryClient().fetchQuery(query())).toEqual({ things: [{ id: '1' }] })
  })

  it.each([
    ['an error response', { error: 'no' }, 403],
    ['an unexpected format', { things: [{ id: 1 }] }, 200],
  ])('fails on %s', async (_what, body, status) => {
    stubResponse(body, status)
    await expect(createQueryClient().fetchQuery({ ...query(), retry: false })).rejects.toThrow()
  })
})
