import { createServer, type Server } from 'node:http'
import { type ConnectionLimits, Connections } from './connections.ts'
import { SiteRequest } from './http/site-request.ts'
import { type SiteListener, SiteResponse } from './http/site-response.ts'

const TIMEOUTS_MS = { headersTimeout: 10_000, requestTimeout: 60_000, connectionsCheckingInterval: 5_000 }

/** Slow networks need minutes for the largest response. A browser pipelines at most the files of one page. */
const CONNECTION_LIMITS: ConnectionLimits = { idleMs: 10_000, receiveMs: 300_000, intervalMs: 5_000, maxPipelined: 32 }

/** Maximum number of connections: enough for all open dashboards, within the memory limit. */
const MAX_CONNECTIONS = 8_000

/**
 * Keep-alive timeout. It exceeds the idle timeout of proxies (nginx, Varnish, cloud balancers: 60 s), so that they
 * never reuse a closing connection.
 */
const KEEP_ALIVE_MS = 75_000

/** Creates the HTTP server, which closes slow connections. Tests set shorter limits. */
export function createHttpServer(
  gateway: SiteListener,
  timeouts: Partial<typeof TIMEOUTS_MS> = {},
  connectionLimits: Partial<ConnectionLimits> = {},
): Server<typeof SiteRequest, typeof SiteResponse> {
  const connections = new Connections({ ...CONNECTION_LIMITS, ...connectionLimits })
  const server = createServer(
    {
      IncomingMessage: SiteRequest,
      ServerResponse: SiteResponse,
      keepAliveTimeout: KEEP_ALIVE_MS,
      ...TIMEOUTS_MS,
      ...timeouts,
      // Node joins duplicate headers. A joined list of two hosts or client addresses is invalid.
      joinDuplicateHeaders: true,
      // Next.js would handle upgraded connections, and keep connections with unknown protocols open.
      shouldUpgradeCallback: () => false,
    },
    connections.serialize(gateway),
  )
  server.maxConnections = MAX_CONNECTIONS
  connections.monitor(server)
  return server
}
