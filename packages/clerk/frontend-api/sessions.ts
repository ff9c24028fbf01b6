import type { Hono } from 'hono'
import { readRequiredText, readOptionalText } from '../http/fields.ts'
import { sendJson, respond } from '../http/responses.ts'
import {
  attempt,
  checkCode,
  listSecondFactors,
  sendCode,
  createVerifiedCheck,
  verifyPassword,
  verifySecondFactor,
} from '../model/factors.ts'
import { endSession, findMemberOrganization, requireOwnSession, updateClient } from '../model/sessions.ts'
import { mintSessionToken } from '../model/tokens.ts'
import { toSessionJson, toSessionVerificationJson } from '../resources/client.ts'
import { ClerkError, createInvalidParamError, createNotFoundError } from '../services/errors.ts'
import type { Body, ClerkContext, Env, Services } from '../services/services.ts'
import { createId, type Session, type SessionVerification, type VerificationLevel } from '../services/store.ts'

/** Minimum time between writes of the last activity, because each tab requests a token every minute. */
const ACTIVITY_INTERVAL_MS = 60_000

export function registerSessionRoutes(routes: Hono<Env>, services: Services): void {
  const { store, clock } = services
  const getOwnSession = (c: ClerkContext): Session => requireOwnSession(services, c)

  routes.get('/client/sessions/:id', async (c) => respond(services, c, await toSessionJson(services, getOwnSession(c))))

  routes.post('/client/sessions/:id/touch', async (c) => {
    const session = getOwnSession(c)
    const requestedId = readOptionalText(c.var.body, 'active_organization_id')
    const lastActiveOrganizationId =
      requestedId === undefined
        ? session.lastActiveOrganizationId
        : resolveOrganizationId(services, session, requestedId)
    const now = clock.now()
    const updated = store.transaction(() => {
      updateClient(services, session.clientId, { lastActiveSessionId: session.id })
      return store.sessions.put({ ...session, lastActiveOrganizationId, lastActiveAt: now, updatedAt: now })
    })
    return respond(services, c, await toSessionJson(services, updated))
  })

  routes.post('/client/sessions/:id/tokens', async (c) => {
    const session = getOwnSession(c)
    const requestedId = readOptionalText(c.var.body, 'organization_id')
    const organization = requestedId === undefined ? undefined : resolveOrganizationId(services, session, requestedId)
    const now = clock.now()
    if (now - session.lastActiveAt >= ACTIVITY_INTERVAL_MS) store.sessions.put({ ...session, lastActiveAt: now })
    return sendJson(c, { object: 'token', jwt: await mintSessionToken(services, session, organization) })
  })

  routes.post('/client/sessions/:id/tokens/:template', (c) => {
    getOwnSession(c)
    throw createNotFoundError(`JWT template ${c.req.param('template')}`)
  })

  for (const [action, status] of [
    ['end', 'ended'],
    ['remove', 'removed'],
  ] as const) {
    routes.post(`/client/sessions/:id/${action}`, async (c) => {
      const ended = store.transaction(() => endSession(services, getOwnSession(c), status))
      c.set('cookiesDue', true)
      return respond(services, c, await toSessionJson(services, ended))
    })
  }

  registerVerifyRoutes(routes, services)
}

/** Returns the organization id, or null for an empty string (no organization). @throws if the user is not a member */
function resolveOrganizationId(services: Services, session: Session, requestedId: string): string | null {
  if (requestedId === '') return null
  const result = findMemberOrganization(services, session, requestedId)
  if (!result) throw createNotFoundError('Organization, or your membership in it,')
  return result.organization.id
}

const VERIFICATION_LEVELS: readonly string[] = [
  'first_factor',
  'second_factor',
  'multi_factor',
] satisfies VerificationLevel[]

