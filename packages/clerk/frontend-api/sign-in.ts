import type { Hono } from 'hono'
import { readFlag, readRequiredText, readOptionalText } from '../http/fields.ts'
import { respond } from '../http/responses.ts'
import { normalizeAddress, getPrimaryEmail, findUserByAddress } from '../model/emails.ts'
import {
  assertNotLocked,
  attempt,
  checkCode,
  checkPasswordRules,
  listSecondFactors,
  sendCode,
  createVerifiedCheck,
  verifyPassword,
  verifySecondFactor,
} from '../model/factors.ts'
import { acceptInvitation, findInvitationByTicket, buildTicketError } from '../model/invitations.ts'
import { assertSignedOut, beginSession, ensureClient, updateClient } from '../model/sessions.ts'
import { setPassword } from '../model/users.ts'
import { toSignInJson } from '../resources/client.ts'
import { ClerkError, createFormError, createInvalidParamError, createNotFoundError } from '../services/errors.ts'
import { LIFETIMES, MAX_RECORDS } from '../services/limits.ts'
import type { ClerkContext, Env, Services } from '../services/services.ts'
import { createRecord, type SignIn, type User } from '../services/store.ts'

export function registerSignInRoutes(routes: Hono<Env>, services: Services): void {
  const reply = (c: ClerkContext, signIn: SignIn): Promise<Response> =>
    respond(services, c, toSignInJson(services, signIn))
  const getOwnSignIn = (c: ClerkContext): SignIn => requireOwnSignIn(services, c, c.req.param('id')!)

  routes.post('/client/sign_ins', async (c) => {
    const { body } = c.var
    const ticket = readOptionalText(body, 'ticket')
    if (ticket !== undefined) return reply(c, redeemTicket(services, c, ticket))
    const signIn = createSignIn(services, c, readOptionalText(body, 'identifier'))
    const strategy = readOptionalText(body, 'strategy')
    if (signIn.userId === null) return reply(c, signIn)
    if (readOptionalText(body, 'password') !== undefined)
      return reply(c, await attemptFirstFactor(services, c, signIn, 'password'))
    if (strategy && strategy !== 'password') return reply(c, await prepareFirstFactor(services, c, signIn, strategy))
    return reply(c, signIn)
  })

  routes.get('/client/sign_ins/:id', (c) => reply(c, getOwnSignIn(c)))

  routes.post('/client/sign_ins/:id/prepare_first_factor', async (c) => {
    const signIn = requireStatus(getOwnSignIn(c), 'needs_first_factor')
    return reply(c, await prepareFirstFactor(services, c, signIn, readRequiredText(c.var.body, 'strategy')))
  })

  routes.post('/client/sign_ins/:id/attempt_first_factor', async (c) => {
    const signIn = requireStatus(getOwnSignIn(c), 'needs_first_factor')
    return reply(c, await attemptFirstFactor(services, c, signIn, readRequiredText(c.var.body, 'strategy')))
  })

  routes.post('/client/sign_ins/:id/reset_password', async (c) => {
    const { userId } = requireStatus(getOwnSignIn(c), 'needs_new_password')
    const password = checkPasswordRules(readOptionalText(c.var.body, 'password'), 'password')
    const user = services.store.users.get(userId!)
    if (user) assertNotLocked(services, user)
    await setPassword(services, userId!, password, { endSessions: readFlag(c.var.body, 'sign_out_of_other_sessions') })
    const signIn = requireStatus(getOwnSignIn(c), 'needs_new_password')
    return reply(c, advanceAfterFirstFactor(services, c, signIn, 'reset_password_email_code'))
  })

  routes.post('/client/sign_ins/:id/prepare_second_factor', (c) =>
    reply(c, requireStatus(getOwnSignIn(c), 'needs_second_factor')),
  )

  routes.post('/client/sign_ins/:id/attempt_second_factor', (c) => {
    const signIn = requireStatus(getOwnSignIn(c), 'needs_second_factor')
    const strategy = readRequiredText(c.var.body, 'strategy')
    verifySecondFactor(services, signIn.userId!, strategy, readRequiredText(c.var.body, 'code'))
    return reply(c, completeSignIn(services, c, { ...signIn, secondFactor: createVerifiedCheck(strategy) }, strategy))
  })
}

