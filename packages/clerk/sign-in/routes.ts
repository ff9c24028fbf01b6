import { Hono } from 'hono'
import { ClerkError, invalidParam, notFound } from '../errors.ts'
import { assertNotLocked } from '../factors/lockout.ts'
import { checkPasswordRules } from '../factors/passwords.ts'
import { verifySecondFactor } from '../factors/second-factor.ts'
import { respond } from '../http/responses.ts'
import { flag, requiredText, text } from '../http/request-body.ts'
import type { ClerkContext, Env, Services } from '../http/services.ts'
import { LIFETIMES } from '../limits.ts'
import { signInJson } from '../resources/sign-in.ts'
import type { SignIn } from '../store/types.ts'
import { setPassword } from '../users/change.ts'
import { afterFirstFactor, completeSignIn } from './complete.ts'
import { createSignIn } from './create.ts'
import { attemptFirstFactor, prepareFirstFactor } from './first-factor.ts'
import { redeemTicket } from './ticket.ts'

/** Signing in: a first factor (password or mailed code), and the second if the user has one. */
export function signInRoutes(services: Services): Hono<Env> {
  const routes = new Hono<Env>()
  const reply = (c: ClerkContext, signIn: SignIn): Promise<Response> =>
    respond(services, c, signInJson(services, signIn))
  const own = (c: ClerkContext): SignIn => ownSignIn(services, c, c.req.param('id')!)

  routes.post('/client/sign_ins', async (c) => {
    const { body } = c.var
    const ticket = text(body, 'ticket')
    if (ticket !== undefined) return reply(c, redeemTicket(services, c, ticket))
    const signIn = createSignIn(services, c, text(body, 'identifier'))
    const strategy = text(body, 'strategy')
    if (signIn.userId === null) return reply(c, signIn)
    if (text(body, 'password') !== undefined) return reply(c, await attemptFirstFactor(services, c, signIn, 'password'))
    if (strategy && strategy !== 'password') return reply(c, await prepareFirstFactor(services, c, signIn, strategy))
    return reply(c, signIn)
  })

  routes.get('/client/sign_ins/:id', (c) => reply(c, own(c)))

  routes.post('/client/sign_ins/:id/prepare_first_factor', async (c) => {
    const signIn = requireStatus(own(c), 'needs_first_factor')
    return reply(c, await prepareFirstFactor(services, c, signIn, requiredText(c.var.body, 'strategy')))
  })

  routes.post('/client/sign_ins/:id/attempt_first_factor', async (c) => {
    const signIn = requireStatus(own(c), 'needs_first_factor')
    return reply(c, await attemptFirstFactor(services, c, signIn, requiredText(c.var.body, 'strategy')))
  })

  routes.post('/client/sign_ins/:id/reset_password', async (c) => {
    const { userId } = requireStatus(own(c), 'needs_new_password')
    const password = checkPasswordRules(text(c.var.body, 'password'), 'password')
    const user = services.store.users.get(userId!)
    if (user) assertNotLocked(services, user)
    await setPassword(services, userId!, password, { endSessions: flag(c.var.body, 'sign_out_of_other_sessions') })
    const signIn = requireStatus(own(c), 'needs_new_password')
    return reply(c, afterFirstFactor(services, c, signIn, 'reset_password_email_code'))
  })

  // An authenticator app needs no preparation.
  routes.post('/client/sign_ins/:id/prepare_second_factor', (c) =>
    reply(c, requireStatus(own(c), 'needs_second_factor')),
  )

  routes.post('/client/sign_ins/:id/attempt_second_factor', (c) => {
    const signIn = requireStatus(own(c), 'needs_second_factor')
    const strategy = requiredText(c.var.body, 'strategy')
    verifySecondFactor(services, signIn.userId!, strategy, requiredText(c.var.body, 'code'))
    const secondFactor = { status: 'verified' as const, strategy, emailId: null, code: null }
    return reply(c, completeSignIn(services, c, { ...signIn, secondFactor }, strategy))
  })

  return routes
}

/** A sign-in of this browser that has not expired. */
function ownSignIn({ store, clock }: Services, c: ClerkContext, id: string): SignIn {
  const signIn = store.signIns.get(id)
  const found = signIn && signIn.clientId === c.var.client?.id && signIn.createdAt + LIFETIMES.signIn > clock.now()
  if (!found) throw notFound('Sign in')
  return signIn
}

/** Throws when this step is not the next one. */
function requireStatus(signIn: SignIn, status: SignIn['status']): SignIn {
  if (signIn.status === status) return signIn
  if (signIn.status === 'complete') {
    throw new ClerkError(400, 'verification_already_verified', 'This verification has already been verified.')
  }
  throw invalidParam('strategy', `This step is not next: the sign-in is at "${signIn.status}".`)
}
