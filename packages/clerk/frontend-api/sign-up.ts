import type { Hono } from 'hono'
import { readMetadataField, readName, readRequiredText, readOptionalText } from '../http/fields.ts'
import { respond } from '../http/responses.ts'
import { assertAddressAvailable, buildEmail, readAddress } from '../model/emails.ts'
import { checkCode, checkPasswordRules, hashPassword, sendCode } from '../model/factors.ts'
import { acceptInvitation, findInvitationByTicket, buildTicketError } from '../model/invitations.ts'
import { assertSignedOut, beginSession, ensureClient, updateClient } from '../model/sessions.ts'
import { createUser, buildUser } from '../model/users.ts'
import { listMissingFields, toSignUpJson } from '../resources/client.ts'
import { createInvalidParamError, createNotFoundError } from '../services/errors.ts'
import { MAX_RECORDS } from '../services/limits.ts'
import type { Body, ClerkContext, Env, Services } from '../services/services.ts'
import { createRecord, type SignUp } from '../services/store.ts'

export function registerSignUpRoutes(routes: Hono<Env>, services: Services): void {
  const { store, clock } = services
  const reply = (c: ClerkContext, signUp: SignUp): Promise<Response> =>
    respond(services, c, toSignUpJson(services, signUp))
  const change = async (c: ClerkContext, findSignUp: () => SignUp): Promise<Response> => {
    const passwordHash = await hashNewPassword(c.var.body)
    const apply = () => completeIfReady(services, c, applyFields(services, findSignUp(), c.var.body, passwordHash))
    return reply(c, store.transaction(apply))
  }

  routes.post('/client/sign_ups', (c) => change(c, () => createSignUp(services, c)))
  routes.get('/client/sign_ups/:id', (c) => reply(c, requireOwnSignUp(services, c, c.req.param('id'))))
  routes.patch('/client/sign_ups/:id', (c) => change(c, () => requireOpenSignUp(services, c, c.req.param('id'))))

  routes.post('/client/sign_ups/:id/prepare_verification', async (c) => {
    requireEmailCode(c.var.body)
    const signUp = requireOpenSignUp(services, c, c.req.param('id'))
    if (signUp.emailAddress === null) throw createInvalidParamError('strategy', 'No email address to verify.')
    if (signUp.emailVerified) return reply(c, signUp)
    const prepared = sendCode(services, signUp.emailAddress, (code) =>
      store.signUps.put({
        ...signUp,
        emailCheck: { status: 'unverified', strategy: 'email_code', emailId: null, code },
        updatedAt: clock.now(),
      }),
    )
    return reply(c, prepared)
  })

  routes.post('/client/sign_ups/:id/attempt_verification', (c) => {
    requireEmailCode(c.var.body)
    const code = readRequiredText(c.var.body, 'code')
    const verified = attemptEmail(services, requireOpenSignUp(services, c, c.req.param('id')), code)
    return reply(
      c,
      store.transaction(() => completeIfReady(services, c, verified)),
    )
  })
}

async function hashNewPassword(body: Body): Promise<string | undefined> {
  const password = readOptionalText(body, 'password')
  return password === undefined ? undefined : hashPassword(checkPasswordRules(password, 'password'))
}

function requireEmailCode(body: Body): void {
  const strategy = readOptionalText(body, 'strategy')
  if (strategy !== 'email_code') throw createInvalidParamError('strategy', `${strategy} is not supported.`)
}

function requireOwnSignUp({ store }: Services, c: ClerkContext, id: string): SignUp {
  const signUp = store.signUps.get(id)
  if (!signUp || signUp.clientId !== c.var.client?.id) throw createNotFoundError('Sign up')
  return signUp
}

function requireOpenSignUp(services: Services, c: ClerkContext, id: string): SignUp {
  const signUp = requireOwnSignUp(services, c, id)
  const { abandon_at: end } = toSignUpJson(services, signUp)
  if (signUp.status !== 'missing_requirements' || end <= services.clock.now()) throw createNotFoundError('Sign up')
  return signUp
}

