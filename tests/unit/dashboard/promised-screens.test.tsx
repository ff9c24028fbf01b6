// @vitest-environment jsdom
import { defaultScheduler, notifyManager, QueryClientProvider } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ConnectionRecord } from '../../../lib/integrations/record.ts'
import { PROVIDERS } from '../../../lib/integrations/providers.ts'
import { makeQueryClient } from '../../../lib/query/client.ts'
import { queryKeyOf } from '../../../lib/query/dashboard-query.ts'
import type { SettingsRecord } from '../../../lib/settings/input.ts'
import { DEFAULT_SETTINGS } from '../../../lib/settings/store.ts'
import type { TodayCall } from '../../../lib/today/today.ts'
import { renderingInTests, settled } from './rendered.tsx'

/** What the pages of the site say that somebody sees on a screen of the dashboard. */

const member = (userId: string, firstName: string) => ({ publicUserData: { userId, firstName, identifier: firstName } })

vi.mock('@clerk/nextjs', () => ({
  useReverification: (operation: unknown) => operation,
  useUser: () => ({ user: { id: 'user_1' } }),
  useOrganization: () => ({
    memberships: { data: [member('user_1', 'Ada'), member('user_2', 'Sam')], hasNextPage: false, isFetching: false },
  }),
}))
vi.mock('@clerk/nextjs/errors', () => ({ isReverificationCancelledError: () => false }))
vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => undefined }) }))

const { ToastProvider } = await import('../../../components/ui/toast.tsx')
const { CalendarsDialog } = await import('../../../components/dashboard/integrations/calendars-dialog.tsx')
const { ConnectDialog } = await import('../../../components/dashboard/integrations/connect-dialog.tsx')
const { ConnectionPanel } = await import('../../../components/dashboard/integrations/connection-panel.tsx')
const { ForwardingPanel } = await import('../../../components/dashboard/settings/forwarding.tsx')
const { OnCallSettings } = await import('../../../components/dashboard/settings/on-call-settings.tsx')
const { CallRows } = await import('../../../components/dashboard/today/call-rows.tsx')

const READER = { organizationId: 'org_1', userId: 'user_1' }
const NOW = '2026-03-08T13:00:00.000Z'

const SETTINGS: SettingsRecord = { ...DEFAULT_SETTINGS, forwardingNumber: '+12125550199', version: 1 }

// What a query has read is seen without a timer.
beforeAll(() => notifyManager.setScheduler(queueMicrotask))
afterAll(() => notifyManager.setScheduler(defaultScheduler))

const render = renderingInTests()
let cache: ReturnType<typeof makeQueryClient>
beforeEach(() => {
  cache = makeQueryClient()
})

async function show(screen: ReactElement): Promise<string> {
  await render(
    <QueryClientProvider client={cache}>
      <ToastProvider>{screen}</ToastProvider>
    </QueryClientProvider>,
  )
  return document.body.textContent ?? ''
}

describe('the forwarding number', () => {
  const panel = (settings: Partial<SettingsRecord>) => (
    <ForwardingPanel reader={READER} settings={{ ...SETTINGS, ...settings }} mayChange />
  )

  it('is shown with the codes of the documentation, and since when it is forwarded', async () => {
    const shown = await show(panel({}))
    expect(shown).toContain('(212) 555-0199')
    for (const code of ['*72', '*73', '*90', '*91', '*92', '*93']) expect(shown).toContain(code)
    expect(shown).toContain('We forwarded it')
    expect(await show(panel({ forwardedAt: NOW }))).toContain('Forwarded since Mar 8, 2026.')
  })
})

describe('the list of people on call', () => {
  it('warns of somebody who was chosen from the team and has left it', async () => {
    const person = (name: string, memberId?: string) => ({
      name,
      phone: '+12125550142',
      hours: null,
      ...(memberId && { memberId }),
    })
    const listed = async (...onCall: SettingsRecord['onCall']) => {
      cache.setQueryData(queryKeyOf('settings', READER), { ...SETTINGS, onCall })
      return show(<OnCallSettings key={onCall.length} reader={READER} mayChange hasFailed={false} />)
    }
    expect(await listed(person('Sam', 'user_2'), person('Owner of the alarm company'))).not.toContain('Has left')
    const shown = await listed(person('Bo', 'user_9'))
    expect(shown).toContain('Has left your team')
    expect(shown).toContain('Take Bo off the list')
  })
})

