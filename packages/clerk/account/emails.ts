import { Hono } from 'hono'
import { ClerkError, formError, invalidParam, notFound } from '../errors.ts'
import { codeError, limitMails, mailCode, newCode, checkCode } from '../factors/codes.ts'
import { newEmail, readAddress, assertAddressFree } from '../factors/emails.ts'
import { respond } from '../http/responses.ts'
import { requiredText, text } from '../http/request-body.ts'
import type { ClerkContext, Env, Services } from '../http/services.ts'
import { emailJson } from '../resources/user.ts'
import { requireFreshFactor } from '../sessions/fresh-factor.ts'
import type { EmailAddress, User } from '../store/types.ts'
import { updateUser } from '../users/change.ts'

const MAX_ADDRESSES = 10

/** The user's addresses: add, verify by a mailed code, remove. */
export function emailRoutes(services: Services): Hono<Env> {
  const { store } = services
  const routes = new Hono<Env>()
  const reply = (c: ClerkContext, email: EmailAddress): Promise<Response> => respond(services, c, emailJson(email))

  routes.get('/me/email_addresses', (c) =>
    respond(services, c, store.emails.where('userId', c.var.user.id).map(emailJson)),
  )

  routes.post('/me/email_addresses', (c) => {
    requireFreshFactor(services, c)
    const email = newEmail(services, c.var.user.id, readAddress(text(c.var.body, 'email_address')), false)
    return reply(c, addEmail(services, c.var.user, email))
  })

  routes.get('/me/email_addresses/:id', (c) => reply(c, ownEmail(services, c)))

  routes.post('/me/email_addresses/:id/prepare_verification', async (c) => {
    const strategy = text(c.var.body, 'strategy')
    if (strategy !== 'email_code') throw invalidParam('strategy', `${strategy} is not supported.`)
    const email = ownEmail(services, c)
    if (email.verified) throw new ClerkError(400, 'verification_already_verified', 'This address is verified already.')
    limitMails(services, email.address)
    const { code, stored } = newCode(services)
    const prepared = store.emails.put({ ...email, code: stored })
    await mailCode(services, email.address, code)
    return reply(c, prepared)
  })

  routes.post('/me/email_addresses/:id/attempt_verification', (c) => {
    const email = ownEmail(services, c)
    const outcome = checkCode(services, email.code, requiredText(c.var.body, 'code'))
    if (outcome !== 'right') {
      store.emails.put(email)
      throw codeError(outcome)
    }
    return reply(c, verifyEmail(services, email))
  })

  routes.delete('/me/email_addresses/:id', (c) => {
    const email = ownEmail(services, c)
    if (email.id === c.var.user.primaryEmailId) {
      const message = 'You cannot delete your primary email address.'
      throw new ClerkError(400, 'last_required_identification_deletion_failed', message)
    }
    store.transaction(() => {
      store.emails.delete(email.id)
      updateUser(services, c.var.user.id, {})
    })
    return respond(services, c, { object: 'email_address', id: email.id, deleted: true })
  })

  return routes
}

function addEmail(services: Services, user: User, email: EmailAddress): EmailAddress {
  const { store } = services
  return store.transaction(() => {
    const present = store.emails.where('userId', user.id)
    assertAddressFree(store, email.address)
    if (present.some(({ address }) => address === email.address)) {
      throw formError('email_address', 'form_identifier_exists', 'You have this email address already.')
    }
    if (present.length >= MAX_ADDRESSES) {
      throw formError('email_address', 'form_param_value_invalid', `At most ${MAX_ADDRESSES} addresses are possible.`)
    }
    const added = store.emails.put(email)
    updateUser(services, user.id, {})
    return added
  })
}

function verifyEmail(services: Services, email: EmailAddress): EmailAddress {
  const { store, clock } = services
  return store.transaction(() => {
    // Another account may have verified the same address since it was added here.
    assertAddressFree(store, email.address, 'code', email.userId)
    const proved = store.emails.put({ ...email, verified: true, code: null, updatedAt: clock.now() })
    updateUser(services, email.userId, {})
    return proved
  })
}

function ownEmail({ store }: Services, c: ClerkContext): EmailAddress {
  const email = store.emails.get(c.req.param('id')!)
  if (!email || email.userId !== c.var.user.id) throw notFound('Email address')
  return email
}
