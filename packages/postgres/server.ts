import { mkdirSync } from 'node:fs'
import { type Socket, createServer } from 'node:net'
import { resolve } from 'node:path'
import { listen, openDatabase as openLock } from '../local-server/index.ts'
import { trackListening } from './listening.ts'
import { messagesFrom, startupParameters } from './messages.ts'
import { type Client, createSession } from './session.ts'
import { openDatabase } from './template.ts'

export type PostgresOptions = {
  /** 0 takes any free port. */
  port: number
  /** Folder of the data; none keeps everything in memory. */
  dataDir?: string
  /** Default true. Without, LISTEN and NOTIFY are accepted and nothing arrives, as behind a pooler in transaction mode. */
  notifications?: boolean
}

export type LocalPostgres = { url: string; close: () => Promise<void> }

/** Clients that may be connected at once; they share PGlite's only session. */
const MAX_CONNECTIONS = 50

/** Loopback only, because any user and password is accepted. */
const HOST = '127.0.0.1'

const warn = (what: string, error: unknown): void =>
  process.emitWarning(`${what}: ${error instanceof Error ? error.message : String(error)}`, 'LocalPostgresWarning')

/** Keeps other servers away from a folder, which two would destroy; the system lets go of it when this process dies. */
function lockFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true })
  // Beside the folder, because a database is only made in an empty one.
  const lock = openLock(`${dataDir}.lock`, '', { exclusive: `another server uses the folder ${dataDir}` })
  return () => lock.close()
}

/**
 * Starts a Postgres on 127.0.0.1; resolves when it accepts connections. Any user and password will do.
 * @throws {ConfigurationError} when another server uses the folder
 */
export async function startPostgres({ port, dataDir, notifications = true }: PostgresOptions): Promise<LocalPostgres> {
  const unlock = dataDir ? lockFolder(resolve(dataDir)) : () => undefined
  const db = await openDatabase(dataDir)
  const session = createSession(db, notifications)
  const served = new Map<Socket, Promise<void>>()

  const serve = async (socket: Socket): Promise<void> => {
    const client: Client = { socket, listening: trackListening() }
    try {
      let hasStarted = false
      for await (const message of messagesFrom(socket)) {
        if (!hasStarted) client.role = startupParameters(message).get('role')
        hasStarted = true
        await session.answer(client, message)
      }
    } catch (error) {
      warn('a connection was ended', error)
    }
    await session.leave(client).catch((error: unknown) => warn('could not clean up after a client', error))
    socket.end()
    served.delete(socket)
  }

  const server = createServer({ noDelay: true }, (socket) => {
    // A failed write to a client that has disconnected must not end the process; reading ends by itself.
    socket.on('error', () => undefined)
    served.set(socket, serve(socket))
  })
  server.maxConnections = MAX_CONNECTIONS
  const boundPort = await listen(server, port, HOST).catch(async (error: unknown) => {
    await db.close()
    unlock()
    throw error
  })

  const close = async (): Promise<void> => {
    server.close()
    for (const socket of served.keys()) socket.destroy()
    await Promise.all(served.values())
    await db.close()
    unlock()
  }
  return { url: `postgres://local:local-password@${HOST}:${boundPort}/postgres`, close }
}
