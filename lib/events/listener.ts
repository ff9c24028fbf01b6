import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import postgres, { type Sql } from 'postgres'
import { SITE_CONNECTION } from '../db/client.ts'
import { withDeadline } from '../deadline.ts'
import { log } from '../log/log.ts'
import { sharedState } from '../shared-state.ts'
import { CHANGES_CHANNEL } from './record.ts'

const RECONNECT_DELAY_MS = 5_000

/** A connection that is lost without a word, as by a router that restarts, is detected after this time. */
const PROBE_INTERVAL_MS = 5_000

/** For the own notification of a probe to arrive. */
const PROBE_TIMEOUT_MS = 2_000

/** The event of `changes` that says that `isListening` has changed. */
export const LISTENING_CHANGED = Symbol('listening changed')

type Listener = { changes: EventEmitter; connection?: Sql | undefined; isListening: boolean; retryAt: number }

const listener = sharedState<Listener>('organization-changes', () => {
  const changes = new EventEmitter()
  changes.setMaxListeners(0)
  return { changes, isListening: false, retryAt: 0 }
})

/** Emits the id of an organization whose data has changed, in any process. */
export const { changes } = listener

/** Whether notifications arrive: not on a broken connection, nor through a pooler that does not pass them on. */
export const isListening = (): boolean => listener.isListening

function setListening(isNowListening: boolean): void {
  if (listener.isListening === isNowListening) return
  listener.isListening = isNowListening
  changes.emit(LISTENING_CHANGED)
}

/** Listens on one connection of this process; does nothing if it has one or has just lost one. */
export function startListening(url: string): void {
  if (listener.connection || Date.now() < listener.retryAt) return
  const probe = randomUUID()
  let hasArrived = false
  const lose = (reason?: unknown) => {
    if (listener.connection !== connection) return
    listener.connection = undefined
    listener.retryAt = Date.now() + RECONNECT_DELAY_MS
    clearInterval(timer)
    setListening(false)
    log.warn({ err: reason }, 'dashboard changes: LISTEN failed, polling')
    // A connection that is broken may fail to close.
    connection.end({ timeout: 0 }).catch(() => undefined)
  }
  const options = {
    ...SITE_CONNECTION,
    max: 1,
    max_lifetime: null,
    fetch_types: false,
    onclose: () => lose(),
    // Of the driver, though not in its types. Its `listen` reconnects by itself and does not report a lost connection.
    onnotify: (_channel: string, payload: string) => {
      if (payload !== probe) return changes.emit(payload)
      hasArrived = true
      return setListening(true)
    },
  }
  const connection = postgres(url, options)
  listener.connection = connection
  const sendProbe = async () => {
    hasArrived = false
    const sent = Promise.all([connection.notify(CHANGES_CHANNEL, probe), wait(PROBE_TIMEOUT_MS)])
    await withDeadline(sent, PROBE_TIMEOUT_MS, () => undefined)
    if (!hasArrived && isListening()) lose(new Error(`No notification arrived within ${PROBE_TIMEOUT_MS} ms`))
  }
  const timer = setInterval(() => void sendProbe().catch(lose), PROBE_INTERVAL_MS).unref()
  connection.unsafe(`listen "${CHANGES_CHANNEL}"`).then(sendProbe).catch(lose)
}
