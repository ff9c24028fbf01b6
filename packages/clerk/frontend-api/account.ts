import type { Hono } from 'hono'
import { generateRandomText } from '../../local-server/index.ts'
import { readFlag, readMetadataField, readName, readRequiredText, readOptionalText } from '../http/fields.ts'
import { requireSession } from '../http/middleware.ts'
import { sendJson, respond } from '../http/responses.ts'
import { assertAddressAvailable, buildEmail, getPrimaryEmail, readAddress } from '../model/emails.ts'
import {
  attempt,
  checkCode,
  checkPasswordRules,
  createTotpSecret,
  sendCode,
  findTotpStep,
  buildTotpUri,
  verifyPassword,
  buildWrongCodeError,
} from '../model/factors.ts'
import { endSession, isLive, requireFreshFactor } from '../model/sessions.ts'
import { deleteUser, setPassword, updateUser } from '../model/users.ts'
import { toActivityJson, toSessionJson } from '../resources/client.ts'
import { toEmailJson, toTimestampsJson, toUserJson } from '../resources/user.ts'
import { ClerkError, createFormError, createInvalidParamError, createNotFoundError } from '../services/errors.ts'
import type { ClerkContext, Env, Services } from '../services/services.ts'
import { type EmailAddress, createRecord, type Session, type Totp, type User } from '../services/store.ts'

export function registerAccountRoutes(routes: Hono<Env>, services: Services): void {
  routes.use('/me/*', requireSession(services))
  for (const part of [registerProfileRoutes, registerEmailRoutes, registerSecondFactorRoutes, registerDeviceRoutes])
    part(routes, services)
}

function registerProfileRoutes(routes: Hono<Env>, services: Services): void {
  const reply = (c: ClerkContext, user: User): Promise<Response> =>
    respond(services, c, toUserJson(services, user, 'frontend', services.clock.now()))

  routes.get('/me', (c) => reply(c, c.var.user))

  routes.patch('/me', (c) => {
    const { body, user } = c.var
    const primaryEmailId = readOptionalText(body, 'primary_email_address_id')
    if (primaryEmailId !== undefined && primaryEmailId !== user.primaryEmailId) requireFreshFactor(services, c)
    const changes = {
      firstName: readName(body, 'first_name') ?? user.firstName,
      lastName: readName(body, 'last_name') ?? user.lastName,
      primaryEmailId:
        primaryEmailId === undefined ? user.primaryEmailId : requireVerifiedEmailId(services, user, primaryEmailId),
      unsafeMetadata: readMetadataField(body, 'unsafe_metadata') ?? user.unsafeMetadata,
    }
    return reply(c, updateUser(services, user.id, changes))
  })

  routes.patch('/me/metadata', (c) => {
    const { body, user } = c.var
    const unsafeMetadata = { ...user.unsafeMetadata, ...readMetadataField(body, 'unsafe_metadata') }
    return reply(c, updateUser(services, user.id, { unsafeMetadata }))
  })

  routes.post('/me/change_password', async (c) => {
    requireFreshFactor(services, c)
    const { body, user, session } = c.var
    const current = readOptionalText(body, 'current_password')
    const password = checkPasswordRules(readOptionalText(body, 'new_password'), 'new_password')
    if (current) await verifyPassword(services, user.id, current, 'current_password')
    const shouldEndSessions = readFlag(body, 'sign_out_of_other_sessions')
    return reply(
      c,
      await setPassword(services, user.id, password, { endSessions: shouldEndSessions, exceptSessionId: session.id }),
    )
  })

  routes.delete('/me', (c) => {
    requireFreshFactor(services, c)
    deleteUser(services, c.var.user.id)
    c.set('cookiesDue', true)
    return respond(services, c, { object: 'user', id: c.var.user.id, deleted: true })
  })
}

