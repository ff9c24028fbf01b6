// @vitest-environment jsdom
import { act, useEffect, useSyncExternalStore } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { readSearchParams, writeSearchParams } from '../../../lib/dashboard/query/search-params.ts'
import { createTestRenderer, settle } from './test-screen.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { LiveChanges } from '../../../components/dashboard/live-changes.tsx'
import { createQueryClient } from '../../../lib/dashboard/query/client.ts'

const listeners = new Set<() => void>()
const notifyOnChange = (name: 'pushState' | 'replaceState') => {
  const change = window.history[name].bind(window.history)
  window.history[name] = (...args) => {
    change(...args)
    listeners.forEach((listener) => listener())
  }
}
notifyOnChange('pushState')
notifyOnChange('replaceState')
window.addEventListener('popstate', () => listeners.forEach((listener) => listener()))
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
vi.mock('next/navigation', () => ({
  useSearchParams: () =>
    new URLSearchParams(
      useSyncExternalStore(
        subscribe,
        () => window.location.search,
        () => '',
      ),
    ),
}))

const { useAddressState } = await import('../../../components/dashboard/use-address-state.ts')

const schema = z.object({
  search: z.string().default(''),
  stage: z.enum(['all', 'new', 'booked']).default('all'),
  assigned: z.array(z.string()).default([]),
  urgent: z.stringbool().default(false),
  page: z.coerce.number().int().min(1).default(1),
})

const DEFAULTS = { search: '', stage: 'all', assigned: [], urgent: false, page: 1 }

describe('URL state', () => {
  it('is parsed from query parameters, with defaults for missing ones', () => {
    expect(readSearchParams(schema, {})).toEqual(DEFAULTS)
    const params = new URLSearchParams('search=no+heat&stage=new&assigned=a&assigned=b&urgent=true&page=3')
    const state = { search: 'no heat', stage: 'new', assigned: ['a', 'b'], urgent: true, page: 3 }
    expect(readSearchParams(schema, params)).toEqual(state)
    expect(readSearchParams(schema, { ...state, urgent: 'true', page: '3' })).toEqual(state)
  })

  it.each(['stage=other', 'page=0', 'page=x', 'page=1.5', 'urgent=perhaps', 'nothing=known'])(
    'falls back to the default for invalid values: %s',
    (query) => expect(readSearchParams(schema, new URLSearchParams(query))).toEqual(DEFAULTS),
  )

  it('omits defaults when written and round-trips', () => {
    expect(writeSearchParams(schema, readSearchParams(schema, {}))).toBe('')
    const state = { ...readSearchParams(schema, {}), assigned: ['a', 'b & c'], urgent: true, page: 2 }
    const written = writeSearchParams(schema, state)
    expect(written).toBe('?assigned=a&assigned=b+%26+c&urgent=true&page=2')
    expect(readSearchParams(schema, new URLSearchParams(written))).toEqual(state)
  })

  it('keeps unrelated query parameters', () => {
    const otherParams = new URLSearchParams('range=30&page=9')
    expect(writeSearchParams(schema, { ...readSearchParams(schema, {}), page: 2 }, otherParams)).toBe(
      '?range=30&page=2',
    )
  })
})

describe('useAddressState', () => {
  const render = createTestRenderer()
  type State = ReturnType<typeof useAddressState<typeof schema>>
  let currentState: State[0]
  let change: State[1]
  function StateProbe() {
    const [state, setState] = useAddressState(schema)
    useEffect(() => {
      currentState = state
      change = setState
    }, [state, setState])
    return null
  }

  beforeEach(async () => {
    window.history.replaceState(null, '', '/dashboard/leads?stage=new&page=4#list')
    await render(<StateProbe />)
  })

  it('updates the URL and returns to the first page', async () => {
    expect(currentState).toEqual({ ...DEFAULTS, stage: 'new', page: 4 })
    await settle(() => change({ search: 'heat' }))
    expect(currentState).toEqual({ ...DEFAULTS, stage: 'new', search: 'heat' })
    expect(window.location.href).toMatch(/\/dashboard\/leads[?]search=heat&stage=new#list$/)
    await settle(() => change({ page: 2 }))
    expect(currentState.page).toBe(2)
  })

  // Retries, because jsdom occasionally ignores `history.back()` on a busy machine.
  it('adds a history entry unless the change replaces the current one', { retry: 2 }, async () => {
    const length = window.history.length
    await settle(() => change({ search: 'h' }, { history: 'replace' }))
    await settle(() => change({ search: 'he' }, { history: 'replace' }))
    expect(window.history).toHaveLength(length)
    await settle(() => change({ stage: 'booked' }))
    expect(window.history).toHaveLength(length + 1)
    await act(() => {
      window.history.back()
      return vi.waitFor(() => expect(window.location.search).toBe('?search=he&stage=new'), 5_000)
    })
    expect(currentState).toEqual({ ...DEFAULTS, stage: 'new', search: 'he' })
  })

  it('keeps both of two simultaneous changes', async () => {
    await settle(() => {
      change({ search: 'heat' })
      change({ stage: 'booked' })
    })
    expect(currentState).toMatchObject({ search: 'heat', stage: 'booked' })
  })

  it('adds no history entry for unchanged state', async () => {
    const length = window.history.length
    await settle(() => change({ page: 4 }))
    expect(window.history).toHaveLength(length)
  })
})

describe('live changes', () => {
  const render = createTestRenderer()
  let requests: string[]
  let responses: string[]
  beforeEach(() => {
    requests = []
    vi.stubGlobal('fetch', async (address: string) => {
      requests.push(address)
      const last = responses.shift()
      return last === undefined ? new Promise(() => undefined) : Response.json({ last })
    })
  })
  async function detectChange(since: PromiseLike<string | null | undefined>): Promise<boolean> {
    const cache = createQueryClient()
    const invalidateSpy = vi.spyOn(cache, 'invalidateQueries')
    await render(
      <QueryClientProvider client={cache}>
        <LiveChanges since={since} />
      </QueryClientProvider>,
    )
    await settle()
    return invalidateSpy.mock.calls.length > 0
  }

  it('invalidate queries if data changed after the page was rendered', async () => {
    responses = ['2']
    expect(await detectChange(Promise.resolve('1'))).toBe(true)
    expect(requests).toEqual(['/api/dashboard/changes?since=1', '/api/dashboard/changes?since=2'])
  })

  it('do not invalidate queries if nothing changed', async () => {
    responses = ['1']
    expect(await detectChange(Promise.resolve('1'))).toBe(false)
  })

  it.each([
    ['is unknown', () => Promise.resolve(undefined)],
    ['fails to load', () => Promise.reject(new Error('Connection closed.'))],
  ])('use the first response as the baseline if the initial version %s', async (_, since) => {
    responses = ['1', '2']
    expect(await detectChange(since())).toBe(true)
    expect(requests).toEqual(['', '?since=1', '?since=2'].map((query) => `/api/dashboard/changes${query}`))
  })
})
