// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { AlertRecord } from '../../../lib/dashboard/model/alert.ts'
import { type AlertsPage, DEFAULT_PREFERENCES } from '../../../lib/dashboard/alerts/preferences.ts'
import { buildQueryKey } from '../../../lib/dashboard/query/dashboard-query.ts'
import { pressButton, settle, createTestScreen, getPageText } from './test-screen.tsx'

vi.mock('@clerk/nextjs', () => import('./clerk-mock.ts'))
vi.mock('@clerk/nextjs/errors', () => import('./clerk-mock.ts'))
vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => undefined }) }))

const { AlertsView } = await import('../../../components/dashboard/alerts/alerts-view.tsx')
const { AlertLine, ClaimAlertButton } = await import('../../../components/dashboard/alerts/call-alerts.tsx')

const READER = { organizationId: 'org_1', userId: 'user_1' }
const NOW = '2026-03-08T08:15:00.000Z'

const screen = createTestScreen()
const { show } = screen
const POST = expect.objectContaining({ method: 'POST' })
const fetchMock = vi.fn<typeof fetch>()
beforeEach(() => {
  fetchMock.mockReset()
  vi.stubGlobal('fetch', fetchMock)
})

const check = (label: string) =>
  settle(() => {
    const labels = [...document.querySelectorAll('label')]
    labels
      .find(({ textContent }) => textContent?.startsWith(label))
      ?.querySelector('input')
      ?.click()
  })

const PAGE: AlertsPage = {
  preferences: DEFAULT_PREFERENCES,
  devices: [],
  publicKey: 'key',
  hasMail: true,
  order: [
    { name: 'Ada', hours: null, isOnCall: true, hasSignIn: true, isYou: true },
    { name: 'Bo', hours: { from: '18:00', to: '07:00' }, isOnCall: false, hasSignIn: false, isYou: false },
  ],
  pagingMinutes: 5,
  timeZone: 'America/Chicago',
}

const showPage = (part: Partial<AlertsPage> = {}) => {
  screen.cache.setQueryData(buildQueryKey('alerts/preferences', READER), { ...PAGE, ...part })
  return show(<AlertsView reader={READER} hasFailed={false} />)
}

