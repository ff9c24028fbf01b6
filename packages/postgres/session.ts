import type { Socket } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'
import { type followListening, isIdle } from './listening.ts'
import { HEAD, letterOf, messagesIn, textsOf } from './messages.ts'
import { createTurns } from './turns.ts'

export type Client = { socket: Socket; listening: ReturnType<typeof followListening> }

/** Ends an exchange of several messages; after an error in one, Postgres ignores everything before it. */
const SYNC = Buffer.from([...Buffer.from('S'), 0, 0, 0, 4])

/** A NotificationResponse has the process id of the sender before its channel and payload. */
const PROCESS_ID_BYTES = 4

/**
 * The one session of a PGlite, shared by clients who take turns. A turn lasts until Postgres is ready for the next query
 * with no transaction open: clients send a parameterised query in several messages, and another's must not come between.
 */
export function createSession(db: PGlite, notifications: boolean) {
  const takeTurn = createTurns()
  const turns = new Map<Client, () => void>()
  const clients = new Set<Client>()

  /** The whole answer of Postgres to one message. */
  const run = async (message: Buffer): Promise<Buffer> => {
    const chunks: Buffer[] = []
    // PGlite uses the memory of a chunk again: it is copied.
    const onRawData = (data: Uint8Array) => void chunks.push(Buffer.from(data))
    await db.runExclusive(() => db.execProtocolRawStream(new Uint8Array(message), { onRawData }))
    return Buffer.concat(chunks)
  }

  /** A client's UNLISTEN is one of the whole session: what other clients listen to is listened to again. */
  const listenAgain = async (): Promise<void> => {
    const channels = new Set([...clients].flatMap(({ listening }) => [...listening.channels]))
    const statements = Array.from(channels, (channel) => `LISTEN "${channel.replaceAll('"', '""')}";`)
    if (statements.length > 0) await db.exec(statements.join('\n'))
  }

  /** Sends a notification to the clients that listen to its channel: nobody is in the middle of an answer then. */
  const passOn = (notification: Buffer): void => {
    if (!notifications) return
    const [channel = ''] = textsOf(notification, 1, HEAD + PROCESS_ID_BYTES)
    for (const { socket, listening } of clients) {
      if (listening.channels.has(channel) && socket.writable) socket.write(notification)
    }
  }

  const endTurn = (client: Client): void => {
    turns.get(client)?.()
    turns.delete(client)
  }

  return {
    /** Runs one message of a client when its turn has come, and sends what Postgres answers. */
    async answer(client: Client, message: Buffer): Promise<void> {
      if (!turns.has(client)) turns.set(client, await takeTurn())
      clients.add(client)
      client.listening.sent(message)
      const answered: Buffer[] = []
      const pending: Buffer[] = []
      let ready: Buffer | undefined
      for (const part of messagesIn(await run(message))) {
        const letter = letterOf(part)
        // Only once its transaction is committed is it known who listens.
        if (letter === 'A') pending.push(part)
        else if (letter === 'Z') ready = part
        else answered.push(part)
        client.listening.answered(part)
      }
      if (client.socket.writable && answered.length > 0) client.socket.write(Buffer.concat(answered))
      for (const notification of pending) passOn(notification)
      if (!ready) return
      if (isIdle(ready) && client.listening.takeUnlistened()) await listenAgain()
      if (client.socket.writable) client.socket.write(ready)
      if (isIdle(ready)) endTurn(client)
    },

    /** Forgets a client, and what it left half done. */
    async leave(client: Client): Promise<void> {
      clients.delete(client)
      if (!turns.has(client)) return
      try {
        await run(SYNC)
        if (db.isInTransaction()) await db.exec('ROLLBACK')
      } finally {
        endTurn(client)
      }
    },
  }
}
