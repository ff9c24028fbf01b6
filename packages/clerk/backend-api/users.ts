import type { Hono } from 'hono'
import {
  readFlag,
  mergeMetadata,
  readMetadataField,
  readPagination,
  readName,
  readRequiredText,
  readOptionalText,
  readTextList,
} from '../http/fields.ts'
import { sendJson } from '../http/responses.ts'
import { assertAddressAvailable, buildEmail, normalizeAddress, readAddress } from '../model/emails.ts'
import { checkPasswordRules, hashPassword, matchesPassword } from '../model/factors.ts'
import { endUserSessions } from '../model/sessions.ts'
import { createUser, deleteUser, buildUser, updateUser } from '../model/users.ts'
import { toUserJson } from '../resources/user.ts'
import { ClerkError, createFormError, createInvalidParamError, createMissingParamError } from '../services/errors.ts'
import { LOCKOUT } from '../services/limits.ts'
import type { Body, ClerkContext, Env, Services } from '../services/services.ts'
import type { Store, User } from '../services/store.ts'

export function registerBackendUserRoutes(routes: Hono<Env>, services: Services): void {
  const { store, clock } = services
  const findUser = (c: ClerkContext): User => store.users.getOrThrow(c.req.param('id')!, 'User')
  const reply = (c: ClerkContext, user: User): Response =>
    sendJson(c, toUserJson(services, user, 'backend', clock.now()))

  // The response is a plain array. The SDK requests the count separately.
  routes.get('/users', (c) => {
    const { limit, offset } = readPagination(c)
    const users = findUsers(store, new URL(c.req.url).searchParams).slice(offset, offset + limit)
    return sendJson(
      c,
      users.map((user) => toUserJson(services, user, 'backend', clock.now())),
    )
  })
  routes.get('/users/count', (c) =>
    sendJson(c, { object: 'total_count', total_count: findUsers(store, new URL(c.req.url).searchParams).length }),
  )
  routes.get('/users/:id', (c) => reply(c, findUser(c)))
  routes.post('/users', async (c) => reply(c, await createFromBody(services, c.var.body)))
  routes.patch('/users/:id', async (c) => reply(c, await updateFromBody(services, findUser(c), c.var.body)))
  routes.delete('/users/:id', (c) => {
    const { id } = findUser(c)
    deleteUser(services, id)
    return sendJson(c, { object: 'user', id, deleted: true })
  })

  routes.patch('/users/:id/metadata', (c) => {
    const user = findUser(c)
    const mergeField = (current: Record<string, unknown>, field: string) =>
      mergeMetadata(current, readMetadataField(c.var.body, field))
    return reply(
      c,
      updateUser(services, user.id, {
        publicMetadata: mergeField(user.publicMetadata, 'public_metadata'),
        privateMetadata: mergeField(user.privateMetadata, 'private_metadata'),
        unsafeMetadata: mergeField(user.unsafeMetadata, 'unsafe_metadata'),
      }),
    )
  })

  routes.post('/users/:id/verify_password', async (c) => {
    const isCorrect = await matchesPassword(readRequiredText(c.var.body, 'password'), findUser(c).passwordHash)
    if (!isCorrect) throw new ClerkError(422, 'incorrect_password', 'Incorrect password')
    return sendJson(c, { verified: true })
  })
  routes.on('DELETE', ['/users/:id/mfa', '/users/:id/totp'], (c) => {
    const { id } = updateUser(services, findUser(c).id, { totp: null, backupCodes: null })
    return sendJson(c, { user_id: id })
  })

  routes.post('/users/:id/ban', (c) => {
    const { id } = findUser(c)
    const banned = store.transaction(() => {
      endUserSessions(services, id, 'revoked')
      return updateUser(services, id, { banned: true })
    })
    return reply(c, banned)
  })
  routes.post('/users/:id/unban', (c) => reply(c, updateUser(services, findUser(c).id, { banned: false })))
  routes.post('/users/:id/lock', (c) => {
    const lockedUntil = clock.now() + LOCKOUT.minutes * 60_000
    return reply(c, updateUser(services, findUser(c).id, { lockedUntil }))
  })
  routes.post('/users/:id/unlock', (c) =>
    reply(c, updateUser(services, findUser(c).id, { lockedUntil: null, failedAttempts: 0 })),
  )
}

