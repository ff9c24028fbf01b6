// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest'
import type { ConnectionRecord, IntegrationRecord } from '../../../lib/dashboard/integrations/record.ts'
import { PROVIDERS } from '../../../lib/dashboard/integrations/providers.ts'
import { queryKeyOf } from '../../../lib/dashboard/query/dashboard-query.ts'
import type { SettingsRecord } from '../../../lib/dashboard/settings/input.ts'
import { DEFAULT_SETTINGS } from '../../../lib/dashboard/settings/repository.ts'
import type { TodayCall } from '../../../lib/dashboard/today/today.ts'
import { todayCall } from '../../support/today-sample.ts'
import { settled, showingInTests } from './rendered.tsx'

vi.mock('@clerk/nextjs', () => import('./clerk-mock.ts'))
vi.mock('@clerk/nextjs/errors', () => import('./clerk-mock.ts'))
vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => undefined }) }))

const { AvailableSystem } = await import('../../../components/dashboard/integrations/available-system.tsx')
const { EndThereNotice } = await import('../../../components/dashboard/integrations/notices.tsx')
const { CalendarsDialog } = await import('../../../components/dashboard/integrations/connection-dialogs.tsx')
const { ConnectDialog } = await import('../../../components/dashboard/integrations/connect-dialog.tsx')
const { ConnectionPanel } = await import('../../../components/dashboard/integrations/connection-panel.tsx')
const { ForwardingPanel } = await import('../../../components/dashboard/settings/business-settings.tsx')
const { OnCallSettings } = await import('../../../components/dashboard/settings/on-call-settings.tsx')
const { CallRows } = await import('../../../components/dashboard/today/call-rows.tsx')

const READER = { organizationId: 'org_1', userId: 'user_1' }
const NOW = '2026-03-08T13:00:00.000Z'

const SETTINGS: SettingsRecord = { ...DEFAULT_SETTINGS, forwardingNumber: '+12125550199', version: 1 }

const nothing = () => undefined
const screen = showingInTests()
const { show } = screen

describe('forwarding number', () => {
  const panel = (settings: Partial<SettingsRecord>) => (
    <ForwardingPanel reader={READER} settings={{ ...SETTINGS, ...settings }} mayChange />
  )

  it('is shown with the carrier codes and the forwarding date', async () => {
    const shown = await show(panel({}))
    expect(shown).toContain('(212) 555-0199')
    for (const code of ['*72', '*73', '*90', '*91', '*92', '*93']) expect(shown).toContain(code)
    expect(shown).toContain('I turned on forwarding')
    expect(await show(panel({ forwardedAt: NOW }))).toContain('On since Mar 8, 2026.')
  })
})

describe('on-call list', () => {
  it('marks members who left the organization', async () => {
    const reached = { phone: '+12125550142', hours: null }
    const person = (name: string, memberId?: string) => ({ name, ...reached, ...(memberId && { memberId }) })
    const listed = async (...onCall: SettingsRecord['onCall']) => {
      screen.cache.setQueryData(queryKeyOf('settings', READER), { ...SETTINGS, onCall })
      return show(<OnCallSettings key={onCall.length} reader={READER} mayChange hasFailed={false} />)
    }
    expect(await listed(person('Sam', 'user_2'), person('Owner of the alarm company'))).not.toContain('No longer on')
    const shown = await listed(person('Bo', 'user_9'))
    expect(shown).toContain('No longer on your team')
    expect(shown).toContain('Remove Bo if they no longer answer this number.')
  })
})

const LOCAL = 'http://127.0.0.1:3810/servicetitan'

const INTEGRATION: IntegrationRecord = {
  provider: 'google-workspace',
  isOffered: true,
  wantedAt: null,
  localPage: null,
  refused: null,
  refusedWriting: null,
  connection: null,
}

const system = (integration: Partial<IntegrationRecord>, mayManage = true) => (
  <ul>
    <AvailableSystem
      integration={{ ...INTEGRATION, provider: 'servicetitan', ...integration }}
      mayManage={mayManage}
      timeZone="America/New_York"
      reader={READER}
      onConnect={nothing}
    />
  </ul>
)

