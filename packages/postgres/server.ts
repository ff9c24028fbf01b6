import { mkdirSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { resolve } from 'node:path'
import { listen, getErrorMessage, openDatabase as openLock } from '../local-server/index.ts'
import { trackListening } from './listening.ts'
import { readMessages, parseStartupParameters } from './messages.ts'
import { type Client, createSession } from './session.ts'
import { openDatabase } from './template.ts'

export type PostgresOptions = {
  port: number
  dataDir?: string
  /** Defaults to true. If false, notifications never arrive, as behind a pooler in transaction mode. */
  notifications?: boolean
}

export type LocalPostgres = { url: string; close: () => Promise<void> }

const MAX_CONNECTIONS = 50

/** Loopback address, because the server accepts any user and password. */
const HOST = '127.0.0.1'

const warn = (description: string, error: unknown): void =>
  process.emitWarning(`${description}: ${getErrorMessage(error)}`, 'LocalPostgresWarning')

/** Locks the folder, because two servers would corrupt it. The OS releases the lock if the process dies. */
function lockFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true })
  // The lock file is next to the folder, because PGlite requires an empty folder.
  const lock = openLock(`${dataDir}.lock`, '', { exclusive: `another server uses the folder ${dataDir}` })
  return () => lock.close()
}

/**
 * Starts a server that accepts any user and password.
 * @throws {ConfigurationError} if another server uses the folder
 */
export async function startPostgres({ port, dataDir, notifications = true }: PostgresOptions): Promise<LocalPostgres> {
  const unlock = dataDir ? lockFolder(resolve(dataDir)) : () => undefined
  const db = await openDatabase(dataDir)
  const session = createSession(db, notifications)
  const connections = new Map<Socket, Promise<void>>()

  const serve = async (socket: Socket): Promise<void> => {
    const client: Client = { socket, listening: trackListening() }
    try {
      let hasStarted = false
      for await (const message of readMessages(socket)) {
        if (!hasStarted) client.role = parseStartupParameters(message).get('role')
        hasStarted = true
        await session.answer(client, message)
      }
    } catch (error) {
      warn('a connection was ended', error)
    }
    await session.leave(client).catch((error: unknown) => warn('could not clean up after a client', error))
    socket.end()
    connections.delete(socket)
  }

  const server = createServer({ noDelay: true }, (socket) => {
    // A write to a disconnected client must not end the process.
    socket.on('error', () => undefined)
    connections.set(socket, serve(socket))
  })
  server.maxConnections = MAX_CONNECTIONS
  const boundPort = await listen(server, port, HOST).catch(async (error: unknown) => {
    await db.close()
    unlock()
    throw error
  })

  const close = async (): Promise<void> => {
    server.close()
    for (const socket of connections.keys()) socket.destroy()
    await Promise.all(connections.values())
    await db.close()
    unlock()
  }
  return { url: `postgres://local:local-password@${HOST}:${boundPort}/postgres`, close }
}
