// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest'
import type { ConnectionRecord, IntegrationRecord } from '../../../lib/dashboard/integrations/record.ts'
import { PROVIDERS } from '../../../lib/dashboard/integrations/providers.ts'
import { buildQueryKey } from '../../../lib/dashboard/query/dashboard-query.ts'
import type { SettingsRecord } from '../../../lib/dashboard/settings/input.ts'
import { DEFAULT_SETTINGS } from '../../../lib/dashboard/settings/repository.ts'
import type { TodayCall } from '../../../lib/dashboard/today/today.ts'
import { buildTodayCall } from '../../support/today-sample.ts'
import { settle, createTestScreen } from './test-screen.tsx'

vi.mock('@clerk/nextjs', () => import('./clerk-mock.ts'))
vi.mock('@clerk/nextjs/errors', () => import('./clerk-mock.ts'))
vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => undefined }) }))

const { AvailableSystem } = await import('../../../components/dashboard/integrations/available-system.tsx')
const { RevocationNotice } = await import('../../../components/dashboard/integrations/notices.tsx')
const { CalendarsDialog } = await import('../../../components/dashboard/integrations/connection-dialogs.tsx')
const { ConnectDialog } = await import('../../../components/dashboard/integrations/connect-dialog.tsx')
const { ConnectionPanel } = await import('../../../components/dashboard/integrations/connection-panel.tsx')
const { ForwardingPanel } = await import('../../../components/dashboard/settings/business-settings.tsx')
const { OnCallSettings } = await import('../../../components/dashboard/settings/on-call-settings.tsx')
const { CallRows } = await import('../../../components/dashboard/today/call-rows.tsx')

const READER = { organizationId: 'org_1', userId: 'user_1' }
const NOW = '2026-03-08T13:00:00.000Z'

const SETTINGS: SettingsRecord = { ...DEFAULT_SETTINGS, forwardingNumber: '+12125550199', version: 1 }

const noop = () => undefined
const screen = createTestScreen()
const { show } = screen

describe('forwarding number', () => {
  const renderPanel = (settings: Partial<SettingsRecord>) => (
    <ForwardingPanel reader={READER} settings={{ ...SETTINGS, ...settings }} canChange />
  )

  it('is shown with the carrier codes and the forwarding date', async () => {
    const text = await show(renderPanel({}))
    expect(text).toContain('(212) 555-0199')
    for (const code of ['*72', '*73', '*90', '*91', '*92', '*93']) expect(text).toContain(code)
    expect(text).toContain('I turned on forwarding')
    expect(await show(renderPanel({ forwardedAt: NOW }))).toContain('On since Mar 8, 2026.')
  })
})

describe('on-call list', () => {
  it('marks members who left the organization', async () => {
    const contact = { phone: '+12125550142', hours: null }
    const buildPerson = (name: string, memberId?: string) => ({ name, ...contact, ...(memberId && { memberId }) })
    const showOnCall = async (...onCall: SettingsRecord['onCall']) => {
      screen.cache.setQueryData(buildQueryKey('settings', READER), { ...SETTINGS, onCall })
      return show(<OnCallSettings key={onCall.length} reader={READER} canChange hasFailed={false} />)
    }
    expect(await showOnCall(buildPerson('Sam', 'user_2'), buildPerson('Owner of the alarm company'))).not.toContain(
      'No longer on',
    )
    const text = await showOnCall(buildPerson('Bo', 'user_9'))
    expect(text).toContain('No longer on your team')
    expect(text).toContain('Remove Bo if they no longer answer this number.')
  })
})

const LOCAL_URL = 'http://127.0.0.1:3810/servicetitan'

const INTEGRATION: IntegrationRecord = {
  provider: 'google-workspace',
  isOffered: true,
  wantedAt: null,
  localPage: null,
  refused: null,
  refusedWriting: null,
  connection: null,
}

const buildSystem = (integration: Partial<IntegrationRecord>, canManage = true) => (
  <ul>
    <AvailableSystem
      integration={{ ...INTEGRATION, provider: 'servicetitan', ...integration }}
      canManage={canManage}
      timeZone="America/New_York"
      reader={READER}
      onConnect={noop}
    />
  </ul>
)

describe('connection', () => {
  const scopes = PROVIDERS['google-workspace'].scopes.map(({ scope }) => scope)
  const renderPanel = (connection: Partial<ConnectionRecord>) => (
    <ConnectionPanel
      reader={READER}
      timeZone="America/New_York"
      canManage
      onConnect={noop}
      onRemoved={noop}
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
          messages: null,
          ...connection,
        },
      }}
    />
  )

  it('shows granted and missing permissions', async () => {
    expect(await show(renderPanel({}))).not.toContain('not allowed')
    const text = await show(renderPanel({ scopes: scopes.slice(0, 1) }))
    expect(text).toContain('Permissions')
    expect(text.match(/not allowed/g)).toHaveLength(scopes.length - 1)
  })

  it('requires attention after its permission was revoked or expired', async () => {
    expect(await show(renderPanel({}))).not.toContain('Needs attention')
    const text = await show(renderPanel({ failure: 'invalid_grant' }))
    expect(text).toContain('Needs attention')
    expect(text).toContain('Access was removed or has expired. Sign in again.')
  })
})

