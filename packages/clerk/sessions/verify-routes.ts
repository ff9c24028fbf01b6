import { Hono } from 'hono'
import { ClerkError, invalidParam } from '../errors.ts'
import { passSecondFactor } from '../factors/second-factor.ts'
import { answer } from '../http/answers.ts'
import { requiredText, text } from '../http/body.ts'
import type { ClerkContext, Env, Services } from '../http/services.ts'
import { secondFactors } from '../resources/factor.ts'
import { sessionVerificationJson } from '../resources/session-verification.ts'
import { newId } from '../ids.ts'
import type { Session, SessionVerification, VerificationLevel } from '../store/types.ts'
import { ownSession } from './own.ts'
import { passFirstFactor, prepareFirstFactor } from './verify.ts'

const LEVELS: readonly string[] = ['first_factor', 'second_factor', 'multi_factor'] satisfies VerificationLevel[]

/** Reverification: asks for a factor again although one is signed in, and renews its age. */
export function verifyRoutes(services: Services): Hono<Env> {
  const { store, clock } = services
  const routes = new Hono<Env>()
  const own = (c: ClerkContext): Session => ownSession(services, c)
  const reply = (c: ClerkContext, session: Session): Response =>
    answer(services, c, sessionVerificationJson(services, session))

  routes.post('/client/sessions/:id/verify', (c) => {
    const session = own(c)
    const level = text(c.var.body, 'level') ?? 'second_factor'
    if (!LEVELS.includes(level)) throw invalidParam('level', `${level} is not a level of verification.`)
    const verification = begin(services, session, level as VerificationLevel)
    return reply(c, store.sessions.put({ ...session, verification }))
  })

  routes.post('/client/sessions/:id/verify/prepare_first_factor', async (c) => {
    const session = inStatus(own(c), 'needs_first_factor')
    requiredText(c.var.body, 'strategy')
    return reply(c, await prepareFirstFactor(services, session, c.var.body))
  })

  routes.post('/client/sessions/:id/verify/attempt_first_factor', async (c) => {
    await passFirstFactor(services, inStatus(own(c), 'needs_first_factor'), c.var.body)
    const session = inStatus(own(c), 'needs_first_factor')
    const status = needsSecond(services, session) ? 'needs_second_factor' : 'complete'
    const firstFactor = verified(requiredText(c.var.body, 'strategy'))
    const verification = { ...session.verification!, status, firstFactor } as const
    return reply(c, store.sessions.put({ ...session, verification, firstFactorAt: clock.now() }))
  })

  // An authenticator app needs no preparation; the state is answered as it is.
  routes.post('/client/sessions/:id/verify/prepare_second_factor', (c) =>
    reply(c, inStatus(own(c), 'needs_second_factor')),
  )

  routes.post('/client/sessions/:id/verify/attempt_second_factor', (c) => {
    const session = inStatus(own(c), 'needs_second_factor')
    const strategy = requiredText(c.var.body, 'strategy')
    passSecondFactor(services, session.userId, strategy, requiredText(c.var.body, 'code'))
    const verification = { ...session.verification!, status: 'complete', secondFactor: verified(strategy) } as const
    return reply(c, store.sessions.put({ ...session, verification, secondFactorAt: clock.now() }))
  })

  return routes
}

/** Someone without a second factor verifies by the first, as Clerk's own checks expect. */
function begin({ store }: Services, { userId }: Session, level: VerificationLevel): SessionVerification {
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

function inStatus(session: Session, status: SessionVerification['status']): Session {
  if (session.verification?.status === status) return session
  throw new ClerkError(400, 'session_verification_not_found', 'This verification is not next', {
    long: `Begin a verification of the session first; this step needs it to be at "${status}".`,
  })
}
