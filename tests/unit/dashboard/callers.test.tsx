// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { buildSchedule } from '../../support/schedule.ts'
import type { CalendarResponse } from '../../../lib/dashboard/appointments/calendar.ts'
import type { AppointmentRecord } from '../../../lib/dashboard/appointments/record.ts'
import type { CallerPage } from '../../../lib/dashboard/callers/record.ts'
import { buildQueryKey } from '../../../lib/dashboard/query/dashboard-query.ts'
import { findField, pressButton, settle, createTestScreen, typeInto } from './test-screen.tsx'

vi.mock('@clerk/nextjs', () => import('./clerk-mock.ts'))
vi.mock('@clerk/nextjs/errors', () => import('./clerk-mock.ts'))

const { CallerList } = await import('../../../components/dashboard/callers/caller-list.tsx')
const { CallerView } = await import('../../../components/dashboard/callers/caller-view.tsx')
const { DayGrid } = await import('../../../components/dashboard/appointments/day-grid.tsx')
const { PhoneActions } = await import('../../../components/dashboard/phone-actions.tsx')

const READER = { organizationId: 'org_1', userId: 'user_1' }
const PHONE = '+12125550142'
const ID = '7a3c1f0e-5a52-4c0f-9d51-1f0e5a524c0f'
const NOW = '2026-03-10T16:00:00.000Z'

const screen = createTestScreen()
const { show } = screen
let requests: { address: string; method: string; body: unknown }[]
let responses: Record<string, unknown>

beforeEach(() => {
  requests = []
  responses = { 'callers/do-not-call': { phones: [] } }
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET'
    requests.push({ address, method, body: init.body && JSON.parse(String(init.body)) })
    const name = address.replace('/api/dashboard/', '')
    return Response.json(responses[`${method} ${name}`] ?? responses[name] ?? {}, {
      status: name in responses || `${method} ${name}` in responses ? 200 : 404,
    })
  })
})

const waitUntil = (check: () => void) =>
  vi.waitFor(async () => {
    await settle()
    check()
  })

const findLink = (label: string) => document.querySelector<HTMLAnchorElement>(`a[aria-label="${label}"]`)

describe('phone actions', () => {
  const actions = <PhoneActions number={PHONE} subject={{ kind: 'call', at: NOW, zone: 'UTC' }} />

  it('offer a call and a text message with the company name', async () => {
    await show(actions)
    expect(findLink('Call (212) 555-0142')?.getAttribute('href')).toBe(`tel:${PHONE}`)
    const href = findLink('Text (212) 555-0142')?.getAttribute('href') ?? ''
    expect(decodeURIComponent(href)).toBe(
      `sms:${PHONE}?&body=This is Kestrel Heating. You called us on Tuesday, March 10.`,
    )
  })

  it('require confirmation before calling a do-not-call number', async () => {
    responses['callers/do-not-call'] = { phones: [PHONE] }
    expect(await show(actions)).toContain('Do not call')
    const click = new MouseEvent('click', { bubbles: true, cancelable: true })
    await settle(() => findLink('Call (212) 555-0142')?.dispatchEvent(click))
    expect(click.defaultPrevented).toBe(true)
    await waitUntil(() => expect(document.body.textContent).toContain('This caller asked not to be called'))
  })

  it('require no confirmation for other numbers', async () => {
    responses['callers/do-not-call'] = { phones: ['+12125550199'] }
    expect(await show(actions)).not.toContain('Do not call')
    const click = new MouseEvent('click', { bubbles: true, cancelable: true })
    await settle(() => findLink('Text (212) 555-0142')?.dispatchEvent(click))
    expect(document.body.textContent).not.toContain('This caller asked not to be called')
  })
})

describe('caller list', () => {
  it('sends the search in the request body and restores it on return', async () => {
    const counts = { calls: 2, leads: 1, visits: null }
    const row = { id: ID, name: 'Inés Núñez', doNotCall: true, phones: [PHONE], latestCall: NOW, ...counts }
    responses['POST callers'] = { rows: [row], total: 1, timeZone: 'UTC', today: '2026-03-10' }
    const text = await show(<CallerList reader={READER} hasFailed={false} />)
    for (const phrase of ['Inés Núñez', '(212) 555-0142', '2 calls, 1 lead', 'Do not call'])
      expect(text).toContain(phrase)
    const field = findField('Search callers')
    await typeInto(field, 'nunez')
    await settle(() => field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
    expect(requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { search: '', page: 1 },
      { search: 'nunez', page: 1 },
    ])
    expect(requests.every(({ address }) => !address.includes('nunez'))).toBe(true)
    await show(<p>Another page</p>)
    window.history.pushState(null, '', '/dashboard/callers')
    await show(<CallerList reader={READER} hasFailed={false} />)
    expect(findField('Search callers')?.value).toBe('nunez')
  })
})

