import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AlertsPage, DeviceRecord } from '@/lib/dashboard/alerts/preferences.ts'
import { queryKeyOf, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { formatDateTime } from '@/lib/platform/time/zone.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useToast } from '../../ui/toast.tsx'
import { type Failure, sendChange, UNREACHABLE } from '../use-optimistic-mutation.ts'
import { DASHBOARD_PATH, DASHBOARD_WORKER_PATH } from '@/lib/routes.ts'

type DeviceState =
  | { is: 'unknown' | 'unsupported' | 'add-to-home-screen' | 'denied' | 'off' }
  | { is: 'subscribed'; fingerprint: string }

/** Returns the SHA-256 hash of a push endpoint in hexadecimal. The server stores the same hash. */
async function fingerprintOf(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Detects an iPhone or iPad. iOS supports notifications only for apps on the home screen. */
const isPhoneOfApple = () => /iPhone|iPad/.test(navigator.userAgent)

const subscription = async () =>
  (await navigator.serviceWorker.getRegistration(DASHBOARD_PATH))?.pushManager.getSubscription()

async function deviceState(): Promise<DeviceState> {
  if (!isSupported()) return { is: isPhoneOfApple() ? 'add-to-home-screen' : 'unsupported' }
  if (Notification.permission === 'denied') return { is: 'denied' }
  const own = await subscription()
  return own ? { is: 'subscribed', fingerprint: await fingerprintOf(own.endpoint) } : { is: 'off' }
}

/**
 * Requests notification permission and subscribes. Browsers require a user gesture for the request.
 * @returns undefined if permission is denied
 * @throws if the browser cannot subscribe, for example because its push service is unreachable
 */
async function subscribe(publicKey: string): Promise<PushSubscriptionJSON | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
  await navigator.serviceWorker.register(DASHBOARD_WORKER_PATH, { scope: DASHBOARD_PATH })
  const { pushManager } = await navigator.serviceWorker.ready
  // A subscription made with an earlier VAPID key does not work.
  await (await pushManager.getSubscription())?.unsubscribe()
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  return made.toJSON()
}

async function unsubscribe(): Promise<void> {
  await (await subscription())?.unsubscribe()
}

const ADVICE: Partial<Record<DeviceState['is'], string>> = {
  unsupported: 'This browser can’t show notifications. You’ll still get emails.',
  'add-to-home-screen':
    'On an iPhone or iPad, add the dashboard to your home screen first: tap Share, then Add to Home Screen. Open it from there and come back to this page.',
  denied:
    'Notifications are blocked in this browser. Allow them in the browser’s settings for this site, then reload the page.',
}

type RowProps = {
  device: DeviceRecord
  isThis: boolean
  zone: string
  isBusy: boolean
  onTest: () => void
  onRemove: () => void
}

function DeviceRow({ device, isThis, zone, isBusy, onTest, onRemove }: RowProps) {
  const name = device.device ?? 'Unknown browser'
  const sent = device.lastSentAt ? `Last notified ${formatDateTime(device.lastSentAt, zone)}` : 'Nothing sent yet'
  return (
    <li className="grid gap-x-6 gap-y-3 border-t border-border py-4 first:border-t-0 first:pt-0 last:pb-0 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base font-semibold">
          {name}
          {isThis && <Badge>This device</Badge>}
        </h3>
        <p className="mt-1 text-muted-foreground">
          Added {formatDateTime(device.createdAt, zone)} <span aria-hidden="true">·</span> {sent}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="quiet" disabled={isBusy} aria-label={`Send a test to ${name}`} onClick={onTest}>
          Send a test
        </Button>
        <Button variant="quiet" disabled={isBusy} aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  )
}

export function DevicesPanel({ page, reader }: { page: AlertsPage; reader: Reader }) {
  const { devices, publicKey, timeZone: zone } = page
  const cache = useQueryClient()
  const toast = useToast()
  const [here, setHere] = useState<DeviceState>({ is: 'unknown' })
  const [isBusy, setIsBusy] = useState(false)
  const look = async () => setHere(await deviceState())
  useEffect(() => {
    // `deviceState` rejects in a browser without the push API.
    deviceState().then(setHere, () => setHere({ is: 'unsupported' }))
  }, [])

  const fail = (description: string) => toast({ title: 'Something went wrong', description, tone: 'primary' })

  async function run(work: () => Promise<void>, unreachable = UNREACHABLE): Promise<void> {
    setIsBusy(true)
    try {
      await work()
    } catch {
      // Without a response the cause is unknown, so the message is generic.
      fail(unreachable)
    } finally {
      setIsBusy(false)
      await Promise.all([look(), cache.invalidateQueries({ queryKey: queryKeyOf('alerts/preferences', reader) })])
    }
  }

  const add = (key: string) =>
    run(async () => {
      const made = await subscribe(key)
      if (!made) return
      const answer = await sendChange<object>('alerts/devices', 'POST', made)
      if ('error' in answer) {
        await unsubscribe()
        fail((answer as Failure).error)
        return
      }
      toast({ title: 'Notifications are on for this device', tone: 'accent' })
    }, 'The browser could not reach its push service. Try again in a minute.')

  const test = ({ id }: DeviceRecord) =>
    run(async () => {
      const answer = await sendChange<object>(`alerts/devices/${id}/test`, 'POST')
      if ('error' in answer) fail((answer as Failure).error)
      else toast({ title: 'Test sent', tone: 'accent' })
    })

  const isThis = ({ fingerprint }: DeviceRecord) => here.is === 'subscribed' && here.fingerprint === fingerprint
  const remove = (device: DeviceRecord) =>
    run(async () => {
      await sendChange<object>(`alerts/devices/${device.id}`, 'DELETE')
      if (isThis(device)) await unsubscribe()
      toast({ title: 'Device removed' })
    })

  const advice = ADVICE[here.is]
  const canAdd = here.is === 'off' || (here.is === 'subscribed' && !devices.some(isThis))
  return (
    <Panel title="Notifications on your devices" note="Tap a notification to open the call. Names are never shown.">
      {devices.length > 0 && (
        <ul aria-label="Your devices">
          {devices.map((device) => (
            <DeviceRow
              key={device.id}
              device={device}
              isThis={isThis(device)}
              zone={zone}
              isBusy={isBusy}
              onTest={() => void test(device)}
              onRemove={() => void remove(device)}
            />
          ))}
        </ul>
      )}
      <div className="mt-4 first:mt-0">
        {publicKey === null && <p className="text-muted-foreground">Push notifications are not set up here.</p>}
        {publicKey !== null && advice && <p className="max-w-text">{advice}</p>}
        {publicKey !== null && canAdd && (
          <Button disabled={isBusy} onClick={() => void add(publicKey)}>
            Turn on for this device
          </Button>
        )}
      </div>
    </Panel>
  )
}
