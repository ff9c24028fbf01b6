import { Hono } from 'hono'
import { notFound } from '../errors.ts'
import { respond, json } from '../http/responses.ts'
import { text } from '../http/request-body.ts'
import type { ClerkContext, Env, Services } from '../http/services.ts'
import { sessionJson } from '../resources/session.ts'
import type { Session } from '../store/types.ts'
import { updateClient } from './clients.ts'
import { endSession } from './end.ts'
import { organizationOfMember, ownSession } from './live.ts'
import { mintSessionToken } from './token.ts'
import { verifyRoutes } from './reverification.ts'

/** A session's last use is stored at most this often: each tab requests a token every minute. */
const ACTIVE_EVERY_MS = 60_000

/** A browser's own sessions: tokens, the active organization, ending them. */
export function sessionRoutes(services: Services): Hono<Env> {
  const { store, clock } = services
  const routes = new Hono<Env>()
  const own = (c: ClerkContext): Session => ownSession(services, c)

  routes.get('/client/sessions/:id', async (c) => respond(services, c, await sessionJson(services, own(c))))

  routes.post('/client/sessions/:id/touch', async (c) => {
    const session = own(c)
    const asked = text(c.var.body, 'active_organization_id')
    const lastActiveOrganizationId =
      asked === undefined ? session.lastActiveOrganizationId : organizationId(services, session, asked)
    const now = clock.now()
    const touched = store.transaction(() => {
      updateClient(services, session.clientId, { lastActiveSessionId: session.id })
      return store.sessions.put({ ...session, lastActiveOrganizationId, lastActiveAt: now, updatedAt: now })
    })
    return respond(services, c, await sessionJson(services, touched))
  })

  routes.post('/client/sessions/:id/tokens', async (c) => {
    const session = own(c)
    const asked = text(c.var.body, 'organization_id')
    const organization = asked === undefined ? undefined : organizationId(services, session, asked)
    const now = clock.now()
    if (now - session.lastActiveAt >= ACTIVE_EVERY_MS) store.sessions.put({ ...session, lastActiveAt: now })
    return json(c, { object: 'token', jwt: await mintSessionToken(services, session, organization) })
  })

  routes.post('/client/sessions/:id/tokens/:template', (c) => {
    own(c)
    throw notFound(`JWT template ${c.req.param('template')}`)
  })

  for (const [action, status] of [
    ['end', 'ended'],
    ['remove', 'removed'],
  ] as const) {
    routes.post(`/client/sessions/:id/${action}`, async (c) => {
      const ended = store.transaction(() => endSession(services, own(c), status))
      c.set('cookiesDue', true)
      return respond(services, c, await sessionJson(services, ended))
    })
  }

  routes.route('/', verifyRoutes(services))
  return routes
}

/** Null for the empty string, which means no organization. Throws when the user is not a member. */
function organizationId(services: Services, session: Session, asked: string): string | null {
  if (asked === '') return null
  const found = organizationOfMember(services, session, asked)
  if (!found) throw notFound('Organization, or your membership in it,')
  return found.organization.id
}
