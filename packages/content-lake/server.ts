import { mkdirSync } from 'node:fs'
import type { Server } from 'node:http'
import {
  type Clock,
  createHttpServer,
  isLoopbackName,
  listen,
  stopListening,
  systemClock,
} from '../local-server/index.ts'
import { getRequestListener } from '@hono/node-server'
import { Accounts } from './access/accounts.ts'
import { keepGroups } from './access/groups.ts'
import { DEFAULT_USERS, type UserWithToken } from './access/users.ts'
import { startScheduler } from './actions/scheduler.ts'
import { createAssets } from './assets/index.ts'
import { createApp } from './http/app.ts'
import { createSlowQueries, evaluateChange, startSelecting } from './query/index.ts'
import { attachSockets } from './sockets/index.ts'
import type { Dataset } from './store/dataset.ts'
import { LakeStore } from './store/lake-store.ts'
import { createWebhooks } from './webhooks/index.ts'
import type { WebhookConfig } from './webhooks/types.ts'

export type LakeOptions = {
  /** 0 takes any free port. */
  port: number
  /** Default 127.0.0.1: whoever reaches the lake can use its well-known tokens. */
  host?: string
  dataDir: string
  /** Base of asset and login URLs; default `http://localhost:<port>`. */
  publicUrl?: string
  projectId?: string
  /** Made when it is missing; default `production`. */
  dataset?: string
  webhooks?: WebhookConfig[]
  /** Origins of browsers that may read answers and be logged in to. */
  corsOrigins?: string[]
  users?: UserWithToken[]
  clock?: Clock
  heartbeatMs?: number
}

export type Lake = {
  url: string
  port: number
  close: () => Promise<void>
  /** Throws a LakeError 404 when there is no such dataset. */
  dataset: (name: string) => Dataset
}

const DEFAULT_CORS_ORIGINS = [3000, 3333].flatMap((port) => [`http://localhost:${port}`, `http://127.0.0.1:${port}`])

const HEARTBEAT_MS = 15_000

/** @sanity/client lets a listener's URL grow to 14.8 KB, before headers; Node's default for both is 16 KB. */
const MAX_HEADER_BYTES = 64 * 1024

/** Starts a Content Lake; resolves when it accepts requests. Rejects when the port or the data folder is taken. */
export async function startLake(options: LakeOptions): Promise<Lake> {
  const { host = '127.0.0.1', port } = options
  const server = createHttpServer(undefined, { maxHeaderSize: MAX_HEADER_BYTES })
  // No request is read before this returns: asset URLs need the port, which with 0 is known only now.
  const taken = await listen(server, port, host)
  try {
    return assemble(server, host, { ...options, port: taken })
  } catch (error) {
    server.close()
    throw error
  }
}

function assemble(server: Server, host: string, options: LakeOptions): Lake {
  const { port, dataDir, clock = systemClock, projectId = 'local', corsOrigins = DEFAULT_CORS_ORIGINS } = options
  const { dataset: wanted = 'production', users = DEFAULT_USERS } = options
  const publicUrl = (options.publicUrl ?? `http://localhost:${port}`).replace(/\/+$/, '')
  mkdirSync(dataDir, { recursive: true })

  const assets = createAssets({ dataDir, publicUrl, projectId })
  const schedulers = new Set<() => void>()
  const store = new LakeStore(
    dataDir,
    () => startSelecting(projectId),
    (dataset, { addonFor }) => {
      // Comments are no content: they take part in no webhook and no release.
      if (addonFor !== null) return
      keepGroups(dataset, users)
      dataset.subscribe(({ head: { id: transactionId, timestamp }, entries }) => {
        const documents = entries.map(({ before, after }) => ({ before, after }))
        webhooks.onTransaction({ dataset: dataset.name, transactionId, timestamp, documents }, dataset.snapshot())
      })
      const stop = startScheduler(dataset, clock)
      schedulers.add(stop)
      dataset.deleted.addEventListener('abort', stop)
    },
  )
  if (!store.info(wanted)) store.create(wanted, 'public', 'system')
  const webhooks = createWebhooks({ configs: options.webhooks ?? [], dataDir, evaluate: evaluateChange, projectId })
  const slowQueries = createSlowQueries()
  const accounts = new Accounts(users, store, clock.now)
  const app = createApp({
    projectId,
    publicUrl,
    corsOrigins,
    // Bound to more than the loopback on purpose, any name may lead here.
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
  let closing: Promise<void> | undefined
  return { url: publicUrl, port, dataset: (name) => store.dataset(name), close: () => (closing ??= shutDown()) }
}
