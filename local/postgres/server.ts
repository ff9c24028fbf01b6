import { mkdirSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { withWholeExchanges } from './whole-exchanges.ts'

export type PostgresOptions = {
  /** 0 takes any free port. */
  port: number
  /** Folder of the data; none keeps everything in memory. */
  dataDir?: string
}

export type LocalPostgres = { url: string; close: () => Promise<void> }

/** Clients that may be connected at once; their queries take turns on the one session that PGlite has. */
const MAX_CONNECTIONS = 50

/** Starts a Postgres on 127.0.0.1; resolves when it accepts connections. Any user and password will do. */
export async function startPostgres({ port, dataDir }: PostgresOptions): Promise<LocalPostgres> {
  if (dataDir) mkdirSync(dataDir, { recursive: true })
  const db = await PGlite.create(dataDir ? { dataDir } : {})
  const server = new PGLiteSocketServer({ db: withWholeExchanges(db), port, maxConnections: MAX_CONNECTIONS })
  await server.start()
  const close = async (): Promise<void> => {
    await server.stop()
    await db.close()
  }
  return { url: `postgres://local:local-password@${server.getServerConn()}/postgres`, close }
}
