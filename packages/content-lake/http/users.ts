import { Hono } from 'hono'
import { requireUser, roleTitle } from '../access/permissions.ts'
import type { LakeUser } from '../access/users.ts'
import { jsonLimit } from './middleware.ts'
import { badRequest, idList, type Env, type Services } from './services.ts'

/** Accounts are not dated; hosted Sanity's answers are. */
export const ACCOUNT_DATE = '2025-01-01T00:00:00.000Z'

/** GET /users/me and /users/:ids, and the signed-in user's key-value store. */
export function userRoutes(services: Services): Hono<Env> {
  const { accounts, store } = services
  return new Hono<Env>()
    .get('/users/me', (c) => c.json(currentUser(requireUser(c.get('user')))))
    .get('/users/me/keyvalue/:keys', (c) => {
      const { id } = requireUser(c.get('user'))
      const pairs = idList(c.req.param('keys')).map((key) => ({ key, value: store.keyValue(id, key) }))
      return c.json(pairs.filter(({ value }) => value !== undefined))
    })
    .put('/users/me/keyvalue', jsonLimit, async (c) => {
      const { id } = requireUser(c.get('user'))
      // A body that is no JSON is refused as one that holds no pairs.
      const pairs = keyValuePairs(await c.req.json().catch(() => undefined))
      for (const { key, value } of pairs) store.setKeyValue(id, key, value)
      return c.json(pairs)
    })
    .get('/users/:ids', (c) => {
      const me = requireUser(c.get('user'))
      const ids = idList(c.req.param('ids'))
      const found = ids.flatMap((id) => accounts.find(id) ?? []).map((user) => profile(user, me, services.projectId))
      if (ids.length > 1) return c.json(found)
      return found[0]
        ? c.json(found[0])
        : c.json({ statusCode: 404, error: 'Not Found', message: 'User not found' }, 404)
    })
}

/** A user as GET /users/me describes it. */
export function currentUser({ id, name, email, role }: LakeUser) {
  const roles = [{ name: role, title: roleTitle(role), description: '', isCustom: false }]
  return { id, name, email, profileImage: null, provider: 'local', role, roles }
}

function profile({ id, name, email }: LakeUser, me: LakeUser, projectId: string) {
  const [givenName = name, ...family] = name.split(' ')
  return {
    id,
    sanityUserId: id,
    projectId,
    displayName: name,
    givenName,
    familyName: family.join(' '),
    middleName: null,
    email,
    imageUrl: null,
    createdAt: ACCOUNT_DATE,
    updatedAt: ACCOUNT_DATE,
    isCurrentUser: id === me.id,
  }
}

function keyValuePairs(body: unknown): { key: string; value: unknown }[] {
  const pairs = Array.isArray(body) ? body : []
  const valid = pairs.filter((pair) => typeof pair?.key === 'string' && pair.key.length <= 256)
  if (!Array.isArray(body) || valid.length < pairs.length) throw badRequest('Expected an array of {key, value}')
  return valid
}
