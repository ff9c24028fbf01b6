// @vitest-environment jsdom
import { useSyncExternalStore } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { leadListState, type LeadListState } from '../../../lib/dashboard/leads/list-state.ts'
import type { SetListState } from '../../../components/dashboard/list/filter-bar.tsx'
import { createTestScreen, settle } from './test-screen.tsx'

const listeners = new Set<() => void>()
const notify = () => listeners.forEach((listener) => listener())
/** Like Next.js, whose router notices new addresses. */
for (const name of ['pushState', 'replaceState'] as const) {
  const change = window.history[name].bind(window.history)
  window.history[name] = (...args) => {
    change(...args)
    notify()
  }
}
window.addEventListener('popstate', notify)
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

const { useListState } = await import('../../../components/dashboard/list/use-list-state.ts')
const { buildRequestedSearchKey, useCurrentListSearch } =
  await import('../../../components/dashboard/list/use-list-search.ts')

const READER = { organizationId: 'org_1', userId: 'user_1' }

const screen = createTestScreen()
let state: LeadListState
let setState: SetListState<LeadListState>

function Toolbar() {
  return <output>{useCurrentListSearch('leads')}</output>
}

function List() {
  const [listState, setListState] = useListState(leadListState, 'leads', READER)
  // oxlint-disable-next-line react/globals -- the test reads the latest values
  ;[state, setState] = [listState, setListState]
  return null
}

const show = () =>
  screen.show(
    <>
      <Toolbar />
      <List />
    </>,
  )
const requestSearch = (search: string) =>
  settle(() => screen.cache.setQueryData(buildRequestedSearchKey('leads', READER), search))

beforeEach(() => window.history.pushState(null, '', '/dashboard/leads'))

describe('search of a list', () => {
  it('stays out of the URL, and in the history entry', async () => {
    await show()
    await settle(() => setState({ search: 'ada' }, { history: 'replace' }))
    expect(state.search).toBe('ada')
    expect(document.querySelector('output')?.textContent).toBe('ada')
    expect(window.location.href).not.toContain('ada')
    await screen.show(<p>A lead</p>)
    await show()
    expect(state.search).toBe('ada')
  })

  it('is kept by filters, and restored by Back', async () => {
    await show()
    await settle(() => setState({ search: 'ada' }, { history: 'replace' }))
    await settle(() => setState({ stage: 'new' }))
    expect(state).toMatchObject({ search: 'ada', stage: 'new' })
    expect(document.querySelector('output')?.textContent).toBe('ada')
    await settle(() => setState({ search: 'bo' }, { history: 'replace' }))
    const popped = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
    window.history.back()
    await popped
    await settle()
    expect(state).toMatchObject({ search: 'ada', stage: undefined })
  })

  it('is empty in other links to the list', async () => {
    await show()
    await settle(() => setState({ search: 'ada' }, { history: 'replace' }))
    await screen.show(<p>Today</p>)
    window.history.pushState(null, '', '/dashboard/leads')
    await show()
    expect(state.search).toBe('')
  })

  it('is applied on request, once, before and after the list is on screen', async () => {
    await requestSearch('ada')
    await show()
    expect(state.search).toBe('ada')
    await settle(() => setState({ search: '' }, { history: 'replace' }))
    expect(state.search).toBe('')
    await requestSearch('bo')
    expect(state.search).toBe('bo')
    await settle(() => setState({ search: 'bob' }, { history: 'replace' }))
    expect(state.search).toBe('bob')
    expect(window.location.search).toBe('')
  })

  it('of a bookmarked link applies until it is changed', async () => {
    window.history.pushState(null, '', '/dashboard/leads?search=ada&stage=new')
    await show()
    expect(state.search).toBe('ada')
    await settle(() => setState({ search: '' }, { history: 'replace' }))
    expect(state).toMatchObject({ search: '', stage: 'new' })
    expect(window.location.search).toBe('?stage=new')
  })
})
