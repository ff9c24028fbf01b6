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
  const fetchMock = vi.fn(async (address: unknown, _request?: object) => {
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
    fetch: fetchMock,
    caches,
    location: { origin: 'https://www.example.com' },
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    skipWaiting: async () => undefined,
    clients: { claim: async () => undefined, matchAll: async () => windows, openWindow },
    registration: { showNotification, pushManager: { subscribe, getSubscription: async () => subscription } },
  })
  /** Dispatches an event and waits for the worker. @returns the response to a fetch event */
  const dispatch = async (type: string, event: object): Promise<Response | undefined> => {
    const promises: Promise<unknown>[] = []
    let result: Promise<Response> | undefined
    listeners.get(type)?.({
      waitUntil: (promise: Promise<unknown>) => promises.push(promise),
      respondWith: (response: Promise<Response>) => {
        result = response
      },
      ...event,
    })
    await Promise.all(promises)
    return result
  }
  return { dispatch, fetched: fetchMock, showNotification, openWindow, subscribe }
}

const CALL = '/dashboard/calls/1'

describe('dashboard service worker', () => {
  it('returns an offline page that blocks all scripts when the network fails', async () => {
    const response = await start({ network: false }).dispatch('fetch', { request: { mode: 'navigate' } })
    expect(response?.status).toBe(503)
    expect(response?.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await response?.text()).toContain('You’re offline')
  })

  it('returns navigation responses unchanged and ignores other requests', async () => {
    const { dispatch } = start()
    expect(await (await dispatch('fetch', { request: { mode: 'navigate' } }))?.text()).toBe('the page')
    expect(await dispatch('fetch', { request: { mode: 'cors' } })).toBeUndefined()
    const preloadResponse = Promise.resolve(new Response('fetched in advance'))
    const response = await dispatch('fetch', { request: { mode: 'navigate' }, preloadResponse })
    expect(await response?.text()).toBe('fetched in advance')
  })

  it('shows the pushed notification and keeps urgent ones visible until dismissed', async () => {
    const { dispatch, showNotification } = start()
    const message = { title: 'Urgent call', body: '2:14 AM', path: CALL, tag: 'alert', isUrgent: true }
    await dispatch('push', { data: { json: () => message } })
    expect(showNotification).toHaveBeenCalledWith(
      'Urgent call',
      expect.objectContaining({ body: '2:14 AM', data: CALL, tag: 'alert', requireInteraction: true }),
    )
  })

  it.each([
    ['no data', null],
    ['invalid JSON', { json: () => JSON.parse('{') as unknown }],
    ['no message', { json: () => ({}) }],
    ['null', { json: () => null }],
  ])('shows a generic notification if the push data contains %s', async (_, data) => {
    const { dispatch, showNotification } = start()
    await dispatch('push', { data })
    expect(showNotification).toHaveBeenCalledWith('A call needs attention', expect.anything())
  })

  it('focuses the window with the open call or opens a new one', async () => {
    const focus = vi.fn(async () => undefined)
    const notification = { data: CALL, close: vi.fn() }
    const worker = start({ windows: [{ url: `https://www.example.com${CALL}`, focus }] })
    await worker.dispatch('notificationclick', { notification })
    expect(focus).toHaveBeenCalledOnce()
    expect(worker.openWindow).not.toHaveBeenCalled()
    const otherWorker = start({ windows: [{ url: 'https://www.example.com/dashboard/leads', focus }] })
    await otherWorker.dispatch('notificationclick', { notification })
    expect(otherWorker.openWindow).toHaveBeenCalledWith(`https://www.example.com${CALL}`)
    expect(notification.close).toHaveBeenCalledTimes(2)
  })

  it.each(['https://evil.test/', '//evil.test/dashboard/', '/login', undefined])(
    'opens the dashboard if the notification path is invalid: %s',
    async (data) => {
      const { dispatch, openWindow } = start()
      await dispatch('notificationclick', { notification: { data, close: () => undefined } })
      expect(openWindow).toHaveBeenCalledWith('https://www.example.com/dashboard')
    },
  )

  describe('expired push subscription', () => {
    const newSubscription = { endpoint: 'https://fcm.googleapis.com/new' }
    const browserSubscription = { endpoint: 'https://updates.push.services.mozilla.com/given' }
    const options = { userVisibleOnly: true, applicationServerKey: 'key of the old subscription' }
    const subscribeOptions = { userVisibleOnly: true, applicationServerKey: 'key of the site' }

    it.each([
      ['Chrome, with the old subscription', { oldSubscription: { options } }, {}, newSubscription, options],
      ['Firefox, without a subscription', {}, {}, newSubscription, subscribeOptions],
      ['both null', { oldSubscription: null, newSubscription: null }, {}, newSubscription, subscribeOptions],
      [
        'an old subscription without a key',
        { oldSubscription: { options: { userVisibleOnly: true } } },
        {},
        newSubscription,
        subscribeOptions,
      ],
      [
        'a new subscription in the event',
        { oldSubscription: { options }, newSubscription: browserSubscription },
        {},
        browserSubscription,
        undefined,
      ],
      [
        'a new subscription from the browser',
        {},
        { subscription: browserSubscription },
        browserSubscription,
        undefined,
      ],
    ])('sends the new subscription to the server: %s', async (_, event, browser, sent, subscribedWith) => {
      const { dispatch, fetched, subscribe } = start({ publicKey: 'key of the site', ...browser })
      await dispatch('pushsubscriptionchange', event)
      expect(fetched).toHaveBeenCalledWith(
        '/api/dashboard/alerts/devices',
        expect.objectContaining({ method: 'POST', body: JSON.stringify(sent) }),
      )
      expect(subscribe.mock.calls).toEqual(subscribedWith ? [[subscribedWith]] : [])
    })

    it('is not renewed if the site has no push key', async () => {
      const { dispatch, fetched, subscribe } = start({ publicKey: null })
      await dispatch('pushsubscriptionchange', {})
      expect(subscribe).not.toHaveBeenCalled()
      expect(fetched).toHaveBeenCalledOnce()
    })
  })
})