const renderDialog = (name: 'salesforce' | 'servicetitan', localPage: string | null) => (
  <ConnectDialog name={name} localPage={localPage} reader={READER} isOpen onOpenChange={noop} />
)

describe('connect dialog', () => {
  it('lists the requested permissions and warns if none is read-only', async () => {
    const text = await show(renderDialog('salesforce', null))
    const { scopes, caution } = PROVIDERS.salesforce
    for (const { words } of scopes) expect(text).toContain(words)
    expect(text).toContain(caution)
  })
})

const listHrefs = () => [...document.querySelectorAll('a')].map(({ href }) => href)

describe('available system', () => {
  it('can be connected and is marked if a local server replaces it', async () => {
    const unchangedText = await show(buildSystem({}))
    expect(unchangedText).toContain('Connect ServiceTitan')
    expect(unchangedText).not.toMatch(/Test mode|Not available|Request/)
    expect(await show(buildSystem({ localPage: LOCAL_URL }))).toContain('ServiceTitanTest mode')
  })

  it('can be requested once by integration managers if unavailable', async () => {
    const text = await show(buildSystem({ isOffered: false }))
    expect(text).toContain('Not available yet')
    expect(text).toContain('Request ServiceTitan')
    expect(text).not.toContain('Connect')
    expect(await show(buildSystem({ isOffered: false }, false))).not.toContain('Request ')
    // In New York, 1:30 AM UTC on the 26th is still the 25th.
    const requestedText = await show(buildSystem({ isOffered: false, wantedAt: '2026-11-26T01:30:00.000Z' }))
    expect(requestedText).toContain('Requested on Nov 25')
    expect(requestedText).not.toContain('Request ')
  })
})

describe('API key dialog', () => {
  it("links to the page with the local system's key", async () => {
    expect(await show(renderDialog('servicetitan', LOCAL_URL))).toContain('not the real ServiceTitan.')
    expect(listHrefs()).toContain(LOCAL_URL)
  })

  it('omits the local notice for the real system', async () =>
    expect(await show(renderDialog('servicetitan', null))).not.toContain('not the real'))
})

describe('page for revoking access', () => {
  it.each([
    ['the provider’s', null, 'https://go.servicetitan.com/'],
    ['the local system’s', LOCAL_URL, LOCAL_URL],
  ])('is %s own page', async (_, localPage, address) => {
    await show(<RevocationNotice provider="servicetitan" localPage={localPage} there="no-endpoint" onClose={noop} />)
    expect(listHrefs()).toEqual([address])
  })
})

describe('calendar selection', () => {
  it('shows current busy times beside the calendars', async () => {
    const calendars = [{ id: 'office@example.com', name: 'Office', isMain: true, isChosen: true }]
    const busy = [{ startsAt: '2026-03-09T14:00:00.000Z', endsAt: '2026-03-09T15:00:00.000Z' }]
    const fetchMock = vi.fn(async (_address: string) => Response.json({ calendars, busy }))
    vi.stubGlobal('fetch', fetchMock)
    await show(<CalendarsDialog name="google-workspace" timeZone="America/New_York" reader={READER} canManage />)
    expect(fetchMock).not.toHaveBeenCalled()
    await settle(() => document.querySelector('button')?.click())
    expect(document.body.textContent).toContain('Busy times right now')
    expect(document.body.textContent).toContain('10–11 AM')
    expect(fetchMock).toHaveBeenCalledTimes(1)
  })
})

describe('call row', () => {
  const today = { now: NOW, timeZone: 'America/New_York' }
  const call = buildTodayCall({
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
    const text = await show(<CallRows label="Calls" calls={[call]} today={today} />)
    expect(text).toContain('Needs service: now')
    expect(text).toContain('10 AM')
    expect(text).not.toContain('Rule applied')
    await settle(() => document.querySelector<HTMLButtonElement>('.today-words')?.click())
    expect(document.body.textContent).toContain('Rule applied: No heat with an infant: first window')
    expect(document.body.textContent).toContain('No heat')
  })

  it('shows the safety hazard instead of urgency, with details in its dialog', async () => {
    const text = await show(<CallRows label="Calls" calls={[{ ...call, safetyKind: 'cold' }]} today={today} />)
    expect(text).toContain('No heat with someone at risk')
    expect(text).not.toMatch(/Needs service: now|Repair/)
    await settle(() => document.querySelector<HTMLButtonElement>('.today-words')?.click())
    const cardText = document.querySelector('[role=dialog]')?.textContent
    expect(cardText).toContain('No heat with someone at risk')
    expect(cardText).toContain('Reason: Repair')
  })

  it('shows the reason unless it is a repair', async () => {
    const calls: TodayCall[] = [{ ...call, intent: 'reschedule', outcome: 'rescheduled', visit: null }]
    expect(await show(<CallRows label="Calls" calls={calls} today={today} />)).toMatch(/Reschedule.*Rescheduled/)
  })
})
