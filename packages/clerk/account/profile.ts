import { Hono } from 'hono'
import { invalidParam } from '../errors.ts'
import { checkPasswordRules } from '../factors/passwords.ts'
import { respond } from '../http/responses.ts'
import { flag, metadata, text } from '../http/request-body.ts'
import type { ClerkContext, Env, Services } from '../http/services.ts'
import { userJson } from '../resources/user.ts'
import { requireFreshFactor } from '../sessions/fresh-factor.ts'
import { verifyPassword } from '../sign-in/first-factor.ts'
import { readName } from '../sign-up/fields.ts'
import type { User } from '../store/types.ts'
import { deleteUser, setPassword, updateUser } from '../users/change.ts'

/** Names, primary address, password, and deleting the account. */
export function profileRoutes(services: Services): Hono<Env> {
  const routes = new Hono<Env>()
  const reply = (c: ClerkContext, user: User): Promise<Response> =>
    respond(services, c, userJson(services, user, 'frontend', services.clock.now()))

  routes.get('/me', (c) => reply(c, c.var.user))

  routes.patch('/me', (c) => {
    const { body, user } = c.var
    const primaryEmailId = text(body, 'primary_email_address_id')
    if (primaryEmailId !== undefined && primaryEmailId !== user.primaryEmailId) requireFreshFactor(services, c)
    const changes = {
      firstName: readName(body, 'first_name') ?? user.firstName,
      lastName: readName(body, 'last_name') ?? user.lastName,
      primaryEmailId:
        primaryEmailId === undefined ? user.primaryEmailId : verifiedEmail(services, user, primaryEmailId),
      unsafeMetadata: metadata(body, 'unsafe_metadata') ?? user.unsafeMetadata,
    }
    return reply(c, updateUser(services, user.id, changes))
  })

  routes.patch('/me/metadata', (c) => {
    const { body, user } = c.var
    const unsafeMetadata = { ...user.unsafeMetadata, ...metadata(body, 'unsafe_metadata') }
    return reply(c, updateUser(services, user.id, { unsafeMetadata }))
  })

  routes.post('/me/change_password', async (c) => {
    requireFreshFactor(services, c)
    const { body, user, session } = c.var
    const current = text(body, 'current_password')
    const password = checkPasswordRules(text(body, 'new_password'), 'new_password')
    if (current) await verifyPassword(services, user.id, current, 'current_password')
    const endSessions = flag(body, 'sign_out_of_other_sessions')
    return reply(c, await setPassword(services, user.id, password, { endSessions, keptSessionId: session.id }))
  })

  routes.delete('/me', (c) => {
    requireFreshFactor(services, c)
    deleteUser(services, c.var.user.id)
    c.set('cookiesDue', true)
    return respond(services, c, { object: 'user', id: c.var.user.id, deleted: true })
  })

  return routes
}

function verifiedEmail({ store }: Services, user: User, id: string): string {
  const email = store.emails.get(id)
  if (email?.userId === user.id && email.verified) return id
  throw invalidParam('primary_email_address_id', 'The primary address has to be a verified one of the account.')
}
