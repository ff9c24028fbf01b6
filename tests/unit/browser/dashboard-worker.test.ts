import { runInNewContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
import { dashboardWorkerScript } from '../../../lib/browser-bundles.js'

function start({
  windows = [] as { url: string; focus: () => Promise<void> }[],
  network = true,
  publicKey = null as string | null,
  subscription = null as object | null,
} = {}) {
  const listeners = new Map<string, (event: object) => void>()
  const fetched = vi.fn(async (address: unknown, _request?: object) => {
    if (!network) throw new TypeError('Failed to fetch')
    return address === '/api/dashboard/alerts/preferences' ? Response.json({ publicKey }) : new Response('the page')
  })
  const showNotification = vi.fn(async (_title: string, _options: object) => undefined)
  const openWindow = vi.fn(async (_url: string) => undefined)
  const subscribe = vi.fn(async (_options: object) => ({ endpoint: 'https://fcm.googleapis.com/new' }))
  const caches = new Proxy({}, { get: () => expect.unreachable('nothing is stored on the device') })
  runInNewContext(dashboardWorkerScript, {
    URL,
    Response,
    fetch: fetched,
    caches,
    location: { origin: 'https://www.example.com' },
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    skipWaiting: async () => undefined,
    clients: { claim: async () => undefined, matchAll: async () => windows, openWindow },
    registration: { showNotification, pushManager: { subscribe, getSubscription: async () => subscription } },
  })
  /** Dispatches an event and waits for the worker. @returns its response */
  const dispatch = async (type: string, event: object): Promise<Response | undefined> => {
    const work: Promise<unknown>[] = []
    let answer: Promise<Response> | undefined
    listeners.get(type)?.({
      waitUntil: (promise: Promise<unknown>) => work.push(promise),
      respondWith: (response: Promise<Response>) => {
        answer = response
      },
      ...event,
    })
    await Promise.all(work)
    return answer
  }
  return { dispatch, fetched, showNotification, openWindow, subscribe }
}

const CALL = '/dashboard/calls/1'

describe('the service worker of the dashboard', () => {
  it('says so when the network is gone, in a page that may run nothing', async () => {
    const answer = await start({ network: false }).dispatch('fetch', { request: { mode: 'navigate' } })
    expect(answer?.status).toBe(503)
    expect(answer?.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await answer?.text()).toContain('You are offline')
  })

  it('hands pages on as they come, and leaves everything else to the browser', async () => {
    const { dispatch } = start()
    expect(await (await dispatch('fetch', { request: { mode: 'navigate' } }))?.text()).toBe('the page')
    expect(await dispatch('fetch', { request: { mode: 'cors' } })).toBeUndefined()
    const preloadResponse = Promise.resolve(new Response('fetched in advance'))
    const answer = await dispatch('fetch', { request: { mode: 'navigate' }, preloadResponse })
    expect(await answer?.text()).toBe('fetched in advance')
  })

  it('shows what was sent, an urgent call until somebody looks', async () => {
    const { dispatch, showNotification } = start()
    const message = { title: 'Urgent call', body: '2:14 AM', path: CALL, tag: 'alert', isUrgent: true }
    await dispatch('push', { data: { json: () => message } })
    expect(showNotification).toHaveBeenCalledWith(
      'Urgent call',
      expect.objectContaining({ body: '2:14 AM', data: CALL, tag: 'alert', requireInteraction: true }),
    )
  })

  it.each([
    ['nothing', null],
    ['no JSON', { json: () => JSON.parse('{') as unknown }],
    ['no message', { json: () => ({}) }],
    ['null', { json: () => null }],
  ])('shows that there is a call where it was sent %s', async (_, data) => {
    const { dispatch, showNotification } = start()
    await dispatch('push', { data })
    expect(showNotification).toHaveBeenCalledWith('A call needs somebody', expect.anything())
  })

  it('leads to the window that has the call open, or to a new one', async () => {
    const focus = vi.fn(async () => undefined)
    const notification = { data: CALL, close: vi.fn() }
    const open = start({ windows: [{ url: `https://www.example.com${CALL}`, focus }] })
    await open.dispatch('notificationclick', { notification })
    expect(focus).toHaveBeenCalledOnce()
    expect(open.openWindow).not.toHaveBeenCalled()
    const other = start({ windows: [{ url: 'https://www.example.com/dashboard/leads', focus }] })
    await other.dispatch('notificationclick', { notification })
    expect(other.openWindow).toHaveBeenCalledWith(`https://www.example.com${CALL}`)
    expect(notification.close).toHaveBeenCalledTimes(2)
  })

  it.each(['https://evil.test/', '//evil.test/dashboard/', '/login', undefined])(
    'leads nowhere else: %s',
    async (data) => {
      const { dispatch, openWindow } = start()
      await dispatch('notificationclick', { notification: { data, close: () => undefined } })
      expect(openWindow).toHaveBeenCalledWith('https://www.example.com/dashboard')
    },
  )

  describe('when the browser has ended a subscription', () => {
    const NEW = { endpoint: 'https://fcm.googleapis.com/new' }
    const GIVEN = { endpoint: 'https://updates.push.services.mozilla.com/given' }
    const options = { userVisibleOnly: true, applicationServerKey: 'key of the old subscription' }
    const ofSite = { userVisibleOnly: true, applicationServerKey: 'key of the site' }

    it.each([
      ['Chrome, with the old subscription', { oldSubscription: { options } }, {}, NEW, options],
      ['Firefox, without any', {}, {}, NEW, ofSite],
      ['both null', { oldSubscription: null, newSubscription: null }, {}, NEW, ofSite],
      ['an old one without a key', { oldSubscription: { options: { userVisibleOnly: true } } }, {}, NEW, ofSite],
      ['a new one in the event', { oldSubscription: { options }, newSubscription: GIVEN }, {}, GIVEN, undefined],
      ['a new one that the browser has made', {}, { subscription: GIVEN }, GIVEN, undefined],
    ])('sends the new one to the site: %s', async (_, event, browser, sent, subscribedWith) => {
      const { dispatch, fetched, subscribe } = start({ publicKey: 'key of the site', ...browser })
      await dispatch('pushsubscriptionchange', event)
      expect(fetched).toHaveBeenCalledWith(
        '/api/dashboard/alerts/devices',
        expect.objectContaining({ method: 'POST', body: JSON.stringify(sent) }),
      )
      expect(subscribe.mock.calls).toEqual(subscribedWith ? [[subscribedWith]] : [])
    })

    it('subscribes to nothing on a site without notifications', async () => {
      const { dispatch, fetched, subscribe } = start({ publicKey: null })
      await dispatch('pushsubscriptionchange', {})
      expect(subscribe).not.toHaveBeenCalled()
      expect(fetched).toHaveBeenCalledOnce()
    })
  })
})