function attemptEmail(services: Services, signUp: SignUp, code: string): SignUp {
  const { signUps } = services.store
  const check = signUp.emailCheck
  const error = checkCode(services, check?.code ?? null, code)
  signUps.put(signUp)
  if (error) throw error
  return signUps.put({ ...signUp, emailCheck: { ...check!, status: 'verified' }, emailVerified: true })
}

/** Creates a sign-up and deletes the previous one of the browser. Requires a transaction. */
function createSignUp(services: Services, c: ClerkContext): SignUp {
  const { store } = services
  const client = ensureClient(services, c)
  assertSignedOut(services, client)
  if (client.signUpId !== null) store.signUps.delete(client.signUpId)
  store.signUps.prune(MAX_RECORDS.signUps - 1)
  const signUp: SignUp = {
    ...createRecord(services, 'signUp'),
    clientId: client.id,
    status: 'missing_requirements',
    emailAddress: null,
    emailVerified: false,
    emailCheck: null,
    passwordHash: null,
    firstName: null,
    lastName: null,
    locale: null,
    unsafeMetadata: {},
    invitationId: null,
    createdUserId: null,
    createdSessionId: null,
  }
  updateClient(services, client.id, { signUpId: signUp.id })
  return signUp
}

/** Applies the fields of the request to the sign-up. Requires a transaction. @throws field errors in Clerk's shape */
function applyFields(services: Services, signUp: SignUp, body: Body, passwordHash: string | undefined): SignUp {
  const updated: SignUp = {
    ...signUp,
    ...readEmail(services, signUp, body),
    ...readTicket(services, body),
    passwordHash: passwordHash ?? signUp.passwordHash,
    firstName: readName(body, 'first_name') ?? signUp.firstName,
    lastName: readName(body, 'last_name') ?? signUp.lastName,
    locale: readOptionalText(body, 'locale')?.slice(0, 35) ?? signUp.locale,
    unsafeMetadata: readMetadataField(body, 'unsafe_metadata') ?? signUp.unsafeMetadata,
    updatedAt: services.clock.now(),
  }
  return services.store.signUps.put(updated)
}

function readEmail({ store }: Services, signUp: SignUp, body: Body): Partial<SignUp> {
  const value = readOptionalText(body, 'email_address')
  if (value === undefined) return {}
  const address = readAddress(value)
  assertAddressAvailable(store, address)
  if (address === signUp.emailAddress) return {}
  return { emailAddress: address, emailVerified: false, emailCheck: null, invitationId: null }
}

function readTicket(services: Services, body: Body): Partial<SignUp> {
  const ticket = readOptionalText(body, 'ticket')
  if (ticket === undefined) return {}
  const invitation = findInvitationByTicket(services, ticket)
  if (!invitation) throw buildTicketError(services, ticket)
  assertAddressAvailable(services.store, invitation.emailAddress)
  return { emailAddress: invitation.emailAddress, emailVerified: true, emailCheck: null, invitationId: invitation.id }
}

/** Creates the account and the session if the sign-up is complete. Requires a transaction. */
function completeIfReady(services: Services, c: ClerkContext, signUp: SignUp): SignUp {
  if (signUp.status !== 'missing_requirements' || listMissingFields(signUp).length > 0 || !signUp.emailVerified) {
    return signUp
  }
  const { store, clock } = services
  // Another sign-up may have verified the address in the meantime.
  assertAddressAvailable(store, signUp.emailAddress!)
  const fields = {
    ...buildUser(services),
    firstName: signUp.firstName || null,
    lastName: signUp.lastName || null,
    passwordHash: signUp.passwordHash,
    passwordUpdatedAt: clock.now(),
    unsafeMetadata: signUp.unsafeMetadata,
  }
  const user = createUser(services, fields, [buildEmail(services, '', signUp.emailAddress!, true)])
  const invitation = signUp.invitationId === null ? undefined : store.invitations.get(signUp.invitationId)
  if (invitation?.status === 'pending') acceptInvitation(services, invitation, user)
  const strategy = invitation ? 'ticket' : 'email_code'
  const session = beginSession(services, c, user, { clientId: signUp.clientId, strategy, secondFactor: false })
  return store.signUps.put({
    ...signUp,
    status: 'complete',
    passwordHash: null,
    createdUserId: user.id,
    createdSessionId: session.id,
    updatedAt: clock.now(),
  })
}
