// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { SearchResponse } from '../../../lib/dashboard/search/input.ts'
import { buildQueryKey } from '../../../lib/dashboard/query/dashboard-query.ts'
import { type AreaName, AREAS, PERMISSION_NAMES } from '../../../lib/platform/auth/access-table.ts'
import { createTestScreen, settle, typeInto } from './test-screen.tsx'

const { push } = vi.hoisted(() => ({ push: vi.fn<(href: string) => void>() }))

vi.mock('@clerk/nextjs', () => import('./clerk-mock.ts'))
vi.mock('next/navigation', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  useRouter: () => ({ push }),
}))

const { PaletteProvider, SearchButton } = await import('../../../components/dashboard/palette/palette-provider.tsx')

// The first import takes longer than `vi.waitFor` waits.
await import('../../../components/dashboard/palette/palette.tsx')

const ID = '7a3c1f0e-5a52-4c0f-9d51-1f0e5a524c0f'
const READER = { organizationId: 'org_1', userId: 'user_1' }
const CALL = {
  id: ID,
  callerName: 'Inés Núñez',
  callerPhone: '+13125550142',
  startedAt: '2026-03-10T16:00:00.000Z',
  summary: 'Furnace leaks',
  callerWords: null,
}
const EMPTY = { rows: [], isMore: false }

const screen = createTestScreen()
let requests: { address: string; body: unknown }[]
let response: SearchResponse

beforeEach(() => {
  requests = []
  push.mockClear()
  localStorage.clear()
  response = {
    calls: { rows: [CALL], isMore: true },
    leads: EMPTY,
    callers: EMPTY,
    appointments: null,
    timeZone: 'UTC',
  }
  Element.prototype.scrollIntoView = () => undefined
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    requests.push({ address, body: init.body && JSON.parse(String(init.body)) })
    if (address === '/api/dashboard/views') return Response.json({ views: [], canManage: true, today: '2026-03-10' })
    return Response.json(response)
  })
})

const show = (areas = Object.keys(AREAS) as AreaName[]) =>
  screen.show(
    <PaletteProvider user={{ reader: READER, areas, permissions: PERMISSION_NAMES }}>
      <SearchButton />
      <div id="dialog" />
    </PaletteProvider>,
  )

const pressShortcut = (init: KeyboardEventInit = { ctrlKey: true }) =>
  settle(() => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', bubbles: true, ...init })))

const findInput = () => document.querySelector<HTMLInputElement>('[data-slot=palette] input')
const listOptions = () => [...document.querySelectorAll('[role=option]')].map((option) => option.textContent ?? '')
const getStatus = () => document.querySelector('[data-slot=palette] [role=status]')?.textContent

async function openPalette(): Promise<void> {
  await pressShortcut()
  await vi.waitFor(async () => {
    await settle()
    expect(findInput()).not.toBeNull()
  })
}

async function search(text: string): Promise<void> {
  await typeInto(findInput(), text)
  await vi.waitFor(async () => {
    await settle()
    expect(getStatus()).not.toBe('Searching…')
  })
}

const press = (key: string) =>
  settle(() => findInput()?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))

describe('command palette', () => {
  it('opens on Ctrl-K and Cmd-K, and not above another dialog', async () => {
    await show()
    await pressShortcut({ ctrlKey: true, shiftKey: true })
    await pressShortcut({})
    document.querySelector('#dialog')?.setAttribute('data-slot', 'dialog')
    await pressShortcut()
    expect(findInput()).toBeNull()
    document.querySelector('#dialog')?.removeAttribute('data-slot')
    await pressShortcut({ metaKey: true })
    await vi.waitFor(async () => {
      await settle()
      expect(findInput()).not.toBeNull()
    })
  })

  it('sends the search in the request body, and opens the best match on Enter', async () => {
    await show()
    await openPalette()
    await search('555-0142')
    expect(requests.at(-1)).toEqual({ address: '/api/dashboard/search', body: { search: '555-0142' } })
    expect(listOptions()).toEqual([expect.stringContaining('(312) 555-0142'), 'Show all in Calls'])
    expect(document.querySelector('mark')?.textContent).toBe('555-0142')
    await press('Enter')
    expect(push).toHaveBeenCalledExactlyOnceWith(`/dashboard/calls/${ID}`)
    expect(JSON.stringify(localStorage)).toContain(ID)
    expect(JSON.stringify(localStorage)).not.toMatch(/Inés|5550142/)
  })

  it('passes the search to the list outside of the URL', async () => {
    await show()
    await openPalette()
    await search('nunez')
    await press('ArrowDown')
    await press('Enter')
    expect(push).toHaveBeenCalledExactlyOnceWith('/dashboard/calls')
    expect(screen.cache.getQueryData(buildQueryKey('calls-requested-search', READER))).toBe('nunez')
  })

  it('shows recent records that still exist', async () => {
    const other = '7a3c1f0e-5a52-4c0f-9d51-1f0e5a524c10'
    localStorage.setItem(
      'ductwise-recent-org_1-user_1',
      JSON.stringify([
        { kind: 'leads', id: other },
        { kind: 'calls', id: ID },
      ]),
    )
    await show()
    await openPalette()
    await vi.waitFor(async () => {
      await settle()
      expect(listOptions()[0]).toContain('Inés Núñez')
    })
    expect(document.querySelector('[role=group]')?.textContent).toMatch(/^Recent/)
  })

  it('says that a search failed', async () => {
    await show()
    await openPalette()
    vi.stubGlobal('fetch', async () => Response.json({}, { status: 429 }))
    await search('nunez')
    expect(getStatus()).toContain('Couldn’t search records')
  })

  it('lists screens and actions without a request', async () => {
    await show()
    await openPalette()
    await search('h')
    expect(listOptions().join()).toMatch(/Hours & area|Change hours/)
    expect(requests.filter(({ address }) => address.endsWith('/search'))).toEqual([])
  })
})
