import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import postgres, { type Sql } from 'postgres'
import { SITE_CONNECTION_OPTIONS } from '../../platform/db/client.ts'
import { withDeadline } from '../../platform/time/deadline.ts'
import { log } from '../../platform/log/log.ts'
import { getSharedState } from '../../platform/process/shared-state.ts'
import { CHANGES_CHANNEL } from './record.ts'

const RECONNECT_DELAY_MS = 5_000

/** Probes detect connections that broke silently, such as after a router restart. */
const PROBE_INTERVAL_MS = 5_000

const PROBE_TIMEOUT_MS = 2_000

/** Event that `changes` emits when `isListening` changes. */
export const LISTENING_CHANGED = Symbol('listening changed')

type Listener = { changes: EventEmitter; connection?: Sql | undefined; isListening: boolean; retryAt: number }

const listener = getSharedState<Listener>('organization-changes', () => {
  const changes = new EventEmitter()
  changes.setMaxListeners(0)
  return { changes, isListening: false, retryAt: 0 }
})

/** Event emitter. The event name is the id of an organization whose data changed, in any process. */
export const { changes } = listener

/** Returns false if the connection is broken, or if a connection pooler drops notifications. */
export const isListening = (): boolean => listener.isListening

function setListening(isActive: boolean): void {
  if (listener.isListening === isActive) return
  listener.isListening = isActive
  changes.emit(LISTENING_CHANGED)
}

/**
 * Opens the `LISTEN` connection of this process. Does nothing if a connection exists, or if one broke a few seconds
 * ago.
 */
export function startListening(url: string): void {
  if (listener.connection || Date.now() < listener.retryAt) return
  const probe = randomUUID()
  let hasProbeArrived = false
  const disconnect = (reason?: unknown) => {
    if (listener.connection !== connection) return
    listener.connection = undefined
    listener.retryAt = Date.now() + RECONNECT_DELAY_MS
    clearInterval(timer)
    setListening(false)
    log.warn({ err: reason }, 'dashboard: listen failed, polling')
    // Closing a broken connection may fail. Ignore the error.
    connection.end({ timeout: 0 }).catch(() => undefined)
  }
  const options = {
    ...SITE_CONNECTION_OPTIONS,
    max: 1,
    max_lifetime: null,
    fetch_types: false,
    onclose: () => disconnect(),
    // The driver's types omit this option. The driver's `listen` method would reconnect and hide a lost connection.
    onnotify: (_channel: string, payload: string) => {
      if (payload !== probe) return changes.emit(payload)
      hasProbeArrived = true
      return setListening(true)
    },
  }
  const connection = postgres(url, options)
  listener.connection = connection
  const sendProbe = async () => {
    hasProbeArrived = false
    const probeResult = Promise.all([connection.notify(CHANGES_CHANNEL, probe), wait(PROBE_TIMEOUT_MS)])
    await withDeadline(probeResult, PROBE_TIMEOUT_MS, () => undefined)
    if (!hasProbeArrived && isListening())
      disconnect(new Error(`No notification arrived within ${PROBE_TIMEOUT_MS} ms`))
  }
  const timer = setInterval(() => void sendProbe().catch(disconnect), PROBE_INTERVAL_MS).unref()
  connection.unsafe(`listen "${CHANGES_CHANNEL}"`).then(sendProbe).catch(disconnect)
}
