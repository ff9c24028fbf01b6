import { Hono } from 'hono'
import { invalidParam, notFound } from '../errors.ts'
import { codeError, limitMails, mailCode, newCodeCheck, checkCode } from '../factors/codes.ts'
import { checkPasswordRules, hashPassword } from '../factors/passwords.ts'
import { respond } from '../http/responses.ts'
import { type Body, requiredText, text } from '../http/request-body.ts'
import type { ClerkContext, Env, Services } from '../http/services.ts'
import { signUpJson } from '../resources/sign-up.ts'
import type { SignUp } from '../store/types.ts'
import { completeIfReady } from './complete.ts'
import { applyFields, newSignUp } from './fields.ts'

/** Registration: an address, verified by a mailed code, and a password. */
export function signUpRoutes(services: Services): Hono<Env> {
  const { store } = services
  const routes = new Hono<Env>()

  routes.post('/client/sign_ups', async (c) => {
    const passwordHash = await hashNewPassword(c.var.body)
    const signUp = store.transaction(() => {
      const fresh = newSignUp(services, c)
      return completeIfReady(services, c, applyFields(services, fresh, c.var.body, passwordHash))
    })
    return respond(services, c, signUpJson(services, signUp))
  })

  routes.get('/client/sign_ups/:id', (c) =>
    respond(services, c, signUpJson(services, ownSignUp(services, c, c.req.param('id')))),
  )

  routes.patch('/client/sign_ups/:id', async (c) => {
    const passwordHash = await hashNewPassword(c.var.body)
    const signUp = store.transaction(() => {
      const open = openSignUp(services, c, c.req.param('id'))
      return completeIfReady(services, c, applyFields(services, open, c.var.body, passwordHash))
    })
    return respond(services, c, signUpJson(services, signUp))
  })

  routes.post('/client/sign_ups/:id/prepare_verification', async (c) => {
    requireEmailCode(c.var.body)
    const open = openSignUp(services, c, c.req.param('id'))
    if (open.emailAddress === null) throw invalidParam('strategy', 'There is no email address to verify.')
    if (open.emailVerified) return respond(services, c, signUpJson(services, open))
    limitMails(services, open.emailAddress)
    const { code, check } = newCodeCheck(services, 'email_code', null)
    const signUp = store.signUps.put({ ...open, emailCheck: check, updatedAt: services.clock.now() })
    await mailCode(services, open.emailAddress, code)
    return respond(services, c, signUpJson(services, signUp))
  })

  routes.post('/client/sign_ups/:id/attempt_verification', (c) => {
    requireEmailCode(c.var.body)
    const code = requiredText(c.var.body, 'code')
    const verified = attemptEmail(services, openSignUp(services, c, c.req.param('id')), code)
    const signUp = store.transaction(() => completeIfReady(services, c, verified))
    return respond(services, c, signUpJson(services, signUp))
  })

  return routes
}

/** Undefined when the request has no password. */
async function hashNewPassword(body: Body): Promise<string | undefined> {
  const password = text(body, 'password')
  return password === undefined ? undefined : hashPassword(checkPasswordRules(password, 'password'))
}

function requireEmailCode(body: Body): void {
  const strategy = text(body, 'strategy')
  if (strategy !== 'email_code') throw invalidParam('strategy', `${strategy} is not supported.`)
}

/** A sign-up of this browser. */
function ownSignUp({ store }: Services, c: ClerkContext, id: string): SignUp {
  const signUp = store.signUps.get(id)
  if (!signUp || signUp.clientId !== c.var.client?.id) throw notFound('Sign up')
  return signUp
}

function openSignUp(services: Services, c: ClerkContext, id: string): SignUp {
  const signUp = ownSignUp(services, c, id)
  const { abandon_at: end } = signUpJson(services, signUp)
  if (signUp.status !== 'missing_requirements' || end <= services.clock.now()) throw notFound('Sign up')
  return signUp
}

/** Checks the mailed code and stores the attempt. Throws Clerk's error unless it is right. */
function attemptEmail({ store, ...services }: Services, signUp: SignUp, code: string): SignUp {
  const check = signUp.emailCheck
  const outcome = checkCode({ store, ...services }, check?.code ?? null, code)
  const right = outcome === 'right'
  const emailCheck = check && { ...check, status: right ? ('verified' as const) : check.status }
  const tried = store.signUps.put({ ...signUp, emailCheck, emailVerified: signUp.emailVerified || right })
  if (!right) throw codeError(outcome)
  return tried
}
