// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { CalendarAnswer } from '../../../lib/dashboard/appointments/calendar.ts'
import type { AppointmentRecord } from '../../../lib/dashboard/appointments/record.ts'
import type { CallerPage } from '../../../lib/dashboard/callers/record.ts'
import { queryKeyOf } from '../../../lib/dashboard/query/dashboard-query.ts'
import { fieldOf, press, settled, showingInTests, typeInto } from './rendered.tsx'

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

const screen = showingInTests()
const { show } = screen
let asked: { address: string; method: string; body: unknown }[]
let answers: Record<string, unknown>

beforeEach(() => {
  asked = []
  answers = { 'callers/do-not-call': { phones: [] } }
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET'
    asked.push({ address, method, body: init.body && JSON.parse(String(init.body)) })
    const name = address.replace('/api/dashboard/', '')
    return Response.json(answers[`${method} ${name}`] ?? answers[name] ?? {}, {
      status: name in answers || `${method} ${name}` in answers ? 200 : 404,
    })
  })
})

const eventually = (check: () => void) =>
  vi.waitFor(async () => {
    await settled()
    check()
  })

const link = (label: string) => document.querySelector<HTMLAnchorElement>(`a[aria-label="${label}"]`)

describe('phone actions', () => {
  const actions = <PhoneActions number={PHONE} subject={{ kind: 'call', at: NOW, zone: 'UTC' }} />

  it('offer a call and a text message with the company name', async () => {
    await show(actions)
    expect(link('Call (212) 555-0142')?.getAttribute('href')).toBe(`tel:${PHONE}`)
    const href = link('Text (212) 555-0142')?.getAttribute('href') ?? ''
    expect(decodeURIComponent(href)).toBe(
      `sms:${PHONE}?&body=This is Kestrel Heating. You called us on Tuesday, March 10.`,
    )
  })

  it('ask for confirmation before calling a do-not-call number', async () => {
    answers['callers/do-not-call'] = { phones: [PHONE] }
    expect(await show(actions)).toContain('Do not call')
    const click = new MouseEvent('click', { bubbles: true, cancelable: true })
    await settled(() => link('Call (212) 555-0142')?.dispatchEvent(click))
    expect(click.defaultPrevented).toBe(true)
    await eventually(() => expect(document.body.textContent).toContain('This caller asked not to be called'))
  })

  it('need no confirmation for other numbers', async () => {
    answers['callers/do-not-call'] = { phones: ['+12125550199'] }
    expect(await show(actions)).not.toContain('Do not call')
    const click = new MouseEvent('click', { bubbles: true, cancelable: true })
    await settled(() => link('Text (212) 555-0142')?.dispatchEvent(click))
    expect(document.body.textContent).not.toContain('This caller asked not to be called')
  })
})

describe('caller list', () => {
  it('sends the search in the request body and restores it on return', async () => {
    const counts = { calls: 2, leads: 1, visits: null }
    const row = { id: ID, name: 'Inés Núñez', doNotCall: true, phones: [PHONE], latestCall: NOW, ...counts }
    answers['POST callers'] = { rows: [row], total: 1, timeZone: 'UTC', today: '2026-03-10' }
    const shown = await show(<CallerList reader={READER} hasFailed={false} />)
    for (const words of ['Inés Núñez', '(212) 555-0142', '2 calls, 1 lead', 'Do not call'])
      expect(shown).toContain(words)
    const field = fieldOf('Search callers')
    await typeInto(field, 'nunez')
    await settled(() => field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
    expect(asked.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { search: '', page: 1 },
      { search: 'nunez', page: 1 },
    ])
    expect(asked.every(({ address }) => !address.includes('nunez'))).toBe(true)
    await show(<p>Another page</p>)
    await show(<CallerList reader={READER} hasFailed={false} />)
    expect(fieldOf('Search callers')?.value).toBe('nunez')
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
  const patched = () => asked.findLast(({ method }) => method === 'PATCH')?.body
  const view = (mayChange: boolean) => (
    <CallerView id={ID} reader={READER} hasFailed={false} mayChange={mayChange} mayManage={mayChange} />
  )
  beforeEach(() => {
    answers[`callers/${ID}`] = page
    screen.cache.setQueryData(queryKeyOf(`callers/${ID}`, READER), page)
  })

  it('shows names, counts and the latest activity first', async () => {
    const shown = await show(view(true))
    for (const words of ['Also known as: Ines N.', '1 call, 1 lead', 'Data requests']) expect(shown).toContain(words)
    expect(shown.indexOf('No heat')).toBeLessThan(shown.indexOf('“No flame”'))
  })

  it('submits only changed fields with the current version', async () => {
    answers[`PATCH callers/${ID}`] = { caller: { ...caller, system: 'Gas', version: 4 } }
    await show(view(true))
    await typeInto(fieldOf('System'), 'Gas')
    await press('Save')
    await eventually(() => expect(patched()).toEqual({ version: 3, system: 'Gas' }))
  })

  it('keeps unsaved input on a conflict and saves on the second attempt', async () => {
    const current = { ...caller, address: '1 Elm St', version: 9 }
    answers[`PATCH callers/${ID}`] = {
      error: 'Someone else edited this. Save again to keep your version.',
      reason: 'conflict',
      current,
    }
    await show(view(true))
    await typeInto(fieldOf('Notes'), 'Rings twice')
    await press('Save')
    await eventually(() => expect(document.body.textContent).toContain('Save again to keep your version.'))
    expect(fieldOf('Notes')?.value).toBe('Rings twice')
    expect(fieldOf('Address')?.value).toBe('1 Elm St')
    await press('Save')
    await eventually(() => expect(patched()).toEqual({ version: 9, notes: 'Rings twice' }))
  })

  it('shows no edit controls to read-only users', async () => {
    const shown = await show(view(false))
    expect(shown).toContain('Attic')
    for (const words of ['Save', 'Merge', 'Data requests']) expect(shown).not.toContain(words)
  })
})

describe('day view by technician', () => {
  it('has a column per technician and opens a selected visit', async () => {
    const visit = (id: string, technician: string | null, day = '2026-03-10') =>
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
    const visits = [visit('1', 'Sam'), visit('2', null), visit('3', 'Sam', '2026-03-11')]
    const answer = { timeZone: 'UTC', hours: {}, now: NOW } as CalendarAnswer
    const opened: string[] = []
    const shown = await show(
      <DayGrid
        answer={answer}
        day="2026-03-10"
        visits={visits}
        allVisits={visits}
        technicians={['Sam', 'Zoe']}
        hasNobody
        onVisit={(id) => opened.push(id)}
      />,
    )
    expect(shown).toContain('Zoe')
    expect(shown).not.toContain('Customer 3')
    const columns = [...document.querySelectorAll('.cal-day')]
    const counts = columns.map((column) => [column.ariaLabel, column.querySelectorAll('button').length])
    expect(counts).toEqual([
      ['Sam', 1],
      ['Zoe', 0],
      ['Unassigned', 1],
    ])
    columns[2]?.querySelector('button')?.click()
    expect(opened).toEqual(['2'])
  })
})
