import { formError, missingParam } from '../services/errors.ts'
import type { Services } from '../services/services.ts'
import { type EmailAddress, newRecord, type Store, type User } from '../services/store.ts'

const MAX_LENGTH = 254
const FORM = /^[^\s@<>(),;:"\\[\]\p{Cc}]+@[^\s@<>(),;:"\\[\]\p{Cc}]+\.[^\s@<>(),;:"\\[\]\p{Cc}]{2,}$/u

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

export function userByAddress(store: Store, address: string): User | undefined {
  const email = store.emails.where('address', address).find(({ verified }) => verified)
  return email && store.users.get(email.userId)
}

export function assertAddressFree(store: Store, address: string, param = 'email_address', exceptUserId?: string): void {
  const owner = userByAddress(store, address)
  if (!owner || owner.id === exceptUserId) return
  throw formError(param, 'form_identifier_exists', 'That email address is taken. Please try another.')
}

export const newEmail = (services: Services, userId: string, address: string, verified: boolean): EmailAddress => ({
  ...newRecord(services, 'email'),
  userId,
  address,
  verified,
  code: null,
})

export const primaryEmail = (store: Store, user: User): EmailAddress | undefined =>
  user.primaryEmailId === null ? undefined : store.emails.get(user.primaryEmailId)
