import { DASHBOARD_PATH } from '../lib/routes.ts'

/* Service worker of the dashboard. It caches nothing, because all dashboard data is personal. */

/** Service worker event. TypeScript's DOM library does not define these types. */
type WorkerEvent = { waitUntil: (work: Promise<unknown>) => void }
type FetchEvent = WorkerEvent & {
  request: Pick<Request, 'mode'> & Request
  preloadResponse?: Promise<Response | undefined>
  respondWith: (response: Promise<Response>) => void
}
type PushEvent = WorkerEvent & { data: { json: () => unknown } | null }
type ClickEvent = WorkerEvent & { notification: Pick<Notification, 'close' | 'data'> }
/**
 * Subscription change event. Firefox provides no subscription; Chrome and Safari provide the old one, sometimes also
 * the new one.
 */
type ChangeEvent = WorkerEvent & {
  oldSubscription?: { options: PushSubscriptionOptionsInit } | null
  newSubscription?: object | null
}
type WindowClient = { url: string; focus: () => Promise<unknown> }

export type WorkerScope = {
  location: { origin: string }
  addEventListener: (type: string, listener: (event: never) => void) => void
  skipWaiting: () => Promise<void>
  clients: {
    claim: () => Promise<void>
    matchAll: (options: object) => Promise<readonly WindowClient[]>
    openWindow: (url: string) => Promise<unknown>
  }
  registration: {
    showNotification: (title: string, options: object) => Promise<void>
    navigationPreload?: { enable: () => Promise<void> }
    pushManager: {
      getSubscription: () => Promise<object | null>
      subscribe: (options: PushSubscriptionOptionsInit) => Promise<object>
    }
  }
}

/** Push payload from `lib/dashboard/alerts/push.ts`. */
type Message = { title: string; body: string; path: string; tag: string; isUrgent: boolean }

/** Fallback notification. Browsers cancel a push subscription if a push shows no notification. */
const FALLBACK_MESSAGE: Message = {
  title: 'A call needs attention',
  body: 'Open the dashboard to see it.',
  path: DASHBOARD_PATH,
  tag: 'call',
  isUrgent: false,
}

const ICON_PATH = '/dashboard-icon-192.png'

const OFFLINE_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>You’re offline</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.55 system-ui, sans-serif }
body { margin: 0; min-height: 100dvh; display: grid; place-content: center; padding: 1.5rem; background: light-dark(#faf7f2, #0f161b); color: light-dark(#151f28, #f3f1eb) }
main { max-width: 30rem }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .75rem }
p { margin: 0 0 1.5rem }
a { display: inline-block; padding: .75rem 1.25rem; border-radius: .6rem; background: light-dark(#151f28, #f3f1eb); color: light-dark(#faf7f2, #0f161b); text-decoration: none; font-weight: 600 }
</style>
<main>
<h1>You’re offline</h1>
<p>The dashboard needs an internet connection. Calls are still answered and saved. You’ll see them here when you’re back online.</p>
<a href="">Try again</a>
</main>
`

const createOfflineResponse = (): Response =>
  new Response(OFFLINE_PAGE, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
  })

async function fetchPage({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    // The request failed because the network is unavailable.
    return createOfflineResponse()
  }
}

function parseMessage({ data }: PushEvent): Message {
  try {
    const message = data?.json() as Partial<Message> | undefined
    return message?.title ? { ...FALLBACK_MESSAGE, ...message } : FALLBACK_MESSAGE
  } catch {
    // The push payload is not valid JSON, so this site did not send it.
    return FALLBACK_MESSAGE
  }
}

/**
 * Focuses the window that shows the call, or opens a new window.
 * Does not navigate other windows, because they may have unsaved input.
 */
async function openPath({ clients, location }: WorkerScope, path: unknown): Promise<void> {
  const isDashboardPath = typeof path === 'string' && path.startsWith(`${DASHBOARD_PATH}/`)
  const { href } = new URL(isDashboardPath ? path : DASHBOARD_PATH, location.origin)
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const matchingWindow = windows.find(({ url }) => url === href)
  await (matchingWindow ? matchingWindow.focus() : clients.openWindow(href))
}

/** Fetches the VAPID key. Returns null if notifications are not configured. */
async function fetchPublicKey(): Promise<string | null> {
  const response = await fetch('/api/dashboard/alerts/preferences')
  const { publicKey } = (await response.json()) as { publicKey?: string | null }
  return publicKey ?? null
}

async function resubscribe({ registration }: WorkerScope, oldSubscription: ChangeEvent['oldSubscription']) {
  const applicationServerKey = oldSubscription?.options.applicationServerKey ?? (await fetchPublicKey())
  return applicationServerKey
    ? registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
    : undefined
}

async function renewSubscription(scope: WorkerScope, { oldSubscription, newSubscription }: ChangeEvent): Promise<void> {
  const subscription =
    newSubscription ??
    (await scope.registration.pushManager.getSubscription()) ??
    (await resubscribe(scope, oldSubscription))
  if (!subscription) return
  await fetch('/api/dashboard/alerts/devices', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(subscription),
  })
}

export function startDashboardWorker(scope: WorkerScope): void {
  const { registration, clients } = scope
  scope.addEventListener('install', (event: WorkerEvent) => event.waitUntil(scope.skipWaiting()))
  scope.addEventListener('activate', (event: WorkerEvent) =>
    event.waitUntil(Promise.all([clients.claim(), registration.navigationPreload?.enable()])),
  )
  scope.addEventListener('fetch', (event: FetchEvent) => {
    if (event.request.mode === 'navigate') event.respondWith(fetchPage(event))
  })
  scope.addEventListener('push', (event: PushEvent) => {
    const { title, body, path, tag, isUrgent } = parseMessage(event)
    const options = {
      body,
      tag,
      data: path,
      icon: ICON_PATH,
      badge: ICON_PATH,
      renotify: true,
      requireInteraction: isUrgent,
    }
    event.waitUntil(registration.showNotification(title, options))
  })
  scope.addEventListener('notificationclick', (event: ClickEvent) => {
    event.notification.close()
    event.waitUntil(openPath(scope, event.notification.data))
  })
  scope.addEventListener('pushsubscriptionchange', (event: ChangeEvent) =>
    event.waitUntil(renewSubscription(scope, event)),
  )
}