describe('connection', () => {
  const scopes = PROVIDERS['google-workspace'].scopes.map(({ scope }) => scope)
  const panel = (connection: Partial<ConnectionRecord>) => (
    <ConnectionPanel
      reader={READER}
      timeZone="America/New_York"
      mayManage
      onConnect={nothing}
      onRemoved={nothing}
      integration={{
        ...INTEGRATION,
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

  it('shows granted and missing permissions', async () => {
    expect(await show(panel({}))).not.toContain('not allowed')
    const shown = await show(panel({ scopes: scopes.slice(0, 1) }))
    expect(shown).toContain('Permissions')
    expect(shown.match(/not allowed/g)).toHaveLength(scopes.length - 1)
  })

  it('requires attention after its permission was revoked or expired', async () => {
    expect(await show(panel({}))).not.toContain('Needs attention')
    const shown = await show(panel({ failure: 'invalid_grant' }))
    expect(shown).toContain('Needs attention')
    expect(shown).toContain('Access was removed or has expired. Sign in again.')
  })
})

const dialog = (name: 'salesforce' | 'servicetitan', localPage: string | null) => (
  <ConnectDialog name={name} localPage={localPage} reader={READER} isOpen onOpenChange={nothing} />
)

describe('connect dialog', () => {
  it('lists the requested permissions and warns if none is read-only', async () => {
    const shown = await show(dialog('salesforce', null))
    const { scopes, caution } = PROVIDERS.salesforce
    for (const { words } of scopes) expect(shown).toContain(words)
    expect(shown).toContain(caution)
  })
})

const addresses = () => [...document.querySelectorAll('a')].map(({ href }) => href)

describe('available system', () => {
  it('can be connected and is marked if a local server replaces it', async () => {
    const real = await show(system({}))
    expect(real).toContain('Connect ServiceTitan')
    expect(real).not.toMatch(/Test mode|Not available|Request/)
    expect(await show(system({ localPage: LOCAL }))).toContain('ServiceTitanTest mode')
  })

  it('can be requested once by integration managers if unavailable', async () => {
    const shown = await show(system({ isOffered: false }))
    expect(shown).toContain('Not available yet')
    expect(shown).toContain('Request ServiceTitan')
    expect(shown).not.toContain('Connect')
    expect(await show(system({ isOffered: false }, false))).not.toContain('Request ')
    // In New York, 1:30 AM UTC on the 26th is still the 25th.
    const asked = await show(system({ isOffered: false, wantedAt: '2026-11-26T01:30:00.000Z' }))
    expect(asked).toContain('Requested on Nov 25')
    expect(asked).not.toContain('Request ')
  })
})

describe('API key dialog', () => {
  it("links to the page with the local system's key", async () => {
    expect(await show(dialog('servicetitan', LOCAL))).toContain('not the real ServiceTitan.')
    expect(addresses()).toContain(LOCAL)
  })

  it('omits the local notice for the real system', async () =>
    expect(await show(dialog('servicetitan', null))).not.toContain('not the real'))
})

describe('page for revoking access', () => {
  it.each([
    ['the provider’s', null, 'https://go.servicetitan.com/'],
    ['the local system’s', LOCAL, LOCAL],
  ])('is %s own page', async (_, localPage, address) => {
    await show(<EndThereNotice provider="servicetitan" localPage={localPage} there="no-endpoint" onClose={nothing} />)
    expect(addresses()).toEqual([address])
  })
})

describe('calendar selection', () => {
  it('shows current busy times beside the calendars', async () => {
    const calendars = [{ id: 'office@example.com', name: 'Office', isMain: true, isChosen: true }]
    const busy = [{ startsAt: '2026-03-09T14:00:00.000Z', endsAt: '2026-03-09T15:00:00.000Z' }]
    const ask = vi.fn(async (_address: string) => Response.json({ calendars, busy }))
    vi.stubGlobal('fetch', ask)
    await show(<CalendarsDialog name="google-workspace" timeZone="America/New_York" reader={READER} mayManage />)
    expect(ask).not.toHaveBeenCalled()
    await settled(() => document.querySelector('button')?.click())
    expect(document.body.textContent).toContain('Busy times right now')
    expect(document.body.textContent).toContain('10–11 AM')
    expect(ask).toHaveBeenCalledTimes(1)
  })
})

describe('call row', () => {
  const today = { now: NOW, timeZone: 'America/New_York' }
  const call = todayCall({
    startedAt: NOW,
    words: 'No heat, and we have a baby',
    caller: 'Ada Vance',
    intent: 'repair',
    rule: 'No heat with an infant: first window',
    facts: [{ field: 'problem', value: 'No heat' }],
    urgency: 'now',
    phone: '+13125550142',
    visit: {
      id: '00000000-0000-4000-8000-000000000002',
      startsAt: '2026-03-08T14:00:00.000Z',
      endsAt: '2026-03-08T16:00:00.000Z',
      state: 'confirmed',
    },
  })

  it('shows urgency and arrival window, and the matched rule in its dialog', async () => {
    const shown = await show(<CallRows label="Calls" calls={[call]} today={today} />)
    expect(shown).toContain('Needs service: now')
    expect(shown).toContain('10 AM')
    expect(shown).not.toContain('Rule applied')
    await settled(() => document.querySelector<HTMLButtonElement>('.today-words')?.click())
    expect(document.body.textContent).toContain('Rule applied: No heat with an infant: first window')
    expect(document.body.textContent).toContain('No heat')
  })

  it('shows the safety hazard instead of urgency, with details in its dialog', async () => {
    const shown = await show(<CallRows label="Calls" calls={[{ ...call, safetyKind: 'cold' }]} today={today} />)
    expect(shown).toContain('No heat with someone at risk')
    expect(shown).not.toMatch(/Needs service: now|Repair/)
    await settled(() => document.querySelector<HTMLButtonElement>('.today-words')?.click())
    const card = document.querySelector('[role=dialog]')?.textContent
    expect(card).toContain('No heat with someone at risk')
    expect(card).toContain('Reason: Repair')
  })

  it('shows the reason unless it is a repair', async () => {
    const calls: TodayCall[] = [{ ...call, intent: 'reschedule', outcome: 'rescheduled', visit: null }]
    expect(await show(<CallRows label="Calls" calls={calls} today={today} />)).toMatch(/Reschedule.*Rescheduled/)
  })
})
