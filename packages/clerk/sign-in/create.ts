import { formError } from '../errors.ts'
import { normalAddress, userByAddress } from '../factors/emails.ts'
import { assertNotLocked } from '../factors/lockout.ts'
import type { ClerkContext, Services } from '../http/services.ts'
import { newId } from '../ids.ts'
import { MAX_RECORDS } from '../limits.ts'
import { assertSignedOut } from '../sessions/begin.ts'
import { ensureClient, updateClient } from '../sessions/clients.ts'
import type { SignIn } from '../store/types.ts'

/** Begins a sign-in, replacing the browser's previous one. Throws when there is no account with the address. */
export function createSignIn(services: Services, c: ClerkContext, identifier: string | undefined): SignIn {
  const { store } = services
  return store.transaction(() => {
    if (!identifier) return storeSignIn(services, c, { status: 'needs_identifier', identifier: null, userId: null })
    const address = normalAddress(identifier)
    const user = userByAddress(store, address)
    if (!user) throw formError('identifier', 'form_identifier_not_found', "Couldn't find your account.")
    assertNotLocked(services, user)
    return storeSignIn(services, c, { status: 'needs_first_factor', identifier: address, userId: user.id })
  })
}

/** Call it in a transaction. */
export function storeSignIn(
  services: Services,
  c: ClerkContext,
  start: Pick<SignIn, 'status' | 'identifier' | 'userId'>,
): SignIn {
  const { store, clock } = services
  const client = ensureClient(services, c)
  assertSignedOut(services, client)
  if (client.signInId !== null) store.signIns.delete(client.signInId)
  store.signIns.prune(MAX_RECORDS.signIns - 1)
  const now = clock.now()
  const signIn: SignIn = {
    ...start,
    id: newId('signIn'),
    clientId: client.id,
    firstFactor: null,
    secondFactor: null,
    createdSessionId: null,
    createdAt: now,
    updatedAt: now,
  }
  updateClient(services, client.id, { signInId: signIn.id })
  return store.signIns.put(signIn)
}
