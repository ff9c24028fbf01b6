import { DASHBOARD_PATH, DASHBOARD_WORKER_PATH } from '@/lib/routes.ts'

/** Whether this browser can show notifications, and what is in the way. */
export type DeviceState =
  | { is: 'unknown' | 'unsupported' | 'add-to-home-screen' | 'denied' | 'off' }
  | { is: 'subscribed'; fingerprint: string }

/** SHA-256 of an endpoint in hexadecimal, as the server has it. */
async function fingerprintOf(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Safari on an iPhone or iPad offers notifications only to what was added to the home screen. */
const isPhoneOfApple = () => /iPhone|iPad/.test(navigator.userAgent)

const subscription = async () =>
  (await navigator.serviceWorker.getRegistration(DASHBOARD_PATH))?.pushManager.getSubscription()

/** What stands with this browser now. */
export async function deviceState(): Promise<DeviceState> {
  if (!isSupported()) return { is: isPhoneOfApple() ? 'add-to-home-screen' : 'unsupported' }
  if (Notification.permission === 'denied') return { is: 'denied' }
  const own = await subscription()
  return own ? { is: 'subscribed', fingerprint: await fingerprintOf(own.endpoint) } : { is: 'off' }
}

/**
 * Has the browser ask the person, and subscribes; to be called when they press for it.
 * @param publicKey of this site
 * @returns undefined for somebody who does not want it
 * @throws when the browser cannot subscribe, for example because its push service cannot be reached
 */
export async function subscribe(publicKey: string): Promise<PushSubscriptionJSON | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
  await navigator.serviceWorker.register(DASHBOARD_WORKER_PATH, { scope: DASHBOARD_PATH })
  const { pushManager } = await navigator.serviceWorker.ready
  // One that was made with an earlier key of this site could not be used.
  await (await pushManager.getSubscription())?.unsubscribe()
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  return made.toJSON()
}

/** Ends the subscription of this browser. */
export async function unsubscribe(): Promise<void> {
  await (await subscription())?.unsubscribe()
}
