import { formError, missingParam } from '../errors.ts'
import type { Services } from '../http/services.ts'
import { newId } from '../ids.ts'
import type { Store } from '../store/store.ts'
import type { EmailAddress, User } from '../store/types.ts'

const MAX_LENGTH = 254
const FORM = /^[^\s@<>(),;:"\\[\]\p{Cc}]+@[^\s@<>(),;:"\\[\]\p{Cc}]+\.[^\s@<>(),;:"\\[\]\p{Cc}]{2,}$/u

/** Reads an address: trimmed, in lower case. Throws Clerk's error about the field `param` when it is not one. */
export function readAddress(value: string | undefined, param = 'email_address'): string {
  const address = normalAddress(value ?? '')
  if (address === '') throw missingParam(param)
  if (address.length > MAX_LENGTH || !FORM.test(address)) {
    const long = 'Email address must be a valid email address.'
    throw formError(param, 'form_param_format_invalid', 'is invalid', long)
  }
  return address
}

export const normalAddress = (value: string): string => value.trim().toLowerCase()

/** The account with this address, verified. */
export function userByAddress(store: Store, address: string): User | undefined {
  const email = store.emails.where('address', address).find(({ verified }) => verified)
  return email && store.users.get(email.userId)
}

/** Throws when another account has this address. */
export function assertAddressFree(store: Store, address: string, param = 'email_address', exceptUserId?: string): void {
  const owner = userByAddress(store, address)
  if (!owner || owner.id === exceptUserId) return
  throw formError(param, 'form_identifier_exists', 'That email address is taken. Please try another.')
}

/** A new address, not stored yet. */
export function newEmail({ clock }: Services, userId: string, address: string, verified: boolean): EmailAddress {
  const now = clock.now()
  return { id: newId('email'), userId, address, verified, code: null, createdAt: now, updatedAt: now }
}
