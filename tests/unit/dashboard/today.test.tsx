// @vitest-environment jsdom
import { describe, expect, it, vi, beforeEach } from 'vitest'
import type { LineRecord } from '../../../lib/dashboard/lines/line.ts'
import type { Today, TodayCall } from '../../../lib/dashboard/today/today.ts'
import type { TrialRecord } from '../../../lib/dashboard/trials/trial.ts'
import { buildSteps, buildToday, buildTodayCall } from '../../support/today-sample.ts'
import { createTestScreen, pressButton } from './test-screen.tsx'
import { useQuery } from '@tanstack/react-query'
import { buildQueryKey } from '../../../lib/dashboard/query/dashboard-query.ts'

vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh: () => undefined }) }))
vi.mock('@clerk/nextjs', () => import('./clerk-mock.ts'))
vi.mock('@clerk/nextjs/errors', () => import('./clerk-mock.ts'))

const { Steps } = await import('../../../components/dashboard/today/steps.tsx')
const { WaitingCalls } = await import('../../../components/dashboard/today/waiting-calls.tsx')

const READER = { organizationId: 'org_1', userId: 'user_1' }
const NOW = '2026-03-06T15:00:00.000Z'

const screen = createTestScreen()

describe('setup steps', () => {
  const TODAY = buildToday(NOW, { night: { closedOn: '2026-03-05' }, steps: buildSteps(false) })
  const LINE: LineRecord = {
    state: 'asked',
    companyPhone: '+12125550142',
    note: null,
    askedAt: NOW,
    startedAt: null,
    liveAt: null,
    version: 1,
  }
  const TRIAL: TrialRecord = { plan: 'night_line', chosenAt: NOW, startedAt: null, endsAt: null }
  function readStep(item: Element): [title: string, words: string] {
    const title = item.querySelector('h3')
    const state = title?.nextElementSibling?.textContent ?? ''
    const text = item.querySelector(':scope > div:last-child')?.textContent ?? ''
    return [title?.textContent ?? '', text + state]
  }
  async function show(today: Partial<Today>, { canManage = true, hasPlan = false } = {}) {
    await screen.show(<Steps reader={READER} today={{ ...TODAY, ...today }} canManage={canManage} hasPlan={hasPlan} />)
    return Object.fromEntries([...document.querySelectorAll('ol > li')].map((item) => readStep(item)))
  }

  it('show whether each is to do, optional or available later', async () => {
    const steps = await show({})
    expect(Object.keys(steps)).toEqual([
      'Hours and service area',
      'Assistant',
      'Try it',
      'On call',
      'Free trial',
      'Request a line',
      'Forward your number',
      'First real call',
    ])
    expect(steps['Assistant']).toMatch(/The default setup applies until you change it\.Optional$/)
    for (const title of ['Hours and service area', 'Try it', 'On call', 'Free trial', 'Request a line']) {
      expect(steps[title]).toMatch(/To do$/)
    }
    for (const title of ['Forward your number', 'First real call']) {
      expect(steps[title]).toMatch(/Waiting for your line$/)
    }
    expect(steps['Free trial']).toContain('The trial starts when your line goes live')
  })

  it('link to the pages where they are completed', async () => {
    await show({ forwardingNumber: '+13125550100' })
    const links = [...document.querySelectorAll('h3 a')].map((link) => [link.textContent, link.getAttribute('href')])
    expect(links).toEqual([
      ['Hours and service area', '/dashboard/settings/business'],
      ['Assistant', '/dashboard/settings/assistant'],
      ['Try it', '/dashboard/try-it'],
      ['On call', '/dashboard/settings/on-call'],
      ['Free trial', '/dashboard/settings/plan'],
      ['Forward your number', '/dashboard/settings/business'],
    ])
  })

  it('show the status and due date of the phone line', async () => {
    const requestedSteps = await show({ line: LINE })
    expect(requestedSteps['Phone line']).toContain(
      'Requested on Fri, Mar 6. We’ll set it up by Mon, Mar 9 (within one business day)',
    )
    expect(requestedSteps['Phone line']).toContain('Edit request')
    const startedSteps = await show({ line: { ...LINE, state: 'in-progress' } })
    expect(startedSteps['Phone line']).toMatch(/We’re setting it up now. It will be ready by Mon, Mar 9.*In progress$/)
    expect(startedSteps['Phone line']).not.toContain('Edit request')
    const liveSteps = await show({ line: { ...LINE, state: 'live' }, forwardingNumber: '+13125550100' })
    expect(liveSteps['Phone line']).toMatch(/Your line is live. Forward your number to it\.Done$/)
    expect(liveSteps['Forward your number']).toMatch(/Forward unanswered calls to \(312\) 555-0100\..*To do$/)
    expect(liveSteps['First real call']).toMatch(/To do$/)
  })

  it('are marked done, and an expired trial requires a plan', async () => {
    const completedSteps = { hoursAndArea: true, instructions: true, testCall: true, onCall: true, forwarded: true }
    const steps = await show({ steps: { ...TODAY.steps, ...completedSteps }, trial: TRIAL })
    const titles = ['Hours and service area', 'Assistant', 'Try it', 'On call', 'Free trial']
    for (const title of titles) expect(steps[title]).toMatch(/Done$/)
    expect(steps['Free trial']).toContain('You’re trying Night line.')
    const endedTrialSteps = await show({ trial: { ...TRIAL, startedAt: NOW, endsAt: NOW } })
    expect(endedTrialSteps['Free trial']).toMatch(/ended on .*\.To do$/)
    const planSteps = await show({}, { hasPlan: true })
    expect(planSteps['Plan']).toMatch(/Done$/)
  })

  it('are read-only for members and refer them to an admin', async () => {
    const steps = await show({}, { canManage: false })
    for (const title of ['Free trial', 'Request a line']) {
      expect(steps[title]).toContain('Only an admin can do this')
    }
    expect(document.querySelectorAll('form, button')).toHaveLength(0)
    const requestedSteps = await show({ line: LINE, trial: TRIAL }, { canManage: false })
    expect(requestedSteps['Phone line']).toContain('We’ll set it up by Mon, Mar 9')
    expect(requestedSteps['Free trial']).toContain('You’re trying Night line.')
    expect(document.querySelectorAll('form, button')).toHaveLength(0)
  })
})

