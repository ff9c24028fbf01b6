import { mkdirSync } from 'node:fs'
import type { Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import {
  type Clock,
  createHttpServer,
  isLoopbackName,
  listen,
  stopListening,
  systemClock,
} from '../local-server/index.ts'
import { createAccounts, DEFAULT_USERS, syncGroups, type UserWithToken } from './access/users.ts'
import { startScheduler } from './actions/perform.ts'
import { createAssets } from './assets/index.ts'
import { createApp } from './http/app.ts'
import { evaluateChange, createSelect } from './query/run.ts'
import { createSlowQueries } from './slow-queries/pool.ts'
import { attachSockets } from './sockets/index.ts'
import type { Dataset } from './store/dataset.ts'
import { openLakeStore } from './store/lake-store.ts'
import { createWebhooks, type WebhookConfig } from './webhooks/index.ts'

export type LakeOptions = {
  port: number
  /** Defaults to 127.0.0.1, because the tokens of the lake are well known. */
  host?: string
  dataDir: string
  publicUrl?: string
  projectId?: string
  dataset?: string
  webhooks?: WebhookConfig[]
  corsOrigins?: string[]
  users?: UserWithToken[]
  clock?: Clock
  heartbeatMs?: number
}

export type Lake = {
  url: string
  port: number
  close: () => Promise<void>
  dataset: (name: string) => Dataset
}

const DEFAULT_CORS_ORIGINS = [3000, 3333].flatMap((port) => [`http://localhost:${port}`, `http://127.0.0.1:${port}`])

const HEARTBEAT_MS = 15_000

/** Listener URLs of @sanity/client reach 14.8 KB. The default limit of Node is 16 KB, including headers. */
const MAX_HEADER_BYTES = 64 * 1024

/** Starts the lake and resolves once it accepts requests. Rejects if the port or the data folder is in use. */
export async function startLake(options: LakeOptions): Promise<Lake> {
  const { host = '127.0.0.1', port } = options
  const server = createHttpServer(undefined, { maxHeaderSize: MAX_HEADER_BYTES })
  // Asset URLs need the port. The server processes no request before this function returns.
  const boundPort = await listen(server, port, host)
  try {
    return assemble(server, host, { ...options, port: boundPort })
  } catch (error) {
    server.close()
    throw error
  }
}

function assemble(server: Server, host: string, options: LakeOptions): Lake {
  const { port, dataDir, clock = systemClock, projectId = 'local', corsOrigins = DEFAULT_CORS_ORIGINS } = options
  const { dataset: datasetName = 'production', users = DEFAULT_USERS } = options
  const publicUrl = (options.publicUrl ?? `http://localhost:${port}`).replace(/\/+$/, '')
  mkdirSync(dataDir, { recursive: true })

  const assets = createAssets({ dataDir, publicUrl, projectId })
  const schedulers = new Set<() => void>()
  const store = openLakeStore(
    dataDir,
    () => createSelect(projectId),
    (dataset, { addonFor }) => {
      // Datasets for comments trigger no webhooks and have no releases.
      if (addonFor !== null) return
      syncGroups(dataset, users)
      dataset.subscribe(({ head: { id: transactionId, timestamp }, entries }) => {
        const documents = entries.map(({ before, after }) => ({ before, after }))
        webhooks.onTransaction({ dataset: dataset.name, transactionId, timestamp, documents }, dataset.snapshot())
      })
      const stop = startScheduler(dataset, clock)
      schedulers.add(stop)
      dataset.deletionSignal.addEventListener('abort', stop)
    },
  )
  if (!store.info(datasetName)) store.create(datasetName, 'public', 'system')
  const webhooks = createWebhooks({ configs: options.webhooks ?? [], dataDir, evaluate: evaluateChange, projectId })
  const slowQueries = createSlowQueries()
  const accounts = createAccounts(users, store, clock.now)
  const app = createApp({
    projectId,
    publicUrl,
    corsOrigins,
    // A lake bound to a non-loopback address accepts every host name.
    isKnownHost: (name) => !isLoopbackName(host) || name === new URL(publicUrl).hostname,
    store,
    accounts,
    assets,
    webhooks,
    slowQueries,
    now: () => new Date(clock.now()),
    heartbeatMs: options.heartbeatMs ?? HEARTBEAT_MS,
  })
  server.on('request', getRequestListener(app.fetch, { hostname: host }))
  const sockets = attachSockets(server, {
    authenticate: (token) => accounts.authenticate(token),
    fetch: (request) => app.fetch(request),
    allowedOrigins: corsOrigins,
  })

  const shutDown = async (): Promise<void> => {
    for (const stop of schedulers) stop()
    await slowQueries.close()
    await sockets.close()
    await stopListening(server)
    await webhooks.close()
    store.close()
  }
  let closePromise: Promise<void> | undefined
  return { url: publicUrl, port, dataset: (name) => store.dataset(name), close: () => (closePromise ??= shutDown()) }
}
