import { codeError, limitMails, mailCode, newCodeCheck, checkCode } from '../factors/codes.ts'
import { failedAttemptError, clearAttempts, countAttempt } from '../factors/lockout.ts'
import { verifyPassword } from '../sign-in/first-factor.ts'
import { Hono } from 'hono'
import { ClerkError, invalidParam } from '../errors.ts'
import { verifySecondFactor } from '../factors/second-factor.ts'
import { respond } from '../http/responses.ts'
import { type Body, requiredText, text } from '../http/request-body.ts'
import type { ClerkContext, Env, Services } from '../http/services.ts'
import { secondFactors } from '../resources/factor.ts'
import { sessionVerificationJson } from '../resources/session.ts'
import { newId } from '../ids.ts'
import type { Session, SessionVerification, VerificationLevel } from '../store/types.ts'
import { ownSession } from './live.ts'

const LEVELS: readonly string[] = ['first_factor', 'second_factor', 'multi_factor'] satisfies VerificationLevel[]

/** Reverification: a signed-in user verifies a factor again, which renews its age. */
export function verifyRoutes(services: Services): Hono<Env> {
  const { store, clock } = services
  const routes = new Hono<Env>()
  const own = (c: ClerkContext): Session => ownSession(services, c)
  const reply = async (c: ClerkContext, session: Session): Promise<Response> =>
    respond(services, c, await sessionVerificationJson(services, session))

  routes.post('/client/sessions/:id/verify', (c) => {
    const session = own(c)
    const level = text(c.var.body, 'level') ?? 'second_factor'
    if (!LEVELS.includes(level)) throw invalidParam('level', `${level} is not a level of verification.`)
    const verification = newVerification(services, session, level as VerificationLevel)
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
    const status = needsSecond(services, session) ? 'needs_second_factor' : 'complete'
    const firstFactor = verified(requiredText(c.var.body, 'strategy'))
    const verification = { ...session.verification!, status, firstFactor } as const
    return reply(c, store.sessions.put({ ...session, verification, firstFactorAt: clock.now() }))
  })

  // An authenticator app needs no preparation.
  routes.post('/client/sessions/:id/verify/prepare_second_factor', (c) =>
    reply(c, requireStatus(own(c), 'needs_second_factor')),
  )

  routes.post('/client/sessions/:id/verify/attempt_second_factor', (c) => {
    const session = requireStatus(own(c), 'needs_second_factor')
    const strategy = requiredText(c.var.body, 'strategy')
    verifySecondFactor(services, session.userId, strategy, requiredText(c.var.body, 'code'))
    const verification = { ...session.verification!, status: 'complete', secondFactor: verified(strategy) } as const
    return reply(c, store.sessions.put({ ...session, verification, secondFactorAt: clock.now() }))
  })

  return routes
}

/** Users without a second factor verify the first one, as Clerk's SDK expects. */
function newVerification({ store }: Services, { userId }: Session, level: VerificationLevel): SessionVerification {
  const user = store.users.get(userId)
  const second = level === 'second_factor' && user !== undefined && secondFactors(user).length > 0
  const status = second ? 'needs_second_factor' : 'needs_first_factor'
  return { id: newId('verification'), level, status, firstFactor: null, secondFactor: null }
}

function needsSecond({ store }: Services, { userId, verification }: Session): boolean {
  const user = store.users.get(userId)
  return verification?.level === 'multi_factor' && user !== undefined && secondFactors(user).length > 0
}

const verified = (strategy: string) => ({ status: 'verified' as const, strategy, emailId: null, code: null })

function requireStatus(session: Session, status: SessionVerification['status']): Session {
  if (session.verification?.status === status) return session
  throw new ClerkError(400, 'session_verification_not_found', 'This verification is not next', {
    long: `Begin a verification of the session first; this step needs it to be at "${status}".`,
  })
}

/** Mails a code to one of the user's verified addresses. */
async function prepareFirstFactor(services: Services, session: Session, body: Body): Promise<Session> {
  const strategy = text(body, 'strategy')
  if (strategy !== 'email_code') throw invalidStrategy(strategy)
  const emails = services.store.emails.where('userId', session.userId).filter(({ verified }) => verified)
  const asked = text(body, 'email_address_id')
  const email = asked === undefined ? emails[0] : emails.find(({ id }) => id === asked)
  if (!email) throw invalidParam('email_address_id', 'There is no such verified email address.')
  limitMails(services, email.address)
  const { code, check } = newCodeCheck(services, strategy, email.id)
  const verification = { ...session.verification!, firstFactor: check }
  const prepared = services.store.sessions.put({ ...session, verification })
  await mailCode(services, email.address, code)
  return prepared
}

/** Checks a password or a mailed code. Throws Clerk's error when it is wrong or the account is locked. */
async function verifyFirstFactor(services: Services, session: Session, body: Body): Promise<void> {
  const strategy = text(body, 'strategy')
  if (strategy === 'password') return verifyPassword(services, session.userId, requiredText(body, 'password'))
  if (strategy !== 'email_code') throw invalidStrategy(strategy)
  const given = requiredText(body, 'code')
  countAttempt(services, session.userId)
  const { verification } = session
  const stored = verification?.firstFactor?.code ?? null
  const outcome = checkCode(services, stored, given)
  services.store.sessions.put({ ...session, verification })
  if (outcome !== 'right') throw failedAttemptError(services, session.userId, codeError(outcome))
  return clearAttempts(services, session.userId)
}

const invalidStrategy = (strategy: string | undefined): Error =>
  invalidParam('strategy', `${strategy} is not a way to verify.`)
