import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { type AddressInfo, type Socket, createServer } from 'node:net'
import { PGlite } from '@electric-sql/pglite'
import { followListening } from './listening.ts'
import { messagesFrom } from './messages.ts'
import { type Client, createSession } from './session.ts'

export type PostgresOptions = {
  /** 0 takes any free port. */
  port: number
  /** Folder of the data; none keeps everything in memory. */
  dataDir?: string
  /** Default true. Without, LISTEN and NOTIFY are accepted and nothing arrives, as behind a pooler in transaction mode. */
  notifications?: boolean
}

export type LocalPostgres = { url: string; close: () => Promise<void> }

/** Clients that may be connected at once; their queries take turns on the one session that PGlite has. */
const MAX_CONNECTIONS = 50

const warn = (what: string, error: unknown): void =>
  process.emitWarning(`${what}: ${error instanceof Error ? error.message : String(error)}`, 'LocalPostgresWarning')

/** Starts a Postgres on 127.0.0.1; resolves when it accepts connections. Any user and password will do. */
export async function startPostgres({ port, dataDir, notifications = true }: PostgresOptions): Promise<LocalPostgres> {
  if (dataDir) mkdirSync(dataDir, { recursive: true })
  const db = await PGlite.create(dataDir ? { dataDir } : {})
  const session = createSession(db, notifications)
  const served = new Map<Socket, Promise<void>>()

  const serve = async (socket: Socket): Promise<void> => {
    const client: Client = { socket, listening: followListening() }
    try {
      for await (const message of messagesFrom(socket)) await session.answer(client, message)
    } catch (error) {
      warn('a connection was ended', error)
    }
    await session.leave(client).catch((error: unknown) => warn('could not clean up after a client', error))
    socket.end()
    served.delete(socket)
  }

  const server = createServer({ noDelay: true }, (socket) => {
    // A write that fails because the client has left must not end the process; reading ends by itself.
    socket.on('error', () => undefined)
    served.set(socket, serve(socket))
  })
  server.maxConnections = MAX_CONNECTIONS
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')

  const close = async (): Promise<void> => {
    server.close()
    for (const socket of served.keys()) socket.destroy()
    await Promise.all(served.values())
    await db.close()
  }
  const address = server.address() as AddressInfo
  return { url: `postgres://local:local-password@127.0.0.1:${address.port}/postgres`, close }
}