describe('a connection', () => {
  const scopes = PROVIDERS['google-workspace'].scopes.map(({ scope }) => scope)
  const panel = (connection: Partial<ConnectionRecord>) => (
    <ConnectionPanel
      reader={READER}
      timeZone="America/New_York"
      mayManage
      onConnect={() => undefined}
      onRemoved={() => undefined}
      integration={{
        provider: 'google-workspace',
        isOffered: true,
        wantedAt: null,
        localPage: null,
        refused: null,
        refusedWriting: null,
        connection: {
          id: '00000000-0000-4000-8000-000000000000',
          scopes,
          writes: [],
          account: 'office@example.com',
          connectedAt: NOW,
          checkedAt: null,
          lastUsedAt: null,
          failure: null,
          ...connection,
        },
      }}
    />
  )

  it('says what was allowed, and what was not', async () => {
    expect(await show(panel({}))).not.toContain('was not allowed')
    const shown = await show(panel({ scopes: scopes.slice(0, 1) }))
    expect(shown).toContain('It may')
    expect(shown.match(/was not allowed/g)).toHaveLength(scopes.length - 1)
  })

  it('needs somebody where the permission was removed or has run out, and says so', async () => {
    expect(await show(panel({}))).not.toContain('Needs you')
    const shown = await show(panel({ failure: 'invalid_grant' }))
    expect(shown).toContain('Needs you')
    expect(shown).toContain('Sign in again: the permission was removed or has run out.')
  })
})

describe('connecting a system', () => {
  it('says before what will be asked for, and where there is no permission that only reads', async () => {
    const shown = await show(
      <ConnectDialog name="salesforce" localPage={null} reader={READER} isOpen onOpenChange={() => undefined} />,
    )
    const { scopes, caution } = PROVIDERS.salesforce
    for (const { words } of scopes) expect(shown).toContain(words)
    expect(shown).toContain(caution)
  })
})

describe('the choice of calendars', () => {
  it('has beside it when they are busy, as it was read just now', async () => {
    const calendars = [{ id: 'office@example.com', name: 'Office', isMain: true, isChosen: true }]
    const busy = [{ startsAt: '2026-03-09T14:00:00.000Z', endsAt: '2026-03-09T15:00:00.000Z' }]
    const ask = vi.fn(async (_address: string) => Response.json({ calendars, busy }))
    vi.stubGlobal('fetch', ask)
    await show(<CalendarsDialog name="google-workspace" timeZone="America/New_York" reader={READER} mayManage />)
    expect(ask).not.toHaveBeenCalled()
    await settled(() => document.querySelector('button')?.click())
    expect(document.body.textContent).toContain('Busy, as it was read just now')
    expect(document.body.textContent).toContain('10–11 AM')
    expect(ask).toHaveBeenCalledTimes(1)
  })
})

describe('a call of the night', () => {
  const call: TodayCall = {
    id: '00000000-0000-4000-8000-000000000001',
    startedAt: NOW,
    duration: 60,
    words: 'No heat, and we have a baby',
    caller: 'Ada Vance',
    outcome: 'booked',
    intent: 'repair',
    safetyKind: null,
    attention: null,
    rule: 'No heat with an infant: first window',
    facts: [{ field: 'problem', value: 'No heat' }],
    isTest: false,
    urgency: 'now',
    leadId: null,
    alerts: [],
    phone: '+13125550142',
    version: 1,
    visit: {
      id: '00000000-0000-4000-8000-000000000002',
      startsAt: '2026-03-08T14:00:00.000Z',
      endsAt: '2026-03-08T16:00:00.000Z',
      state: 'confirmed',
    },
  }

  it('has its urgency and its window in the list, and on its card the rule that was followed', async () => {
    const shown = await show(
      <CallRows label="Calls" calls={[call]} today={{ now: NOW, timeZone: 'America/New_York' }} />,
    )
    expect(shown).toContain('Wanted: now')
    expect(shown).toContain('10 AM')
    expect(shown).not.toContain('Rule that was followed')
    await settled(() => document.querySelector<HTMLButtonElement>('.today-words')?.click())
    expect(document.body.textContent).toContain('Rule that was followed: No heat with an infant: first window')
    expect(document.body.textContent).toContain('No heat')
  })

  it('has its danger in the list in place of its urgency, and on its card with the reason', async () => {
    const today = { now: NOW, timeZone: 'America/New_York' }
    const shown = await show(<CallRows label="Calls" calls={[{ ...call, safetyKind: 'cold' }]} today={today} />)
    expect(shown).toContain('No heat with someone at risk')
    expect(shown).not.toMatch(/Wanted: now|Repair/)
    await settled(() => document.querySelector<HTMLButtonElement>('.today-words')?.click())
    const card = document.querySelector('[role=dialog]')?.textContent
    expect(card).toContain('No heat with someone at risk')
    expect(card).toContain('Reason: Repair')
  })

  it('has its reason in the list, unless it is a repair', async () => {
    const today = { now: NOW, timeZone: 'America/New_York' }
    const calls: TodayCall[] = [{ ...call, intent: 'reschedule', outcome: 'rescheduled', visit: null }]
    expect(await show(<CallRows label="Calls" calls={calls} today={today} />)).toMatch(/Reschedule.*Rescheduled/)
  })
})
