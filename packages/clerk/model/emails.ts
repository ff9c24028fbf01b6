import { createFormError, createMissingParamError } from '../services/errors.ts'
import type { Services } from '../services/services.ts'
import { type EmailAddress, createRecord, type Store, type User } from '../services/store.ts'

const MAX_ADDRESS_LENGTH = 254
const ADDRESS_PATTERN = /^[^\s@<>(),;:"\\[\]\p{Cc}]+@[^\s@<>(),;:"\\[\]\p{Cc}]+\.[^\s@<>(),;:"\\[\]\p{Cc}]{2,}$/u

export function readAddress(value: string | undefined, param = 'email_address'): string {
  const address = normalizeAddress(value ?? '')
  if (address === '') throw createMissingParamError(param)
  if (address.length > MAX_ADDRESS_LENGTH || !ADDRESS_PATTERN.test(address)) {
    const longMessage = 'Email address must be a valid email address.'
    throw createFormError(param, 'form_param_format_invalid', 'is invalid', longMessage)
  }
  return address
}

export const normalizeAddress = (value: string): string => value.trim().toLowerCase()

export function findUserByAddress(store: Store, address: string): User | undefined {
  const email = store.emails.where('address', address).find(({ verified }) => verified)
  return email && store.users.get(email.userId)
}

export function assertAddressAvailable(
  store: Store,
  address: string,
  param = 'email_address',
  exceptUserId?: string,
): void {
  const owner = findUserByAddress(store, address)
  if (!owner || owner.id === exceptUserId) return
  throw createFormError(param, 'form_identifier_exists', 'That email address is taken. Please try another.')
}

export const buildEmail = (services: Services, userId: string, address: string, verified: boolean): EmailAddress => ({
  ...createRecord(services, 'email'),
  userId,
  address,
  verified,
  code: null,
})

export const getPrimaryEmail = (store: Store, user: User): EmailAddress | undefined =>
  user.primaryEmailId === null ? undefined : store.emails.get(user.primaryEmailId)
