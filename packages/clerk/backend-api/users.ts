import type { Hono } from 'hono'
import { flag, mergeMetadata, metadata, pageWindow, readName, requiredText, text, texts } from '../http/fields.ts'
import { json } from '../http/responses.ts'
import { assertAddressFree, newEmail, normalAddress, readAddress } from '../model/emails.ts'
import { checkPasswordRules, hashPassword, passwordMatches } from '../model/factors.ts'
import { endSessionsOf } from '../model/sessions.ts'
import { createUser, deleteUser, newUser, updateUser } from '../model/users.ts'
import { userJson } from '../resources/user.ts'
import { ClerkError, formError, invalidParam, missingParam } from '../services/errors.ts'
import { LOCKOUT } from '../services/limits.ts'
import type { Body, ClerkContext, Env, Services } from '../services/services.ts'
import type { Store, User } from '../services/store.ts'

export function backendUserRoutes(routes: Hono<Env>, services: Services): void {
  const { store, clock } = services
  const find = (c: ClerkContext): User => store.users.getOrThrow(c.req.param('id')!, 'User')
  const reply = (c: ClerkContext, user: User): Response => json(c, userJson(services, user, 'backend', clock.now()))

  // The response is a plain array. The SDK requests the count separately.
  routes.get('/users', (c) => {
    const { limit, offset } = pageWindow(c)
    const found = findUsers(store, new URL(c.req.url).searchParams).slice(offset, offset + limit)
    return json(
      c,
      found.map((user) => userJson(services, user, 'backend', clock.now())),
    )
  })
  routes.get('/users/count', (c) =>
    json(c, { object: 'total_count', total_count: findUsers(store, new URL(c.req.url).searchParams).length }),
  )
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
}

async function createFromBody(services: Services, body: Body): Promise<User> {
  const { store } = services
  const addresses = texts(body, 'email_address').map((value) => readAddress(value))
  if (addresses.length === 0) throw missingParam('email_address')
  const changes = await readFields(services, body)
  if (!changes.passwordHash && !flag(body, 'skip_password_requirement')) throw missingParam('password')
  return store.transaction(() => {
    const user = { ...newUser(services), ...changes }
    for (const address of addresses) assertAddressFree(store, address)
    assertExternalIdFree(services, user)
    return createUser(
      services,
      user,
      [...new Set(addresses)].map((address) => newEmail(services, user.id, address, true)),
    )
  })
}

async function updateFromBody(services: Services, user: User, body: Body): Promise<User> {
  const changes = await readFields(services, body)
  const primaryEmailId = text(body, 'primary_email_address_id')
  if (primaryEmailId !== undefined) {
    const email = services.store.emails.get(primaryEmailId)
    if (email?.userId !== user.id || !email.verified) {
      throw invalidParam('primary_email_address_id', 'The primary address must be a verified address of the user.')
    }
    changes.primaryEmailId = primaryEmailId
  }
  return services.store.transaction(() => {
    assertExternalIdFree(services, { ...user, ...changes })
    if (flag(body, 'sign_out_of_other_sessions')) endSessionsOf(services, user.id, 'revoked')
    return updateUser(services, user.id, changes)
  })
}

async function readFields({ clock }: Services, body: Body): Promise<Partial<User>> {
  const password = text(body, 'password')
  const fields: Partial<User> = {
    firstName: readName(body, 'first_name'),
    lastName: readName(body, 'last_name'),
    externalId: text(body, 'external_id'),
    publicMetadata: metadata(body, 'public_metadata'),
    privateMetadata: metadata(body, 'private_metadata'),
    unsafeMetadata: metadata(body, 'unsafe_metadata'),
    ...(password !== undefined && {
      passwordHash: await hashPassword(
        flag(body, 'skip_password_checks') ? password : checkPasswordRules(password, 'password'),
      ),
      passwordUpdatedAt: clock.now(),
    }),
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

function assertExternalIdFree({ store }: Services, { id, externalId }: User): void {
  if (externalId === null) return
  const owner = store.users.first('externalId', externalId)
  if (owner && owner.id !== id) throw formError('external_id', 'form_identifier_exists', 'That external id is taken.')
}

/**
 * Returns the users that match all filters, newest first. Filters by unsupported fields, such as phone numbers, match
 * no user.
 */
function findUsers(store: Store, query: URLSearchParams): User[] {
  const addresses = (user: User): string[] => store.emails.where('userId', user.id).map(({ address }) => address)
  const given = (name: string): string[] => [...query.getAll(name), ...query.getAll(`${name}[]`)]
  const filters: [name: string, fits: (user: User, value: string) => boolean][] = [
    ['user_id', (user, value) => user.id === value],
    ['external_id', (user, value) => user.externalId === value],
    ['email_address', (user, value) => addresses(user).includes(normalAddress(value))],
    ['organization_id', (user, value) => isMember(store, user, value)],
    ['query', (user, value) => textOf(user, addresses(user)).includes(value.toLowerCase())],
    ['phone_number', () => false],
    ['username', () => false],
    ['web3_wallet', () => false],
  ]
  const active = filters
    .map(([name, fits]) => ({ fits, values: given(name) }))
    .filter(({ values }) => values.length > 0)
  const found = store.users
    .all()
    .filter((user) => active.every(({ fits, values }) => values.some((v) => fits(user, v))))
  return inOrder(found, query.get('order_by') ?? '-created_at')
}

const isMember = (store: Store, user: User, organizationId: string): boolean =>
  store.memberships.where('userId', user.id).some((membership) => membership.organizationId === organizationId)

const textOf = (user: User, addresses: string[]): string =>
  [user.id, user.firstName, user.lastName, ...addresses].join('\n').toLowerCase()

const ORDERS: Record<string, (user: User) => number> = {
  created_at: (user) => user.createdAt,
  updated_at: (user) => user.updatedAt,
  last_active_at: (user) => user.lastActiveAt ?? 0,
  last_sign_in_at: (user) => user.lastSignInAt ?? 0,
}

function inOrder(users: User[], order: string): User[] {
  const by = ORDERS[order.replace(/^[+-]/, '')] ?? ORDERS.created_at!
  const ascending = users.toSorted((a, b) => by(a) - by(b))
  return order.startsWith('-') ? ascending.toReversed() : ascending
}
