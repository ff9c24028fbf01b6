import { createServer, type RequestListener, type Server } from 'node:http'
import { SiteRequest } from './site-request.ts'
import { SiteResponse } from './site-response.ts'

/** Milliseconds that the headers of a request, and all of it, may take to come in, and how often that is looked at. */
const LIMITS = { headersTimeout: 10_000, requestTimeout: 60_000, connectionsCheckingInterval: 5_000 }

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
      ...limits,
      // The framework would take connections over for other protocols, and leave those open that it does not know.
      shouldUpgradeCallback: () => false,
    },
    front,
  )