function requireVerifiedEmailId({ store }: Services, user: User, id: string): string {
  const email = store.emails.get(id)
  if (email?.userId === user.id && email.verified) return id
  throw createInvalidParamError(
    'primary_email_address_id',
    'The primary address must be a verified address of the account.',
  )
}

const MAX_ADDRESSES = 10

function registerEmailRoutes(routes: Hono<Env>, services: Services): void {
  const { store } = services
  const reply = (c: ClerkContext, email: EmailAddress): Promise<Response> => respond(services, c, toEmailJson(email))

  routes.get('/me/email_addresses', (c) =>
    respond(services, c, store.emails.where('userId', c.var.user.id).map(toEmailJson)),
  )

  routes.post('/me/email_addresses', (c) => {
    requireFreshFactor(services, c)
    const email = buildEmail(services, c.var.user.id, readAddress(readOptionalText(c.var.body, 'email_address')), false)
    return reply(c, addEmail(services, c.var.user, email))
  })

  routes.get('/me/email_addresses/:id', (c) => reply(c, requireOwnEmail(services, c)))

  routes.post('/me/email_addresses/:id/prepare_verification', async (c) => {
    const strategy = readOptionalText(c.var.body, 'strategy')
    if (strategy !== 'email_code') throw createInvalidParamError('strategy', `${strategy} is not supported.`)
    const email = requireOwnEmail(services, c)
    if (email.verified) throw new ClerkError(400, 'verification_already_verified', 'This address is already verified.')
    return reply(
      c,
      sendCode(services, email.address, (code) => store.emails.put({ ...email, code })),
    )
  })

  routes.post('/me/email_addresses/:id/attempt_verification', (c) => {
    const email = requireOwnEmail(services, c)
    const error = checkCode(services, email.code, readRequiredText(c.var.body, 'code'))
    if (error) {
      store.emails.put(email)
      throw error
    }
    return reply(c, verifyEmail(services, email))
  })

  routes.delete('/me/email_addresses/:id', (c) => {
    const email = requireOwnEmail(services, c)
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
}

function addEmail(services: Services, user: User, email: EmailAddress): EmailAddress {
  const { store } = services
  return store.transaction(() => {
    const existingEmails = store.emails.where('userId', user.id)
    assertAddressAvailable(store, email.address)
    if (existingEmails.some(({ address }) => address === email.address)) {
      throw createFormError('email_address', 'form_identifier_exists', 'You already have this email address.')
    }
    if (existingEmails.length >= MAX_ADDRESSES) {
      throw createFormError(
        'email_address',
        'form_param_value_invalid',
        `At most ${MAX_ADDRESSES} addresses are allowed.`,
      )
    }
    const savedEmail = store.emails.put(email)
    updateUser(services, user.id, {})
    return savedEmail
  })
}

function verifyEmail(services: Services, email: EmailAddress): EmailAddress {
  const { store, clock } = services
  return store.transaction(() => {
    // Another account may have verified the address after this user added it.
    assertAddressAvailable(store, email.address, 'code', email.userId)
    const verified = store.emails.put({ ...email, verified: true, code: null, updatedAt: clock.now() })
    updateUser(services, email.userId, {})
    return verified
  })
}

function requireOwnEmail({ store }: Services, c: ClerkContext): EmailAddress {
  const email = store.emails.get(c.req.param('id')!)
  if (!email || email.userId !== c.var.user.id) throw createNotFoundError('Email address')
  return email
}

const BACKUP_CODE_COUNT = 10

function registerSecondFactorRoutes(routes: Hono<Env>, services: Services): void {
  const { store, clock, instance } = services
  routes.post('/me/totp', (c) => {
    requireFreshFactor(services, c)
    const { user } = c.var
    if (user.totp?.verified) {
      throw new ClerkError(400, 'totp_already_enabled', 'An authenticator app is already set up. Remove it first.')
    }
    const secret = createTotpSecret()
    const totp: Totp = { ...createRecord(services, 'totp'), secret, verified: false, lastStep: 0 }
    store.users.put({ ...user, totp })
    const account = getPrimaryEmail(store, user)?.address ?? user.id
    return respond(services, c, {
      ...toTotpJson(totp),
      secret,
      uri: buildTotpUri(secret, account, instance.applicationName),
    })
  })

  routes.post('/me/totp/attempt_verification', (c) => {
    const { user, session } = c.var
    const code = readRequiredText(c.var.body, 'code')
    if (!user.totp) throw createNotFoundError('Authenticator app')
    const step = findTotpStep(user.totp.secret, code, user.totp.lastStep)
    attempt(services, user.id, () => (step === undefined ? buildWrongCodeError() : undefined))
    const totp = { ...user.totp, verified: true, lastStep: step!, updatedAt: clock.now() }
    const { codes, backupCodes } = createBackupCodes(services)
    store.transaction(() => {
      updateUser(services, user.id, { totp, backupCodes })
      store.sessions.put({ ...session, secondFactorAt: clock.now() })
    })
    return respond(services, c, { ...toTotpJson(totp), backup_codes: codes })
  })

  routes.delete('/me/totp', (c) => {
    const { user } = c.var
    if (!user.totp) throw createNotFoundError('Authenticator app')
    updateUser(services, user.id, { totp: null, backupCodes: null })
    return respond(services, c, { object: 'totp', id: user.totp.id, deleted: true })
  })

  routes.post('/me/backup_codes', (c) => {
    requireFreshFactor(services, c)
    if (!c.var.user.totp?.verified) throw new ClerkError(400, 'totp_missing', 'Set up an authenticator app first.')
    const { codes, backupCodes } = createBackupCodes(services)
    updateUser(services, c.var.user.id, { backupCodes })
    return respond(services, c, { object: 'backup_code', id: backupCodes.id, codes, ...toTimestampsJson(backupCodes) })
  })
}

function createBackupCodes(services: Services) {
  const codes = Array.from({ length: BACKUP_CODE_COUNT }, () => generateRandomText(10).toLowerCase())
  const hashes = codes.map((code) => services.keys.hash('backup-code', code))
  return { codes, backupCodes: { ...createRecord(services, 'backupCodes'), hashes } }
}

const toTotpJson = (totp: Totp) => ({
  object: 'totp',
  id: totp.id,
  verified: totp.verified,
  backup_codes: null,
  ...toTimestampsJson(totp),
})

function registerDeviceRoutes(routes: Hono<Env>, services: Services): void {
  const { store, clock } = services
  const listLiveSessions = (c: ClerkContext): Session[] =>
    store.sessions.where('userId', c.var.user.id).filter((session) => isLive(session, clock.now()))

  routes.get('/me/sessions', (c) => respond(services, c, listLiveSessions(c).map(toDeviceJson)))

  // The response is a plain array, because clerk-js expects no `response` wrapper here.
  routes.get('/me/sessions/active', (c) => sendJson(c, listLiveSessions(c).map(toDeviceJson)))

  routes.post('/me/sessions/:id/revoke', async (c) => {
    requireFreshFactor(services, c)
    const session = listLiveSessions(c).find(({ id }) => id === c.req.param('id'))
    if (!session) throw createNotFoundError('Session')
    const revoked = store.transaction(() => endSession(services, session, 'revoked'))
    c.set('cookiesDue', true)
    return respond(services, c, { ...(await toSessionJson(services, revoked)), ...toDeviceJson(revoked) })
  })
}

/** Returns a session without its token, because only the browser of the session may receive the token. */
const toDeviceJson = (session: Session) => ({
  object: 'session',
  id: session.id,
  status: session.status,
  expire_at: session.expireAt,
  abandon_at: session.abandonAt,
  last_active_at: session.lastActiveAt,
  last_active_organization_id: session.lastActiveOrganizationId,
  latest_activity: toActivityJson(session),
  actor: null,
  ...toTimestampsJson(session),
})
