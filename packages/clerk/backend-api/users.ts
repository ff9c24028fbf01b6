import { Hono } from 'hono'
import { ClerkError, notFound } from '../errors.ts'
import { passwordMatches } from '../factors/passwords.ts'
import { json } from '../http/responses.ts'
import { pageWindow } from '../http/query.ts'
import { metadata, requiredText } from '../http/request-body.ts'
import type { ClerkContext, Env, Services } from '../http/services.ts'
import { LOCKOUT } from '../limits.ts'
import { userJson } from '../resources/user.ts'
import { endSessionsOf } from '../sessions/end.ts'
import type { User } from '../store/types.ts'
import { deleteUser, updateUser } from '../users/change.ts'
import { findUsers } from './user-search.ts'
import { createFromBody, updateFromBody } from './user-fields.ts'
import { mergeMetadata } from '../users/metadata.ts'

/** Users as the holder of the secret key sees and changes them. */
export function backendUserRoutes(services: Services): Hono<Env> {
  const { store, clock } = services
  const routes = new Hono<Env>()
  const find = (c: ClerkContext): User => {
    const user = store.users.get(c.req.param('id')!)
    if (!user) throw notFound('User')
    return user
  }
  const reply = (c: ClerkContext, user: User): Response => json(c, userJson(services, user, 'backend', clock.now()))

  // A plain list: the SDK asks for the count separately.
  routes.get('/users', (c) => {
    const { limit, offset } = pageWindow(c, 10)
    const found = findUsers(store, new URL(c.req.url).searchParams).slice(offset, offset + limit)
    return json(
      c,
      found.map((user) => userJson(services, user, 'backend', clock.now())),
    )
  })
  routes.get('/users/count', (c) => {
    const found = findUsers(store, new URL(c.req.url).searchParams)
    return json(c, { object: 'total_count', total_count: found.length })
  })
  routes.get('/users/:id', (c) => reply(c, find(c)))
  routes.post('/users', async (c) => reply(c, await createFromBody(services, c.var.body)))
  routes.patch('/users/:id', async (c) => reply(c, await updateFromBody(services, find(c), c.var.body)))
  routes.delete('/users/:id', (c) => {
    const { id } = find(c)
    deleteUser(services, id)
    return json(c, { object: 'user', id, deleted: true })
  })

  routes.patch('/users/:id/metadata', (c) => {
    const user = find(c)
    const merged = (current: Record<string, unknown>, field: string) =>
      mergeMetadata(current, metadata(c.var.body, field))
    return reply(
      c,
      updateUser(services, user.id, {
        publicMetadata: merged(user.publicMetadata, 'public_metadata'),
        privateMetadata: merged(user.privateMetadata, 'private_metadata'),
        unsafeMetadata: merged(user.unsafeMetadata, 'unsafe_metadata'),
      }),
    )
  })

  routes.post('/users/:id/verify_password', async (c) => {
    const right = await passwordMatches(requiredText(c.var.body, 'password'), find(c).passwordHash)
    if (!right) throw new ClerkError(422, 'incorrect_password', 'Incorrect password')
    return json(c, { verified: true })
  })
  routes.on('DELETE', ['/users/:id/mfa', '/users/:id/totp'], (c) => {
    const { id } = updateUser(services, find(c).id, { totp: null, backupCodes: null })
    return json(c, { user_id: id })
  })

  routes.post('/users/:id/ban', (c) => {
    const { id } = find(c)
    const banned = store.transaction(() => {
      endSessionsOf(services, id, 'revoked')
      return updateUser(services, id, { banned: true })
    })
    return reply(c, banned)
  })
  routes.post('/users/:id/unban', (c) => reply(c, updateUser(services, find(c).id, { banned: false })))
  routes.post('/users/:id/lock', (c) => {
    const lockedUntil = clock.now() + LOCKOUT.minutes * 60_000
    return reply(c, updateUser(services, find(c).id, { lockedUntil }))
  })
  routes.post('/users/:id/unlock', (c) =>
    reply(c, updateUser(services, find(c).id, { lockedUntil: null, failedAttempts: 0 })),
  )

  return routes
}