describe('alerts page', () => {
  it('shows the escalation order and members who can only be called', async () => {
    const page = await showPage()
    expect(page).toContain('Ada (you)anytimeOn call now')
    expect(page).toContain('Bo6:00 PM to 7:00 AMPhone only: no account here.')
    expect(page).toContain('within 5 minutes')
  })

  it('shows disabled notification channels', async () => {
    const page = await showPage({ publicKey: null, hasMail: false })
    expect(page).toContain('Push notifications are not set up here.')
    expect(page).toContain('Email is not set up here, so none is sent.')
  })

  it('warns if no notification channel is selected, and keeps the selection through a conflict', async () => {
    await showPage()
    await check('Email')
    expect(getPageText()).not.toContain('You won’t get any alerts.')
    await check('Push notification')
    expect(getPageText()).toContain('You won’t get any alerts.')
    const current = { ...DEFAULT_PREFERENCES, byPush: false, version: 2 }
    fetchMock.mockResolvedValueOnce(Response.json({ error: 'Changed', reason: 'conflict', current }, { status: 409 }))
    await pressButton('Save')
    expect(getPageText()).toContain('Someone else edited this.')
    const { version: _version, ...defaults } = DEFAULT_PREFERENCES
    const change = { ...defaults, byMail: false, byPush: false }
    fetchMock.mockResolvedValueOnce(Response.json({ preferences: { ...change, version: 3 } }))
    await pressButton('Save mine')
    const [address, options] = fetchMock.mock.lastCall ?? []
    expect(address).toBe('/api/dashboard/alerts/preferences')
    expect(JSON.parse(String(options?.body))).toEqual({ version: 2, change })
    expect(getPageText()).toContain('Saved')
  })

  it.each([
    ['a browser without notifications', {}, undefined, 'This browser can’t show notifications.'],
    [
      'an iPhone',
      {},
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X)',
      'add the dashboard to your home screen',
    ],
    [
      'a browser with blocked notifications',
      { permission: 'denied' },
      undefined,
      'Notifications are blocked in this browser',
    ],
  ])('shows instructions for %s', async (_, { permission }: { permission?: string }, userAgent, expectedText) => {
    if (userAgent) vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
    if (permission) {
      vi.stubGlobal('Notification', { permission })
      vi.stubGlobal('PushManager', {})
      Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: {} })
    }
    expect(await showPage()).toContain(expectedText)
    Reflect.deleteProperty(navigator, 'serviceWorker')
    vi.restoreAllMocks()
  })

  it("lists the user's devices with a test button and reports expired ones", async () => {
    const id = '00000000-0000-4000-8000-000000000001'
    const device = { id, device: 'Safari on iPhone', createdAt: NOW, lastSentAt: NOW, fingerprint: 'f' }
    const page = await showPage({ devices: [device] })
    expect(page).toContain('Safari on iPhone')
    expect(page).toContain('Last notified Mar 8, 2026, 3:15 AM')
    fetchMock.mockResolvedValueOnce(Response.json({ sent: true }))
    await pressButton('Send a test')
    expect(fetchMock).toHaveBeenCalledWith(`/api/dashboard/alerts/devices/${id}/test`, POST)
    expect(getPageText()).toContain('Test sent')
    const error = 'This device no longer accepts notifications, so we removed it.'
    fetchMock.mockResolvedValueOnce(Response.json({ error, reason: 'not-sent' }, { status: 410 }))
    await pressButton('Send a test')
    expect(getPageText()).toContain(error)
  })

  it('requests permission only on a click and stores the subscription', async () => {
    const subscription = { endpoint: 'https://fcm.googleapis.com/1', keys: { p256dh: 'p', auth: 'a' } }
    const requestPermission = vi.fn(async () => 'granted')
    const subscribe = vi.fn(async () => ({ toJSON: () => subscription }))
    const pushManager = { getSubscription: async () => null, subscribe }
    vi.stubGlobal('Notification', { permission: 'default', requestPermission })
    vi.stubGlobal('PushManager', {})
    const serviceWorker = {
      getRegistration: async () => ({ pushManager }),
      register: async () => undefined,
      ready: Promise.resolve({ pushManager }),
    }
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker })
    await showPage()
    expect(requestPermission).not.toHaveBeenCalled()
    fetchMock.mockResolvedValue(Response.json({ device: {} }, { status: 201 }))
    await pressButton('Turn on for this device')
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'key' })
    expect(fetchMock).toHaveBeenCalledWith(
      '/api/dashboard/alerts/devices',
      expect.objectContaining({ method: 'POST', body: JSON.stringify(subscription) }),
    )
    Reflect.deleteProperty(navigator, 'serviceWorker')
  })
})

describe('call alert', () => {
  const alert: AlertRecord = {
    id: '00000000-0000-4000-8000-000000000000',
    kind: 'urgent',
    createdAt: NOW,
    told: [{ userId: 'user_2', at: NOW }],
    takenAt: null,
    takenById: null,
  }

  it('shows notified members and offers to acknowledge an open alert', async () => {
    const renderAlert = (part: Partial<AlertRecord>) => (
      <>
        <AlertLine alerts={[{ ...alert, ...part }]} zone="America/Chicago" />
        <ClaimAlertButton alerts={[{ ...alert, ...part }]} />
      </>
    )
    expect(await show(renderAlert({}))).toContain('Sam was notified at 3:15 AM. No one has taken it yet.Take this call')
    expect(await show(renderAlert({ takenAt: NOW, takenById: 'user_2' }))).not.toContain('Take this call')
  })

  it('shows who already acknowledged the alert', async () => {
    await show(<ClaimAlertButton alerts={[alert]} />)
    fetchMock.mockResolvedValueOnce(Response.json({ alert: { ...alert, takenAt: NOW, takenById: 'user_2' } }))
    await pressButton('Take this call')
    expect(fetchMock).toHaveBeenCalledWith(`/api/dashboard/alerts/${alert.id}`, POST)
    expect(getPageText()).toContain('Sam already took this call')
  })
})
