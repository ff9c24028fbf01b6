import type { Hono } from 'hono'
import { requiredText, text } from '../http/fields.ts'
import { json, respond } from '../http/responses.ts'
import {
  attempt,
  checkCode,
  secondFactors,
  sendCode,
  verifiedCheck,
  verifyPassword,
  verifySecondFactor,
} from '../model/factors.ts'
import { endSession, organizationOfMember, ownSession, updateClient } from '../model/sessions.ts'
import { mintSessionToken } from '../model/tokens.ts'
import { sessionJson, sessionVerificationJson } from '../resources/client.ts'
import { ClerkError, invalidParam, notFound } from '../services/errors.ts'
import type { Body, ClerkContext, Env, Services } from '../services/services.ts'
import { newId, type Session, type SessionVerification, type VerificationLevel } from '../services/store.ts'

/** Minimum time between writes of the last activity, because each tab requests a token every minute. */
const ACTIVE_EVERY_MS = 60_000

export function sessionRoutes(routes: Hono<Env>, services: Services): void {
  const { store, clock } = services
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

  verifyRoutes(routes, services)
}

/** Returns the organization id, or null for an empty string (no organization). @throws if the user is not a member */
function organizationId(services: Services, session: Session, asked: string): string | null {
  if (asked === '') return null
  const found = organizationOfMember(services, session, asked)
  if (!found) throw notFound('Organization, or your membership in it,')
  return found.organization.id
}

const LEVELS: readonly string[] = ['first_factor', 'second_factor', 'multi_factor'] satisfies VerificationLevel[]

function verifyRoutes(routes: Hono<Env>, services: Services): void {
  const { store, clock } = services
  const own = (c: ClerkContext): Session => ownSession(services, c)
  const reply = async (c: ClerkContext, session: Session): Promise<Response> =>
    respond(services, c, await sessionVerificationJson(services, session))

  routes.post('/client/sessions/:id/verify', (c) => {
    const session = own(c)
    const level = text(c.var.body, 'level') ?? 'second_factor'
    if (!LEVELS.includes(level)) throw invalidParam('level', `${level} is not a verification level.`)
    // Users without a second factor verify the first one, as Clerk's SDK expects.
    const isSecond = level === 'second_factor' && hasSecond(services, session)
    const verification: SessionVerification = {
      id: newId('verification'),
      level: level as VerificationLevel,
      status: isSecond ? 'needs_second_factor' : 'needs_first_factor',
      firstFactor: null,
      secondFactor: null,
    }
    return reply(c, store.sessions.put({ ...session, verification }))
  })

  routes.post('/client/sessions/:id/verify/prepare_first_factor', async (c) => {
    const session = requireStatus(own(c), 'needs_first_factor')
    requiredText(c.var.body, 'strategy')
    return reply(c, await prepareFirstFactor(services, session, c.var.body))
  })

  routes.post('/client/sessions/:id/verify/attempt_first_factor', async (c) => {
    await verifyFirstFactor(services, requireStatus(own(c), 'needs_first_factor'), c.var.body)
    const session = requireStatus(own(c), 'needs_first_factor')
    const isFirst = session.verification!.level === 'multi_factor' && hasSecond(services, session)
    const status = isFirst ? 'needs_second_factor' : 'complete'
    const firstFactor = verifiedCheck(requiredText(c.var.body, 'strategy'))
    const verification = { ...session.verification!, status, firstFactor } as const
    return reply(c, store.sessions.put({ ...session, verification, firstFactorAt: clock.now() }))
  })

  routes.post('/client/sessions/:id/verify/prepare_second_factor', (c) =>
    reply(c, requireStatus(own(c), 'needs_second_factor')),
  )

  routes.post('/client/sessions/:id/verify/attempt_second_factor', (c) => {
    const session = requireStatus(own(c), 'needs_second_factor')
    const strategy = requiredText(c.var.body, 'strategy')
    verifySecondFactor(services, session.userId, strategy, requiredText(c.var.body, 'code'))
    const secondFactor = verifiedCheck(strategy)
    const verification = { ...session.verification!, status: 'complete', secondFactor } as const
    return reply(c, store.sessions.put({ ...session, verification, secondFactorAt: clock.now() }))
  })
}

function hasSecond({ store }: Services, { userId }: Session): boolean {
  const user = store.users.get(userId)
  return user !== undefined && secondFactors(user).length > 0
}

function requireStatus(session: Session, status: SessionVerification['status']): Session {
  if (session.verification?.status === status) return session
  throw new ClerkError(400, 'session_verification_not_found', 'Unexpected verification step', {
    long: `Start a session verification first; this step requires the status "${status}".`,
  })
}

async function prepareFirstFactor(services: Services, session: Session, body: Body): Promise<Session> {
  const strategy = text(body, 'strategy')
  if (strategy !== 'email_code') throw invalidStrategy(strategy)
  const emails = services.store.emails.where('userId', session.userId).filter(({ verified }) => verified)
  const asked = text(body, 'email_address_id')
  const email = asked === undefined ? emails[0] : emails.find(({ id }) => id === asked)
  if (!email) throw invalidParam('email_address_id', 'Verified email address not found.')
  return sendCode(services, email.address, (code) => {
    const firstFactor = { status: 'unverified', strategy, emailId: email.id, code } as const
    return services.store.sessions.put({ ...session, verification: { ...session.verification!, firstFactor } })
  })
}

async function verifyFirstFactor(services: Services, session: Session, body: Body): Promise<void> {
  const strategy = text(body, 'strategy')
  if (strategy === 'password') return verifyPassword(services, session.userId, requiredText(body, 'password'))
  if (strategy !== 'email_code') throw invalidStrategy(strategy)
  const code = requiredText(body, 'code')
  attempt(services, session.userId, () => {
    const error = checkCode(services, session.verification?.firstFactor?.code ?? null, code)
    services.store.sessions.put(session)
    return error
  })
}

const invalidStrategy = (strategy: string | undefined): Error =>
  invalidParam('strategy', `${strategy} is not a verification strategy.`)