describe('caller page', () => {
  const caller = {
    id: ID,
    name: 'Inés Núñez',
    address: null,
    house: 'Attic',
    system: null,
    notes: null,
    doNotCall: false,
    version: 3,
    createdAt: NOW,
    updatedAt: NOW,
  }
  const page: CallerPage = {
    caller,
    numbers: [{ phone: PHONE, latestCall: NOW }],
    names: ['Inés Núñez', 'Ines N.'],
    calls: [{ id: ID, startedAt: NOW, outcome: 'booked', summary: null, callerWords: 'No flame' }],
    leads: [{ id: ID, name: 'Inés', problem: 'No heat', stage: 'won', createdAt: '2026-03-11T16:00:00.000Z' }],
    visits: [],
    counts: { calls: 1, leads: 1, visits: 0 },
    timeZone: 'UTC',
  }
  const getPatchedBody = () => requests.findLast(({ method }) => method === 'PATCH')?.body
  const renderView = (canChange: boolean) => (
    <CallerView id={ID} reader={READER} hasFailed={false} canChange={canChange} canManage={canChange} />
  )
  beforeEach(() => {
    responses[`callers/${ID}`] = page
    screen.cache.setQueryData(buildQueryKey(`callers/${ID}`, READER), page)
  })

  it('shows names, counts and the latest activity first', async () => {
    const text = await show(renderView(true))
    for (const phrase of ['Also known as: Ines N.', '1 call, 1 lead', 'Data requests']) expect(text).toContain(phrase)
    expect(text.indexOf('No heat')).toBeLessThan(text.indexOf('“No flame”'))
  })

  it('submits only changed fields with the current version', async () => {
    responses[`PATCH callers/${ID}`] = { caller: { ...caller, system: 'Gas', version: 4 } }
    await show(renderView(true))
    await typeInto(findField('System'), 'Gas')
    await pressButton('Save')
    await waitUntil(() => expect(getPatchedBody()).toEqual({ version: 3, system: 'Gas' }))
  })

  it('keeps unsaved input on a conflict and saves on the second attempt', async () => {
    const current = { ...caller, address: '1 Elm St', version: 9 }
    responses[`PATCH callers/${ID}`] = {
      error: 'Someone else edited this. Save again to keep your version.',
      reason: 'conflict',
      current,
    }
    await show(renderView(true))
    await typeInto(findField('Notes'), 'Rings twice')
    await pressButton('Save')
    await waitUntil(() => expect(document.body.textContent).toContain('Save again to keep your version.'))
    expect(findField('Notes')?.value).toBe('Rings twice')
    expect(findField('Address')?.value).toBe('1 Elm St')
    await pressButton('Save')
    await waitUntil(() => expect(getPatchedBody()).toEqual({ version: 9, notes: 'Rings twice' }))
  })

  it('shows no edit controls to read-only users', async () => {
    const text = await show(renderView(false))
    expect(text).toContain('Attic')
    for (const phrase of ['Save', 'Merge', 'Data requests']) expect(text).not.toContain(phrase)
  })
})

describe('day view by technician', () => {
  it('has a column per technician and opens a selected visit', async () => {
    const buildVisit = (id: string, technician: string | null, day = '2026-03-10') =>
      ({
        id,
        technician,
        customer: `Customer ${id}`,
        job: 'No heat',
        address: null,
        state: 'confirmed',
        startsAt: `${day}T14:00:00.000Z`,
        endsAt: `${day}T16:00:00.000Z`,
      }) as AppointmentRecord
    const visits = [buildVisit('1', 'Sam'), buildVisit('2', null), buildVisit('3', 'Sam', '2026-03-11')]
    const answer = { ...buildSchedule(), timeZone: 'UTC', now: NOW } as CalendarResponse
    const openedIds: string[] = []
    const text = await show(
      <DayGrid
        answer={answer}
        day="2026-03-10"
        visits={visits}
        allVisits={visits}
        technicians={['Sam', 'Zoe']}
        hasUnassigned
        onVisit={(id) => openedIds.push(id)}
      />,
    )
    expect(text).toContain('Zoe')
    expect(text).not.toContain('Customer 3')
    const columns = [...document.querySelectorAll('.cal-day')]
    const counts = columns.map((column) => [column.ariaLabel, column.querySelectorAll('button').length])
    expect(counts).toEqual([
      ['Sam', 1],
      ['Zoe', 0],
      ['Unassigned', 1],
    ])
    columns[2]?.querySelector('button')?.click()
    expect(openedIds).toEqual(['2'])
  })
})
