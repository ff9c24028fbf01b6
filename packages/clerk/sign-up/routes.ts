import { Hono } from 'hono'
import { invalidParam, notFound } from '../errors.ts'
import { limitMails, mailCode, newCodeCheck } from '../factors/codes.ts'
import { checkPasswordRules, hashPassword } from '../factors/passwords.ts'
import { answer } from '../http/answers.ts'
import { type Body, requiredText, text } from '../http/body.ts'
import type { ClerkContext, Env, Services } from '../http/services.ts'
import { signUpJson } from '../resources/sign-up.ts'
import type { SignUp } from '../store/types.ts'
import { attemptEmail } from './attempt.ts'
import { completeIfReady } from './complete.ts'
import { applyFields, newSignUp } from './fields.ts'

/** Registration: an address that a mailed code proves, and a password. */
export function signUpRoutes(services: Services): Hono<Env> {
  const { store } = services
  const routes = new Hono<Env>()

  routes.post('/client/sign_ups', async (c) => {
    const passwordHash = await hashNewPassword(c.var.body)
    const signUp = store.transaction(() => {
      const fresh = newSignUp(services, c)
      return completeIfReady(services, c, applyFields(services, fresh, c.var.body, passwordHash))
    })
    return answer(services, c, signUpJson(services, signUp))
  })

  routes.get('/client/sign_ups/:id', (c) =>
    answer(services, c, signUpJson(services, ownSignUp(services, c, c.req.param('id')))),
  )

  routes.patch('/client/sign_ups/:id', async (c) => {
    const passwordHash = await hashNewPassword(c.var.body)
    const signUp = store.transaction(() => {
      const open = openSignUp(services, c, c.req.param('id'))
      return completeIfReady(services, c, applyFields(services, open, c.var.body, passwordHash))
    })
    return answer(services, c, signUpJson(services, signUp))
  })

  routes.post('/client/sign_ups/:id/prepare_verification', async (c) => {
    requireEmailCode(c.var.body)
    const open = openSignUp(services, c, c.req.param('id'))
    if (open.emailAddress === null) throw invalidParam('strategy', 'There is no email address to verify.')
    if (open.emailVerified) return answer(services, c, signUpJson(services, open))
    limitMails(services, open.emailAddress)
    const { code, check } = newCodeCheck(services, 'email_code', null)
    const signUp = store.signUps.put({ ...open, emailCheck: check, updatedAt: services.clock.now() })
    await mailCode(services, open.emailAddress, code)
    return answer(services, c, signUpJson(services, signUp))
  })

  routes.post('/client/sign_ups/:id/attempt_verification', (c) => {
    requireEmailCode(c.var.body)
    const code = requiredText(c.var.body, 'code')
    const verified = attemptEmail(services, openSignUp(services, c, c.req.param('id')), code)
    const signUp = store.transaction(() => completeIfReady(services, c, verified))
    return answer(services, c, signUpJson(services, signUp))
  })

  return routes
}

/** Undefined when the request brings no password. */
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
