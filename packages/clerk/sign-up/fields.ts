import { invalidParam } from '../errors.ts'
import { readAddress, assertAddressFree } from '../factors/emails.ts'
import { type Body, metadata, text } from '../http/request-body.ts'
import type { ClerkContext, Services } from '../http/services.ts'
import { newId } from '../ids.ts'
import { MAX_RECORDS } from '../limits.ts'
import { invitationOfTicket, ticketError } from '../organizations/tickets.ts'
import { assertSignedOut } from '../sessions/begin.ts'
import { ensureClient, updateClient } from '../sessions/clients.ts'
import type { SignUp } from '../store/types.ts'

/** An empty sign-up, replacing the browser's previous one. Call it in a transaction. */
export function newSignUp(services: Services, c: ClerkContext): SignUp {
  const { store, clock } = services
  const client = ensureClient(services, c)
  assertSignedOut(services, client)
  if (client.signUpId !== null) store.signUps.delete(client.signUpId)
  store.signUps.prune(MAX_RECORDS.signUps - 1)
  const now = clock.now()
  const signUp: SignUp = {
    id: newId('signUp'),
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
    createdAt: now,
    updatedAt: now,
  }
  updateClient(services, client.id, { signUpId: signUp.id })
  return signUp
}

/** Stores a sign-up with the fields of a request. Throws Clerk's error about a field. Call it in a transaction. */
export function applyFields(services: Services, signUp: SignUp, body: Body, passwordHash: string | undefined): SignUp {
  const changed: SignUp = {
    ...signUp,
    ...readEmail(services, signUp, body),
    ...readTicket(services, body),
    passwordHash: passwordHash ?? signUp.passwordHash,
    firstName: readName(body, 'first_name') ?? signUp.firstName,
    lastName: readName(body, 'last_name') ?? signUp.lastName,
    locale: text(body, 'locale')?.slice(0, 35) ?? signUp.locale,
    unsafeMetadata: metadata(body, 'unsafe_metadata') ?? signUp.unsafeMetadata,
    updatedAt: services.clock.now(),
  }
  return services.store.signUps.put(changed)
}

const MAX_NAME = 100

/** A first or last name; undefined when the request has none. */
export function readName(body: Body, field: string): string | undefined {
  const name = text(body, field)?.trim()
  if (name !== undefined && name.length > MAX_NAME) {
    throw invalidParam(field, `${field} should not exceed ${MAX_NAME} characters.`)
  }
  return name
}

/** A changed address has to be verified again. */
function readEmail({ store }: Services, signUp: SignUp, body: Body): Partial<SignUp> {
  const value = text(body, 'email_address')
  if (value === undefined) return {}
  const address = readAddress(value)
  assertAddressFree(store, address)
  if (address === signUp.emailAddress) return {}
  return { emailAddress: address, emailVerified: false, emailCheck: null, invitationId: null }
}

/** An invitation's ticket verifies the address, because it was mailed there. */
function readTicket(services: Services, body: Body): Partial<SignUp> {
  const ticket = text(body, 'ticket')
  if (ticket === undefined) return {}
  const invitation = invitationOfTicket(services, ticket)
  if (!invitation) throw ticketError(services, ticket)
  assertAddressFree(services.store, invitation.emailAddress)
  return { emailAddress: invitation.emailAddress, emailVerified: true, emailCheck: null, invitationId: invitation.id }
}
