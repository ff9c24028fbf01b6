import type { Socket } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'
import { type trackListening, isIdle } from './listening.ts'
import { fatalError, HEAD, letterOf, messagesIn, textsOf } from './messages.ts'

export type Client = {
  socket: Socket
  listening: ReturnType<typeof trackListening>
  /** The role that the connection asked for when it began; undefined keeps the superuser. */
  role?: string
}

/** Sync: ends an extended query; after an error Postgres ignores all messages before it. */
const SYNC = Buffer.from([...Buffer.from('S'), 0, 0, 0, 4])

/** The SQLSTATE that Postgres has for a connection that begins with a role which does not exist. */
const INVALID_PARAMETER_VALUE = '22023'

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** In a NotificationResponse, the sender's process id comes before the channel and the payload. */
const PROCESS_ID_BYTES = 4

/**
 * PGlite's only session, which all clients share. A client locks it until Postgres is ready for the next query with no transaction open:
 * a parameterised query is sent in several messages, and another client's must not come between them.
 */
export function createSession(db: PGlite, notifications: boolean) {
  const lock = createLock()
  /** The client that has the lock, and how it is released. */
  const locked = new Map<Client, () => void>()
  const clients = new Set<Client>()
  /** The role of the session, which is that of the client who used it last. */
  let role: string | undefined

  /** Gives the session the role of a client. @throws when there is no such role, after telling the client */
  const takeRole = async (client: Client): Promise<void> => {
    if (client.role === role) return
    try {
      await db.exec(client.role === undefined ? 'RESET ROLE' : `SET ROLE "${client.role.replaceAll('"', '""')}"`)
    } catch (error) {
      if (client.socket.writable) client.socket.write(fatalError(INVALID_PARAMETER_VALUE, messageOf(error)))
      throw error
    }
    role = client.role
  }

  /** Sends one message to Postgres and returns its whole response. */
  const run = async (message: Buffer): Promise<Buffer> => {
    const chunks: Buffer[] = []
    // Copied, because PGlite reuses the memory of a chunk.
    const onRawData = (data: Uint8Array) => void chunks.push(Buffer.from(data))
    await db.runExclusive(() => db.execProtocolRawStream(new Uint8Array(message), { onRawData }))
    return Buffer.concat(chunks)
  }

  /** A client's UNLISTEN ends it for the whole session: listens again on the channels of the other clients. */
  const listenAgain = async (): Promise<void> => {
    const channels = new Set([...clients].flatMap(({ listening }) => [...listening.channels]))
    const statements = Array.from(channels, (channel) => `LISTEN "${channel.replaceAll('"', '""')}";`)
    if (statements.length > 0) await db.exec(statements.join('\n'))
  }

  /** Sends a notification to the clients that listen on its channel. None of them is receiving a response: only the sender has the lock. */
  const forward = (notification: Buffer): void => {
    if (!notifications) return
    const [channel = ''] = textsOf(notification, 1, HEAD + PROCESS_ID_BYTES)
    for (const { socket, listening } of clients) {
      if (listening.channels.has(channel) && socket.writable) socket.write(notification)
    }
  }

  const unlock = (client: Client): void => {
    locked.get(client)?.()
    locked.delete(client)
  }

  return {
    /** Runs one message of a client when the session is free, and sends the response of Postgres to the client. */
    async answer(client: Client, message: Buffer): Promise<void> {
      if (!locked.has(client)) {
        locked.set(client, await lock())
        await takeRole(client)
      }
      clients.add(client)
      client.listening.sent(message)
      const answered: Buffer[] = []
      const pending: Buffer[] = []
      let ready: Buffer | undefined
      for (const part of messagesIn(await run(message))) {
        const letter = letterOf(part)
        // Sent after the whole response: only then is it known whether a LISTEN in it was committed.
        if (letter === 'A') pending.push(part)
        else if (letter === 'Z') ready = part
        else answered.push(part)
        client.listening.answered(part)
      }
      if (client.socket.writable && answered.length > 0) client.socket.write(Buffer.concat(answered))
      for (const notification of pending) forward(notification)
      if (!ready) return
      if (isIdle(ready) && client.listening.takeUnlistened()) await listenAgain()
      if (client.socket.writable) client.socket.write(ready)
      if (isIdle(ready)) unlock(client)
    },

    /** Removes a client, and rolls back what it left unfinished. */
    async leave(client: Client): Promise<void> {
      clients.delete(client)
      if (!locked.has(client)) return
      try {
        await run(SYNC)
        if (db.isInTransaction()) await db.exec('ROLLBACK')
      } finally {
        unlock(client)
      }
    },
  }
}

/** Locks are given one at a time, in the order of the calls; each resolves with the function that releases it. */
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