const listItems = (label: string) => [...document.querySelectorAll(`ul[aria-label="${label}"] > li`)]
const listAttentionCalls = () =>
  listItems('Calls that need attention').map((row) => row.querySelector('button')?.textContent)

describe('calls that need attention', () => {
  const KEY = buildQueryKey('today', READER)
  const buildId = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
  const buildCall = (number: number, caller: string): TodayCall =>
    buildTodayCall({
      id: buildId(number),
      startedAt: `2026-03-06T1${number}:00:00.000Z`,
      words: `Words of ${caller}`,
      caller,
      phone: '+13125550142',
      outcome: 'message',
      attention: 'Call back',
      urgency: 'today',
    })
  const buildTodayWithCalls = (attentionCalls: TodayCall[]): Today =>
    buildToday(NOW, {
      night: { answered: 3 },
      waiting: attentionCalls,
      waitingCount: attentionCalls.length,
      calls: attentionCalls,
    })
  const buildStoredCall = ({ id, startedAt, caller, phone }: TodayCall, version: number, endedAt: string | null) => ({
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
  let serverState: Today
  const onPatch = vi.fn<(path: string, body: { version: number; attentionEnded: boolean }) => Promise<Response>>()
  const [ANA, BEN, CY] = [buildCall(3, 'Ana'), buildCall(2, 'Ben'), buildCall(1, 'Cy')]
  beforeEach(() => {
    serverState = buildTodayWithCalls([ANA, BEN, CY])
    screen.cache.setQueryData(KEY, serverState)
    onPatch.mockReset()
    const respond = async (path: string, { method, body }: RequestInit = {}) =>
      method === 'PATCH' ? onPatch(path, JSON.parse(String(body))) : Response.json({ phones: [] })
    vi.stubGlobal('fetch', respond)
  })
  function TodayScreen({ canChange }: { canChange: boolean }) {
    const { data } = useQuery<Today>({ queryKey: KEY, queryFn: async () => serverState, staleTime: Infinity })
    return data && <WaitingCalls reader={READER} today={data} canChange={canChange} />
  }
  const show = (canChange = true) => screen.show(<TodayScreen canChange={canChange} />)
  const listResolvedTexts = () => listItems('Resolved today').map((row) => row.querySelector('a')?.textContent)
  const readToasts = () => document.querySelector('[data-slot=toasts]')?.textContent ?? ''
  const getFocusedLabel = () => document.activeElement?.getAttribute('aria-label')

  it('show name, phone number, Call and Done in each row', async () => {
    await show()
    const [first] = listItems('Calls that need attention')
    expect(first?.textContent).toContain('Ana(312) 555-0142')
    expect(first?.querySelector('a')?.getAttribute('href')).toBe('tel:+13125550142')
    expect(listAttentionCalls()).toEqual(['Ana', 'Ben', 'Cy'])
  })

  it('show the reason beside the urgency unless it is a repair', async () => {
    serverState = buildTodayWithCalls([
      { ...ANA, intent: 'billing' },
      { ...BEN, intent: 'repair' },
    ])
    screen.cache.setQueryData(KEY, serverState)
    await show()
    const rows = listItems('Calls that need attention').map((row) => row.textContent)
    expect(rows[0]).toContain('BillingNeeds service: today')
    expect(rows[1]).toContain('Needs service: today')
    expect(rows[1]).not.toContain('Repair')
  })

  it('show the safety hazard instead of urgency', async () => {
    serverState = buildTodayWithCalls([{ ...ANA, intent: 'repair', safetyKind: 'carbon-monoxide', urgency: 'now' }])
    screen.cache.setQueryData(KEY, serverState)
    await show()
    const [row] = listItems('Calls that need attention')
    expect(row?.textContent).toContain('Carbon monoxide')
    expect(row?.textContent).not.toContain('Wanted')
  })

  it('disappear before the server responds and move focus to the next control', async () => {
    onPatch.mockImplementation(() => new Promise(() => undefined))
    await show()
    await pressButton('Resolve: Ben')
    expect(listAttentionCalls()).toEqual(['Ana', 'Cy'])
    expect(listResolvedTexts()).toEqual(['Ben'])
    expect(document.querySelector('h2')?.textContent).toBe('2 calls need attention')
    expect(getFocusedLabel()).toBe('Resolve: Cy')
    await pressButton('Resolve: Cy')
    expect(getFocusedLabel()).toBe('Resolve: Ana')
    await pressButton('Resolve: Ana')
    expect(listAttentionCalls()).toEqual([])
    expect(document.querySelector('h2')?.textContent).toBe('Nothing needs your attention right now')
    expect(document.activeElement?.tagName).toBe('SECTION')
  })

  it('return on Undo with the stored version', async () => {
    onPatch.mockImplementationOnce(async () => {
      serverState = {
        ...buildTodayWithCalls([ANA, CY]),
        done: [{ ...BEN, attention: 'Call back', doneAt: NOW, version: 2 }],
      }
      return Response.json({ call: buildStoredCall(BEN, 2, NOW) })
    })
    await show()
    await pressButton('Resolve: Ben')
    expect(readToasts()).toContain('ResolvedBen')
    expect(onPatch).toHaveBeenLastCalledWith(`/api/dashboard/calls/${BEN.id}`, { version: 1, attentionEnded: true })
    onPatch.mockImplementationOnce(() => new Promise(() => undefined))
    await pressButton('Undo')
    expect(onPatch).toHaveBeenLastCalledWith(`/api/dashboard/calls/${BEN.id}`, { version: 2, attentionEnded: false })
    expect(listAttentionCalls()).toEqual(['Ana', 'Ben', 'Cy'])
    expect(listResolvedTexts()).toEqual([])
  })

  it("can be restored from today's resolved calls", async () => {
    serverState = { ...buildTodayWithCalls([ANA]), done: [{ ...BEN, attention: 'Call back', doneAt: NOW, version: 5 }] }
    screen.cache.setQueryData(KEY, serverState)
    onPatch.mockImplementation(() => new Promise(() => undefined))
    await show()
    await pressButton('Reopen: Ben')
    expect(onPatch).toHaveBeenLastCalledWith(`/api/dashboard/calls/${BEN.id}`, { version: 5, attentionEnded: false })
    expect(listAttentionCalls()).toEqual(['Ana', 'Ben'])
  })

  it('return with an error message if saving fails', async () => {
    onPatch.mockImplementation(() => Promise.reject(new Error('no network')))
    await show()
    await pressButton('Resolve: Ben')
    expect(listAttentionCalls()).toEqual(['Ana', 'Ben', 'Cy'])
    expect(readToasts()).toContain('Couldn’t save your change')
  })

  it('report that someone else already resolved the call', async () => {
    onPatch.mockImplementation(async () => {
      serverState = buildTodayWithCalls([ANA, CY])
      const body = { error: 'Changed', reason: 'conflict', current: buildStoredCall(BEN, 2, NOW) }
      return Response.json(body, { status: 409 })
    })
    await show()
    await pressButton('Resolve: Ben')
    expect(readToasts()).toContain('Someone else already resolved this call.')
    expect(listAttentionCalls()).toEqual(['Ana', 'Cy'])
  })

  it('have no Done button for read-only users', async () => {
    await show(false)
    expect(listAttentionCalls()).toEqual(['Ana', 'Ben', 'Cy'])
    expect(document.body.textContent).not.toContain('Resolve')
  })
})
