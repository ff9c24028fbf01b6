import { createServer, type RequestListener, type Server } from 'node:http'
import { SiteRequest } from './site-request.ts'
import { SiteResponse } from './site-response.ts'

/** Milliseconds that the headers of a request, and all of it, may take to come in, and how often that is looked at. */
const LIMITS = { headersTimeout: 10_000, requestTimeout: 60_000, connectionsCheckingInterval: 5_000 }

/**
 * Milliseconds that a connection is kept for another request: longer than proxies keep theirs (nginx, Varnish and the
 * balancers of the clouds 60 s), so that none sends a request at the moment at which the site closes its connection.
 */
const KEEP_ALIVE_MS = 75_000

/**
 * The HTTP server of the site, which cuts off whoever sends too slowly.
 * @param limits shorter ones, for tests
 */
export const createSiteServer = (
  front: RequestListener<typeof SiteRequest, typeof SiteResponse>,
  limits = LIMITS,
): Server<typeof SiteRequest, typeof SiteResponse> =>
  createServer(
    {
      IncomingMessage: SiteRequest,
      ServerResponse: SiteResponse,
      keepAliveTimeout: KEEP_ALIVE_MS,
      ...limits,
      // The framework would take connections over for other protocols, and leave those open that it does not know.
      shouldUpgradeCallback: () => false,
    },
    front,
  )