function requireOwnSignIn({ store, clock }: Services, c: ClerkContext, id: string): SignIn {
  const signIn = store.signIns.get(id)
  const isUsable = signIn && signIn.clientId === c.var.client?.id && signIn.createdAt + LIFETIMES.signIn > clock.now()
  if (!isUsable) throw createNotFoundError('Sign in')
  return signIn
}

function requireStatus(signIn: SignIn, status: SignIn['status']): SignIn {
  if (signIn.status === status) return signIn
  if (signIn.status === 'complete') {
    throw new ClerkError(400, 'verification_already_verified', 'This verification has already been verified.')
  }
  throw createInvalidParamError('strategy', `Unexpected step: the sign-in status is "${signIn.status}".`)
}

function createSignIn(services: Services, c: ClerkContext, identifier: string | undefined): SignIn {
  const { store } = services
  return store.transaction(() => {
    if (!identifier) return storeSignIn(services, c, { status: 'needs_identifier', identifier: null, userId: null })
    const address = normalizeAddress(identifier)
    const user = findUserByAddress(store, address)
    if (!user) throw createFormError('identifier', 'form_identifier_not_found', "Couldn't find your account.")
    assertNotLocked(services, user)
    return storeSignIn(services, c, { status: 'needs_first_factor', identifier: address, userId: user.id })
  })
}

/** Stores a new sign-in and deletes the previous one of the browser. Requires a transaction. */
function storeSignIn(
  services: Services,
  c: ClerkContext,
  start: Pick<SignIn, 'status' | 'identifier' | 'userId'>,
): SignIn {
  const { store } = services
  const client = ensureClient(services, c)
  assertSignedOut(services, client)
  if (client.signInId !== null) store.signIns.delete(client.signInId)
  store.signIns.prune(MAX_RECORDS.signIns - 1)
  const signIn: SignIn = {
    ...createRecord(services, 'signIn'),
    ...start,
    clientId: client.id,
    firstFactor: null,
    secondFactor: null,
    createdSessionId: null,
  }
  updateClient(services, client.id, { signInId: signIn.id })
  return store.signIns.put(signIn)
}

const RESET_STRATEGY = 'reset_password_email_code'

async function prepareFirstFactor(
  services: Services,
  c: ClerkContext,
  signIn: SignIn,
  strategy: string,
): Promise<SignIn> {
  if (strategy !== 'email_code' && strategy !== RESET_STRATEGY) throw createStrategyError(strategy)
  const { store, clock } = services
  const user = store.users.getOrThrow(signIn.userId ?? '', 'User')
  assertNotLocked(services, user)
  const requestedId = readOptionalText(c.var.body, 'email_address_id')
  const emails = store.emails.where('userId', user.id).filter(({ verified }) => verified)
  const email = emails.find(({ id, address }) =>
    requestedId === undefined ? address === signIn.identifier : id === requestedId,
  )
  if (!email) throw createInvalidParamError('email_address_id', 'Verified email address not found.')
  return sendCode(services, email.address, (code) =>
    store.signIns.put({
      ...signIn,
      firstFactor: { status: 'unverified', strategy, emailId: email.id, code },
      updatedAt: clock.now(),
    }),
  )
}

async function attemptFirstFactor(
  services: Services,
  c: ClerkContext,
  signIn: SignIn,
  strategy: string,
): Promise<SignIn> {
  if (strategy === 'password') {
    await verifyPassword(services, signIn.userId!, readRequiredText(c.var.body, 'password'))
    return advanceAfterFirstFactor(services, c, getLatestSignIn(services, signIn), strategy)
  }
  if (strategy !== 'email_code' && strategy !== RESET_STRATEGY) throw createStrategyError(strategy)
  const verified = verifyCode(services, signIn, strategy, readRequiredText(c.var.body, 'code'))
  if (strategy === 'email_code') return advanceAfterFirstFactor(services, c, verified, strategy)
  const password = readOptionalText(c.var.body, 'password')
  if (password === undefined) return services.store.signIns.put({ ...verified, status: 'needs_new_password' })
  await setPassword(services, signIn.userId!, checkPasswordRules(password, 'password'), { endSessions: false })
  return advanceAfterFirstFactor(services, c, getLatestSignIn(services, signIn), strategy)
}

