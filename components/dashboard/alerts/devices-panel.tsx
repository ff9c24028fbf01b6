import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AlertsPage, DeviceRecord } from '@/lib/dashboard/alerts/preferences.ts'
import { buildQueryKey, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { formatDateTime } from '@/lib/platform/time/zone.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useToast } from '../../ui/toast.tsx'
import { type Failure, sendChange, UNREACHABLE_MESSAGE } from '../use-optimistic-mutation.ts'
import { DASHBOARD_PATH, DASHBOARD_WORKER_PATH } from '@/lib/routes.ts'

type DeviceState =
  | { state: 'unknown' | 'unsupported' | 'add-to-home-screen' | 'denied' | 'off' }
  | { state: 'subscribed'; fingerprint: string }

/** Returns the SHA-256 hash of a push endpoint in hexadecimal. The server stores the same hash. */
async function computeFingerprint(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Detects an iPhone or iPad. iOS supports notifications only for apps on the home screen. */
const isIosDevice = () => /iPhone|iPad/.test(navigator.userAgent)

const getSubscription = async () =>
  (await navigator.serviceWorker.getRegistration(DASHBOARD_PATH))?.pushManager.getSubscription()

async function detectDeviceState(): Promise<DeviceState> {
  if (!isSupported()) return { state: isIosDevice() ? 'add-to-home-screen' : 'unsupported' }
  if (Notification.permission === 'denied') return { state: 'denied' }
  const currentSubscription = await getSubscription()
  return currentSubscription
    ? { state: 'subscribed', fingerprint: await computeFingerprint(currentSubscription.endpoint) }
    : { state: 'off' }
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
  // A subscription that was created with an earlier VAPID key does not work.
  await (await pushManager.getSubscription())?.unsubscribe()
  const newSubscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  return newSubscription.toJSON()
}

async function unsubscribe(): Promise<void> {
  await (await getSubscription())?.unsubscribe()
}

const STATE_ADVICE: Partial<Record<DeviceState['state'], string>> = {
  unsupported: 'This browser can’t show notifications. You’ll still get emails.',
  'add-to-home-screen':
    'On an iPhone or iPad, add the dashboard to your home screen first: tap Share, then Add to Home Screen. Open it from there and come back to this page.',
  denied:
    'Notifications are blocked in this browser. Allow them in the browser’s settings for this site, then reload the page.',
}

type RowProps = {
  device: DeviceRecord
  isCurrentDevice: boolean
  zone: string
  isBusy: boolean
  onTest: () => void
  onRemove: () => void
}

function DeviceRow({ device, isCurrentDevice, zone, isBusy, onTest, onRemove }: RowProps) {
  const name = device.device ?? 'Unknown browser'
  const sentText = device.lastSentAt ? `Last notified ${formatDateTime(device.lastSentAt, zone)}` : 'Nothing sent yet'
  return (
    <li className="grid gap-x-6 gap-y-3 border-t border-border py-4 first:border-t-0 first:pt-0 last:pb-0 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base font-semibold">
          {name}
          {isCurrentDevice && <Badge>This device</Badge>}
        </h3>
        <p className="mt-1 text-muted-foreground">
          Added {formatDateTime(device.createdAt, zone)} <span aria-hidden="true">·</span> {sentText}
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
  const [currentState, setCurrentState] = useState<DeviceState>({ state: 'unknown' })
  const [isBusy, setIsBusy] = useState(false)
  const refreshState = async () => setCurrentState(await detectDeviceState())
  useEffect(() => {
    // `detectDeviceState` rejects in a browser without the push API.
    detectDeviceState().then(setCurrentState, () => setCurrentState({ state: 'unsupported' }))
  }, [])

  const showError = (description: string) => toast({ title: 'Something went wrong', description, tone: 'primary' })

  async function run(operation: () => Promise<void>, errorMessage = UNREACHABLE_MESSAGE): Promise<void> {
    setIsBusy(true)
    try {
      await operation()
    } catch {
      // Without a response the cause is unknown, so the message is generic.
      showError(errorMessage)
    } finally {
      setIsBusy(false)
      await Promise.all([
        refreshState(),
        cache.invalidateQueries({ queryKey: buildQueryKey('alerts/preferences', reader) }),
      ])
    }
  }

  const addDevice = (key: string) =>
    run(async () => {
      const newSubscription = await subscribe(key)
      if (!newSubscription) return
      const response = await sendChange<object>('alerts/devices', 'POST', newSubscription)
      if ('error' in response) {
        await unsubscribe()
        showError((response as Failure).error)
        return
      }
      toast({ title: 'Notifications are on for this device', tone: 'accent' })
    }, 'The browser could not reach its push service. Try again in a minute.')

  const testDevice = ({ id }: DeviceRecord) =>
    run(async () => {
      const response = await sendChange<object>(`alerts/devices/${id}/test`, 'POST')
      if ('error' in response) showError((response as Failure).error)
      else toast({ title: 'Test sent', tone: 'accent' })
    })

  const isCurrentDevice = ({ fingerprint }: DeviceRecord) =>
    currentState.state === 'subscribed' && currentState.fingerprint === fingerprint
  const removeDevice = (device: DeviceRecord) =>
    run(async () => {
      await sendChange<object>(`alerts/devices/${device.id}`, 'DELETE')
      if (isCurrentDevice(device)) await unsubscribe()
      toast({ title: 'Device removed' })
    })

  const advice = STATE_ADVICE[currentState.state]
  const canAdd = currentState.state === 'off' || (currentState.state === 'subscribed' && !devices.some(isCurrentDevice))
  return (
    <Panel title="Notifications on your devices" note="Tap a notification to open the call. Names are never shown.">
      {devices.length > 0 && (
        <ul aria-label="Your devices">
          {devices.map((device) => (
            <DeviceRow
              key={device.id}
              device={device}
              isCurrentDevice={isCurrentDevice(device)}
              zone={zone}
              isBusy={isBusy}
              onTest={() => void testDevice(device)}
              onRemove={() => void removeDevice(device)}
            />
          ))}
        </ul>
      )}
      <div className="mt-4 first:mt-0">
        {publicKey === null && <p className="text-muted-foreground">Push notifications are not set up here.</p>}
        {publicKey !== null && advice && <p className="max-w-text">{advice}</p>}
        {publicKey !== null && canAdd && (
          <Button disabled={isBusy} onClick={() => void addDevice(publicKey)}>
            Turn on for this device
          </Button>
        )}
      </div>
    </Panel>
  )
}
