import type { Socket } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'
import { getErrorMessage } from '../local-server/index.ts'
import { isIdle, type trackListening } from './listening.ts'
import { buildFatalError, MESSAGE_HEADER_BYTES, getMessageType, splitMessages, readTexts } from './messages.ts'

export type Client = {
  socket: Socket
  listening: ReturnType<typeof trackListening>
  /** Role from the startup parameters. Undefined means superuser. */
  role?: string
}

/** Sync message, which ends an extended query. After an error, Postgres skips all messages before it. */
const SYNC_MESSAGE = Buffer.from([...Buffer.from('S'), 0, 0, 0, 4])

/** SQLSTATE for a startup role that does not exist. */
const INVALID_PARAMETER_VALUE = '22023'

/** Size of the process id, which precedes channel and payload in a NotificationResponse. */
const PROCESS_ID_BYTES = 4

/**
 * Shares PGlite's single session among all clients. A client holds the lock until Postgres is idle outside a
 * transaction, because an extended query spans several messages.
 */
export function createSession(db: PGlite, notifications: boolean) {
  const lock = createLock()
  const lockReleases = new Map<Client, () => void>()
  const clients = new Set<Client>()
  let role: string | undefined

  const applyRole = async (client: Client): Promise<void> => {
    if (client.role === role) return
    try {
      await db.exec(client.role === undefined ? 'RESET ROLE' : `SET ROLE "${client.role.replaceAll('"', '""')}"`)
    } catch (error) {
      if (client.socket.writable) client.socket.write(buildFatalError(INVALID_PARAMETER_VALUE, getErrorMessage(error)))
      throw error
    }
    role = client.role
  }

  const run = async (message: Buffer): Promise<Buffer> => {
    const chunks: Buffer[] = []
    // The chunk is copied, because PGlite reuses its memory.
    const onRawData = (data: Uint8Array) => void chunks.push(Buffer.from(data))
    await db.runExclusive(() => db.execProtocolRawStream(new Uint8Array(message), { onRawData }))
    return Buffer.concat(chunks)
  }

  /** Restores LISTEN for the channels of the other clients, because UNLISTEN affects the whole shared session. */
  const resubscribe = async (): Promise<void> => {
    const channels = new Set([...clients].flatMap(({ listening }) => [...listening.channels]))
    const statements = Array.from(channels, (channel) => `LISTEN "${channel.replaceAll('"', '""')}";`)
    if (statements.length > 0) await db.exec(statements.join('\n'))
  }

  /**
   * Sends a notification to its listeners. It cannot interrupt a response to them, because only the sending client has
   * the lock.
   */
  const forward = (notification: Buffer): void => {
    if (!notifications) return
    const [channel = ''] = readTexts(notification, 1, MESSAGE_HEADER_BYTES + PROCESS_ID_BYTES)
    for (const { socket, listening } of clients) {
      if (listening.channels.has(channel) && socket.writable) socket.write(notification)
    }
  }

  const unlock = (client: Client): void => {
    lockReleases.get(client)?.()
    lockReleases.delete(client)
  }

  return {
    async answer(client: Client, message: Buffer): Promise<void> {
      if (!lockReleases.has(client)) {
        lockReleases.set(client, await lock())
        await applyRole(client)
      }
      clients.add(client)
      client.listening.sent(message)
      const responseParts: Buffer[] = []
      const pending: Buffer[] = []
      let readyMessage: Buffer | undefined
      for (const part of splitMessages(await run(message))) {
        const messageType = getMessageType(part)
        // Notifications are sent after the response, when it is known whether a LISTEN in the message committed.
        if (messageType === 'A') pending.push(part)
        else if (messageType === 'Z') readyMessage = part
        else responseParts.push(part)
        client.listening.answered(part)
      }
      if (client.socket.writable && responseParts.length > 0) client.socket.write(Buffer.concat(responseParts))
      for (const notification of pending) forward(notification)
      if (!readyMessage) return
      if (isIdle(readyMessage) && client.listening.takeUnlistened()) await resubscribe()
      if (client.socket.writable) client.socket.write(readyMessage)
      if (isIdle(readyMessage)) unlock(client)
    },

    async leave(client: Client): Promise<void> {
      clients.delete(client)
      if (!lockReleases.has(client)) return
      try {
        await run(SYNC_MESSAGE)
        if (db.isInTransaction()) await db.exec('ROLLBACK')
      } finally {
        unlock(client)
      }
    },
  }
}

function createLock(): () => Promise<() => void> {
  let last = Promise.resolve()
  return async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const previous = last
    last = promise
    await previous
    return resolve
  }
}
