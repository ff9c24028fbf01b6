import { createServer, type RequestListener, type Server } from 'node:http'
import { type ConnectionLimits, Connections } from './connections.ts'
import { SiteRequest } from './site-request.ts'
import { SiteResponse } from './site-response.ts'

/** Milliseconds that the headers of a request, and all of it, may take to come in, and how often that is looked at. */
const LIMITS = { headersTimeout: 10_000, requestTimeout: 60_000, connectionsCheckingInterval: 5_000 }

/**
 * A page waits for a line that is away for seconds, and no longer; the slowest line takes the largest answer in minutes. No client
 * asks for more pages in advance than for the files of one.
 */
const CONNECTION_LIMITS: ConnectionLimits = { idle: 10_000, taken: 300_000, interval: 5_000, waiting: 32 }

/** Connections at a time: more than the open dashboards of all companies, and few enough for the memory of the site. */
const MOST_CONNECTIONS = 8_000

/**
 * Milliseconds that a connection is kept for another request: longer than proxies keep theirs (nginx, Varnish and the
 * balancers of the clouds 60 s), so that none sends a request at the moment at which the site closes its connection.
 */
const KEEP_ALIVE_MS = 75_000

/**
 * The HTTP server of the site, which cuts off whoever sends or reads too slowly.
 * @param limits shorter ones, for tests
 */
export function createSiteServer(
  front: RequestListener<typeof SiteRequest, typeof SiteResponse>,
  limits: Partial<typeof LIMITS> = {},
  connectionLimits: Partial<ConnectionLimits> = {},
): Server<typeof SiteRequest, typeof SiteResponse> {
  const connections = new Connections({ ...CONNECTION_LIMITS, ...connectionLimits })
  const server = createServer(
    {
      IncomingMessage: SiteRequest,
      ServerResponse: SiteResponse,
      keepAliveTimeout: KEEP_ALIVE_MS,
      ...LIMITS,
      ...limits,
      // Two hosts, or two addresses of a sender, are the name of none.
      joinDuplicateHeaders: true,
      // The framework would take connections over for other protocols, and leave those open that it does not know.
      shouldUpgradeCallback: () => false,
    },
    connections.inTurn(front),
  )
  server.maxConnections = MOST_CONNECTIONS
  connections.watch(server)
  return server
}