async function createFromBody(services: Services, body: Body): Promise<User> {
  const { store } = services
  const addresses = readTextList(body, 'email_address').map((value) => readAddress(value))
  if (addresses.length === 0) throw createMissingParamError('email_address')
  const changes = await readFields(services, body)
  if (!changes.passwordHash && !readFlag(body, 'skip_password_requirement')) throw createMissingParamError('password')
  return store.transaction(() => {
    const user = { ...buildUser(services), ...changes }
    for (const address of addresses) assertAddressAvailable(store, address)
    assertExternalIdFree(services, user)
    return createUser(
      services,
      user,
      [...new Set(addresses)].map((address) => buildEmail(services, user.id, address, true)),
    )
  })
}

async function updateFromBody(services: Services, user: User, body: Body): Promise<User> {
  const changes = await readFields(services, body)
  const primaryEmailId = readOptionalText(body, 'primary_email_address_id')
  if (primaryEmailId !== undefined) {
    const email = services.store.emails.get(primaryEmailId)
    if (email?.userId !== user.id || !email.verified) {
      throw createInvalidParamError(
        'primary_email_address_id',
        'The primary address must be a verified address of the user.',
      )
    }
    changes.primaryEmailId = primaryEmailId
  }
  return services.store.transaction(() => {
    assertExternalIdFree(services, { ...user, ...changes })
    if (readFlag(body, 'sign_out_of_other_sessions')) endUserSessions(services, user.id, 'revoked')
    return updateUser(services, user.id, changes)
  })
}

async function readFields({ clock }: Services, body: Body): Promise<Partial<User>> {
  const password = readOptionalText(body, 'password')
  const fields: Partial<User> = {
    firstName: readName(body, 'first_name'),
    lastName: readName(body, 'last_name'),
    externalId: readOptionalText(body, 'external_id'),
    publicMetadata: readMetadataField(body, 'public_metadata'),
    privateMetadata: readMetadataField(body, 'private_metadata'),
    unsafeMetadata: readMetadataField(body, 'unsafe_metadata'),
    ...(password !== undefined && {
      passwordHash: await hashPassword(
        readFlag(body, 'skip_password_checks') ? password : checkPasswordRules(password, 'password'),
      ),
      passwordUpdatedAt: clock.now(),
    }),
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

function assertExternalIdFree({ store }: Services, { id, externalId }: User): void {
  if (externalId === null) return
  const owner = store.users.first('externalId', externalId)
  if (owner && owner.id !== id)
    throw createFormError('external_id', 'form_identifier_exists', 'That external id is taken.')
}

/**
 * Returns the users that match all filters, newest first. Filters by unsupported fields, such as phone numbers, match
 * no user.
 */
function findUsers(store: Store, query: URLSearchParams): User[] {
  const listAddresses = (user: User): string[] => store.emails.where('userId', user.id).map(({ address }) => address)
  const readQueryValues = (name: string): string[] => [...query.getAll(name), ...query.getAll(`${name}[]`)]
  const filters: [name: string, fits: (user: User, value: string) => boolean][] = [
    ['user_id', (user, value) => user.id === value],
    ['external_id', (user, value) => user.externalId === value],
    ['email_address', (user, value) => listAddresses(user).includes(normalizeAddress(value))],
    ['organization_id', (user, value) => isMember(store, user, value)],
    ['query', (user, value) => buildSearchText(user, listAddresses(user)).includes(value.toLowerCase())],
    ['phone_number', () => false],
    ['username', () => false],
    ['web3_wallet', () => false],
  ]
  const activeFilters = filters
    .map(([name, fits]) => ({ fits, values: readQueryValues(name) }))
    .filter(({ values }) => values.length > 0)
  const users = store.users
    .all()
    .filter((user) => activeFilters.every(({ fits, values }) => values.some((v) => fits(user, v))))
  return sortUsers(users, query.get('order_by') ?? '-created_at')
}

const isMember = (store: Store, user: User, organizationId: string): boolean =>
  store.memberships.where('userId', user.id).some((membership) => membership.organizationId === organizationId)

const buildSearchText = (user: User, addresses: string[]): string =>
  [user.id, user.firstName, user.lastName, ...addresses].join('\n').toLowerCase()

const SORT_VALUES: Record<string, (user: User) => number> = {
  created_at: (user) => user.createdAt,
  updated_at: (user) => user.updatedAt,
  last_active_at: (user) => user.lastActiveAt ?? 0,
  last_sign_in_at: (user) => user.lastSignInAt ?? 0,
}

function sortUsers(users: User[], order: string): User[] {
  const getSortValue = SORT_VALUES[order.replace(/^[+-]/, '')] ?? SORT_VALUES.created_at!
  const ascending = users.toSorted((a, b) => getSortValue(a) - getSortValue(b))
  return order.startsWith('-') ? ascending.toReversed() : ascending
}