function registerVerifyRoutes(routes: Hono<Env>, services: Services): void {
  const { store, clock } = services
  const getOwnSession = (c: ClerkContext): Session => requireOwnSession(services, c)
  const reply = async (c: ClerkContext, session: Session): Promise<Response> =>
    respond(services, c, await toSessionVerificationJson(services, session))

  routes.post('/client/sessions/:id/verify', (c) => {
    const session = getOwnSession(c)
    const level = readOptionalText(c.var.body, 'level') ?? 'second_factor'
    if (!VERIFICATION_LEVELS.includes(level))
      throw createInvalidParamError('level', `${level} is not a verification level.`)
    // Users without a second factor verify the first one, as Clerk's SDK expects.
    const needsSecondFactor = level === 'second_factor' && hasSecondFactor(services, session)
    const verification: SessionVerification = {
      id: createId('verification'),
      level: level as VerificationLevel,
      status: needsSecondFactor ? 'needs_second_factor' : 'needs_first_factor',
      firstFactor: null,
      secondFactor: null,
    }
    return reply(c, store.sessions.put({ ...session, verification }))
  })

  routes.post('/client/sessions/:id/verify/prepare_first_factor', async (c) => {
    const session = requireStatus(getOwnSession(c), 'needs_first_factor')
    readRequiredText(c.var.body, 'strategy')
    return reply(c, await prepareFirstFactor(services, session, c.var.body))
  })

  routes.post('/client/sessions/:id/verify/attempt_first_factor', async (c) => {
    await verifyFirstFactor(services, requireStatus(getOwnSession(c), 'needs_first_factor'), c.var.body)
    const session = requireStatus(getOwnSession(c), 'needs_first_factor')
    const needsSecondFactor = session.verification!.level === 'multi_factor' && hasSecondFactor(services, session)
    const status = needsSecondFactor ? 'needs_second_factor' : 'complete'
    const firstFactor = createVerifiedCheck(readRequiredText(c.var.body, 'strategy'))
    const verification = { ...session.verification!, status, firstFactor } as const
    return reply(c, store.sessions.put({ ...session, verification, firstFactorAt: clock.now() }))
  })

  routes.post('/client/sessions/:id/verify/prepare_second_factor', (c) =>
    reply(c, requireStatus(getOwnSession(c), 'needs_second_factor')),
  )

  routes.post('/client/sessions/:id/verify/attempt_second_factor', (c) => {
    const session = requireStatus(getOwnSession(c), 'needs_second_factor')
    const strategy = readRequiredText(c.var.body, 'strategy')
    verifySecondFactor(services, session.userId, strategy, readRequiredText(c.var.body, 'code'))
    const secondFactor = createVerifiedCheck(strategy)
    const verification = { ...session.verification!, status: 'complete', secondFactor } as const
    return reply(c, store.sessions.put({ ...session, verification, secondFactorAt: clock.now() }))
  })
}

function hasSecondFactor({ store }: Services, { userId }: Session): boolean {
  const user = store.users.get(userId)
  return user !== undefined && listSecondFactors(user).length > 0
}

function requireStatus(session: Session, status: SessionVerification['status']): Session {
  if (session.verification?.status === status) return session
  throw new ClerkError(400, 'session_verification_not_found', 'Unexpected verification step', {
    longMessage: `Start a session verification first; this step requires the status "${status}".`,
  })
}

async function prepareFirstFactor(services: Services, session: Session, body: Body): Promise<Session> {
  const strategy = readOptionalText(body, 'strategy')
  if (strategy !== 'email_code') throw createStrategyError(strategy)
  const emails = services.store.emails.where('userId', session.userId).filter(({ verified }) => verified)
  const requestedId = readOptionalText(body, 'email_address_id')
  const email = requestedId === undefined ? emails[0] : emails.find(({ id }) => id === requestedId)
  if (!email) throw createInvalidParamError('email_address_id', 'Verified email address not found.')
  return sendCode(services, email.address, (code) => {
    const firstFactor = { status: 'unverified', strategy, emailId: email.id, code } as const
    return services.store.sessions.put({ ...session, verification: { ...session.verification!, firstFactor } })
  })
}

async function verifyFirstFactor(services: Services, session: Session, body: Body): Promise<void> {
  const strategy = readOptionalText(body, 'strategy')
  if (strategy === 'password') return verifyPassword(services, session.userId, readRequiredText(body, 'password'))
  if (strategy !== 'email_code') throw createStrategyError(strategy)
  const code = readRequiredText(body, 'code')
  attempt(services, session.userId, () => {
    const error = checkCode(services, session.verification?.firstFactor?.code ?? null, code)
    services.store.sessions.put(session)
    return error
  })
}

const createStrategyError = (strategy: string | undefined): Error =>
  createInvalidParamError('strategy', `${strategy} is not a verification strategy.`)
