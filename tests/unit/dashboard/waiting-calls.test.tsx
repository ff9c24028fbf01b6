// @vitest-environment jsdom
import { defaultScheduler, notifyManager, type QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeQueryClient } from '../../../lib/query/client.ts'
import { queryKeyOf } from '../../../lib/query/dashboard-query.ts'
import type { Today, TodayCall } from '../../../lib/today/today.ts'
import { renderingInTests, settled } from './rendered.tsx'

/** What needs a person on Today: a call leaves at once, the focus goes on, and what failed or is undone comes back. */

vi.mock('@clerk/nextjs', () => ({
  useReverification: (operation: unknown) => operation,
  useUser: () => ({ user: { id: 'user_1' } }),
  useOrganization: () => ({ organization: { id: 'org_1', name: 'Sample Heating' } }),
}))
vi.mock('@clerk/nextjs/errors', () => ({ isReverificationCancelledError: () => false }))

const { ToastProvider } = await import('../../../components/ui/toast.tsx')
const { WaitingCalls } = await import('../../../components/dashboard/today/waiting-calls.tsx')

const READER = { organizationId: 'org_1', userId: 'user_1' }
const KEY = queryKeyOf('today', READER)
const NOW = '2026-03-06T15:00:00.000Z'

const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`

const call = (number: number, caller: string): TodayCall => ({
  id: idOf(number),
  startedAt: `2026-03-06T1${number}:00:00.000Z`,
  duration: 60,
  words: `Words of ${caller}`,
  caller,
  phone: '+13125550142',
  outcome: 'message',
  intent: null,
  safetyKind: null,
  attention: 'Call back',
  rule: null,
  isTest: false,
  facts: [],
  urgency: 'today',
  leadId: null,
  alerts: [],
  version: 1,
  visit: null,
})

const page = (waiting: TodayCall[]): Today => ({
  timeZone: 'America/Chicago',
  now: NOW,
  night: { from: NOW, to: NOW, closedOn: null, answered: 3, booked: 0, missed: 0 },
  waiting,
  waitingCount: waiting.length,
  done: [],
  calls: waiting,
  steps: {
    hoursAndArea: true,
    instructions: true,
    testCall: true,
    onCall: true,
    forwarded: true,
    firstCall: true,
  },
  line: null,
  trial: null,
  forwardingNumber: null,
})

/** A call as the API answers it after a change. */
const stored = ({ id, startedAt, caller, phone }: TodayCall, version: number, endedAt: string | null) => ({
  id,
  externalId: null,
  startedAt,
  duration: 60,
  callerName: caller,
  callerPhone: phone,
  language: 'en',
  outcome: 'message',
  intent: null,
  safetyKind: null,
  appointmentId: null,
  summary: null,
  callerWords: null,
  hasTranscript: false,
  transcriptDeletedAt: null,
  hasRecording: false,
  recordingDeletedAt: null,
  attention: 'Call back',
  attentionEndedAt: endedAt,
  rule: null,
  handedToId: null,
  handedOverAt: null,
  isTest: false,
  version,
  createdAt: NOW,
  updatedAt: NOW,
  transcript: null,
})

beforeAll(() => notifyManager.setScheduler(queueMicrotask))
afterAll(() => notifyManager.setScheduler(defaultScheduler))

const render = renderingInTests()
let cache: QueryClient
let onServer: Today
const patched = vi.fn<(path: string, body: { version: number; attentionEnded: boolean }) => Promise<Response>>()

const [ANA, BEN, CY] = [call(3, 'Ana'), call(2, 'Ben'), call(1, 'Cy')]

beforeEach(() => {
  cache = makeQueryClient()
  onServer = page([ANA, BEN, CY])
  cache.setQueryData(KEY, onServer)
  patched.mockReset()
  const answer = async (path: string, { method, body }: RequestInit = {}) =>
    method === 'PATCH' ? patched(path, JSON.parse(String(body))) : Response.json({ phones: [] })
  vi.stubGlobal('fetch', answer)
})
afterEach(() => vi.unstubAllGlobals())

function Shown({ mayChange }: { mayChange: boolean }) {
  const { data } = useQuery<Today>({ queryKey: KEY, queryFn: async () => onServer, staleTime: Infinity })
  return data && <WaitingCalls reader={READER} today={data} mayChange={mayChange} />
}

const show = async (mayChange = true) => {
  await render(
    <QueryClientProvider client={cache}>
      <ToastProvider>
        <Shown mayChange={mayChange} />
      </ToastProvider>
    </QueryClientProvider>,
  )
  await settled()
}

const list = (label: string) => [...document.querySelectorAll(`ul[aria-label="${label}"] > li`)]
const waiting = () => list('Calls that need you').map((row) => row.querySelector('button')?.textContent)
const done = () => list('Done today').map((row) => row.querySelector('a')?.textContent)
const said = () => document.querySelector('[data-slot=toasts]')?.textContent ?? ''
const button = (name: string) => {
  const found = [...document.querySelectorAll<HTMLElement>('button')].find(
    (each) => each.ariaLabel === name || each.getAttribute('aria-label') === name || each.textContent === name,
  )
  if (!found) throw new Error(`There is no button ${name}`)
  return found
}
const press = (name: string) => settled(() => button(name).click())
const focused = () => document.activeElement?.getAttribute('aria-label')

const ended = (of: TodayCall) => async () => Response.json({ call: stored(of, 2, NOW) })
const refused = (status: number, body: object) => async () => Response.json(body, { status })

describe('what needs a person', () => {
  it('has a name, a number, Call and Done in each row', async () => {
    await show()
    const [first] = list('Calls that need you')
    expect(first?.textContent).toContain('Ana(312) 555-0142')
    expect(first?.querySelector('a')?.getAttribute('href')).toBe('tel:+13125550142')
    expect(waiting()).toEqual(['Ana', 'Ben', 'Cy'])
  })

  it('has the reason beside its urgency, unless it is a repair', async () => {
    onServer = page([
      { ...ANA, intent: 'billing' },
      { ...BEN, intent: 'repair' },
    ])
    cache.setQueryData(KEY, onServer)
    await show()
    const rows = list('Calls that need you').map((row) => row.textContent)
    expect(rows[0]).toContain('BillingWanted: today')
    expect(rows[1]).toContain('Wanted: today')
    expect(rows[1]).not.toContain('Repair')
  })

  it('has the danger in place of its urgency', async () => {
    onServer = page([{ ...ANA, intent: 'repair', safetyKind: 'carbon-monoxide', urgency: 'now' }])
    cache.setQueryData(KEY, onServer)
    await show()
    const [row] = list('Calls that need you')
    expect(row?.textContent).toContain('Carbon monoxide')
    expect(row?.textContent).not.toContain('Wanted')
  })

  it('leaves before the server has answered, and the focus goes to the next, to the one before, then to the panel', async () => {
    patched.mockImplementation(() => new Promise(() => undefined))
    await show()
    await press('Done: Ben')
    expect(waiting()).toEqual(['Ana', 'Cy'])
    expect(done()).toEqual(['Ben'])
    expect(document.querySelector('h2')?.textContent).toBe('2 calls need you')
    expect(focused()).toBe('Done: Cy')
    await press('Done: Cy')
    expect(focused()).toBe('Done: Ana')
    await press('Done: Ana')
    expect(waiting()).toEqual([])
    expect(document.querySelector('h2')?.textContent).toBe('Nothing needs you now')
    expect(document.activeElement?.tagName).toBe('SECTION')
  })

  it('comes back by Undo, as a change of the version that is stored', async () => {
    patched.mockImplementationOnce(async () => {
      const answer = await ended(BEN)()
      onServer = { ...page([ANA, CY]), done: [{ ...BEN, attention: 'Call back', doneAt: NOW, version: 2 }] }
      return answer
    })
    await show()
    await press('Done: Ben')
    expect(said()).toContain('DoneBen')
    expect(patched).toHaveBeenLastCalledWith(`/api/dashboard/calls/${BEN.id}`, { version: 1, attentionEnded: true })
    patched.mockImplementationOnce(() => new Promise(() => undefined))
    await press('Undo')
    expect(patched).toHaveBeenLastCalledWith(`/api/dashboard/calls/${BEN.id}`, { version: 2, attentionEnded: false })
    expect(waiting()).toEqual(['Ana', 'Ben', 'Cy'])
    expect(done()).toEqual([])
  })

  it('comes back from what was done today', async () => {
    onServer = { ...page([ANA]), done: [{ ...BEN, attention: 'Call back', doneAt: NOW, version: 5 }] }
    cache.setQueryData(KEY, onServer)
    patched.mockImplementation(() => new Promise(() => undefined))
    await show()
    await press('Bring back: Ben')
    expect(patched).toHaveBeenLastCalledWith(`/api/dashboard/calls/${BEN.id}`, { version: 5, attentionEnded: false })
    expect(waiting()).toEqual(['Ana', 'Ben'])
  })

  it('is back when it could not be stored, which is said', async () => {
    patched.mockImplementation(() => Promise.reject(new Error('no network')))
    await show()
    await press('Done: Ben')
    expect(waiting()).toEqual(['Ana', 'Ben', 'Cy'])
    expect(said()).toContain('nothing was changed')
  })

  it('says who was second that it was done before', async () => {
    patched.mockImplementation(async () => {
      onServer = page([ANA, CY])
      const body = { error: 'Changed', reason: 'conflict', current: stored(BEN, 2, NOW) }
      return refused(409, body)()
    })
    await show()
    await press('Done: Ben')
    expect(said()).toContain('Somebody was done with this call before you.')
    expect(waiting()).toEqual(['Ana', 'Cy'])
  })

  it('has no Done for who may not change calls', async () => {
    await show(false)
    expect(waiting()).toEqual(['Ana', 'Ben', 'Cy'])
    expect(document.body.textContent).not.toContain('Done')
  })
})