function verifyCode(services: Services, signIn: SignIn, strategy: string, code: string): SignIn {
  const check = signIn.firstFactor?.strategy === strategy ? signIn.firstFactor : null
  attempt(services, signIn.userId!, () => {
    const error = checkCode(services, check?.code ?? null, code)
    services.store.signIns.put(signIn)
    return error
  })
  return services.store.signIns.put({ ...signIn, firstFactor: { ...check!, status: 'verified', code: null } })
}

/** Reads the sign-in again, because another request may have completed it while the password was hashed. */
function getLatestSignIn({ store }: Services, { id, status }: SignIn): SignIn {
  const signIn = store.signIns.get(id)
  if (!signIn || signIn.status !== status) throw createNotFoundError('Sign in')
  return signIn
}

const createStrategyError = (strategy: string): ClerkError =>
  new ClerkError(400, 'strategy_for_user_invalid', 'Invalid verification strategy', {
    longMessage: `The verification strategy ${strategy} is not valid for this account.`,
  })

function advanceAfterFirstFactor(services: Services, c: ClerkContext, signIn: SignIn, strategy: string): SignIn {
  const { store, clock } = services
  const user = store.users.getOrThrow(signIn.userId!, 'User')
  const updated = { ...signIn, firstFactor: createVerifiedCheck(strategy), updatedAt: clock.now() }
  if (listSecondFactors(user).length === 0) return completeSignIn(services, c, updated, strategy)
  return store.signIns.put({ ...updated, status: 'needs_second_factor' })
}

/** Starts the session of a verified sign-in. @throws if the account was locked or banned in the meantime */
function completeSignIn(services: Services, c: ClerkContext, signIn: SignIn, strategy: string): SignIn {
  const { store, clock } = services
  return store.transaction(() => {
    const user = store.users.getOrThrow(signIn.userId!, 'User')
    assertNotLocked(services, user)
    const isSecondFactorVerified = signIn.secondFactor?.status === 'verified'
    const session = beginSession(services, c, user, {
      clientId: signIn.clientId,
      strategy,
      secondFactor: isSecondFactorVerified,
    })
    const changes = { status: 'complete', createdSessionId: session.id, updatedAt: clock.now() } as const
    return store.signIns.put({ ...signIn, ...changes })
  })
}

function redeemTicket(services: Services, c: ClerkContext, ticket: string): SignIn {
  return services.store.transaction(() => {
    const tokenUser = redeemToken(services, ticket)
    const user = tokenUser ?? redeemInvitation(services, ticket)
    assertNotLocked(services, user)
    const identifier = getPrimaryEmail(services.store, user)?.address ?? null
    const signIn = storeSignIn(services, c, { status: 'needs_first_factor', identifier, userId: user.id })
    // A sign-in token comes from the site's server and completes the sign-in. An emailed ticket only verifies the first
    // factor.
    return tokenUser
      ? completeSignIn(services, c, signIn, 'ticket')
      : advanceAfterFirstFactor(services, c, signIn, 'ticket')
  })
}

function redeemToken({ store, keys, clock }: Services, ticket: string): User | undefined {
  const token = store.signInTokens.first('secretHash', keys.hash('ticket', ticket))
  if (token?.status !== 'pending' || token.expiresAt <= clock.now()) return undefined
  store.signInTokens.put({ ...token, status: 'accepted', updatedAt: clock.now() })
  return store.users.get(token.userId)
}

function redeemInvitation(services: Services, ticket: string): User {
  const invitation = findInvitationByTicket(services, ticket)
  if (!invitation) throw buildTicketError(services, ticket)
  const user = findUserByAddress(services.store, invitation.emailAddress)
  if (!user) {
    throw new ClerkError(400, 'invitation_account_not_exists', 'No account for this invitation', {
      longMessage: 'No account exists for the email address of this invitation. Sign up instead.',
    })
  }
  acceptInvitation(services, invitation, user)
  return user
}
