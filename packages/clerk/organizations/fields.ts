import { invalidParam, missingParam } from '../errors.ts'
import { readAddress } from '../factors/emails.ts'
import { type Body, requiredText, text, texts } from '../http/request-body.ts'
import type { Services } from '../http/services.ts'
import { randomText } from '../ids.ts'
import { roleNotFound, slugTaken } from './errors.ts'

const MAX_NAME = 256

/** The name in a request, if any. Throws 422 for an empty or too long one. */
export function readName(body: Body): string | undefined {
  const name = text(body, 'name')?.trim()
  if (name === undefined) return undefined
  if (name === '') throw missingParam('name')
  if (name.length > MAX_NAME) throw invalidParam('name', `name must be at most ${MAX_NAME} characters long.`)
  return name
}

/** The slug in a request, if any. Throws 422 for a malformed one, and for one of another organization than `ownerId`. */
export function readSlug({ store }: Services, body: Body, ownerId?: string): string | undefined {
  const slug = text(body, 'slug')
  if (!slug) return undefined
  if (!/^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$/.test(slug)) {
    throw invalidParam('slug', 'slug can only contain lowercase letters, numbers, dashes and underscores.')
  }
  const owner = store.organizations.first('slug', slug)
  if (owner && owner.id !== ownerId) throw slugTaken()
  return slug
}

/** A free slug made from a name. */
export function slugFrom({ store }: Services, name: string): string {
  const words = name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9]+/g, '-')
  const slug = words.slice(0, 48).replaceAll(/^-|-$/g, '') || 'organization'
  return store.organizations.first('slug', slug) ? `${slug}-${randomText(8).toLowerCase()}` : slug
}

/** The key of a role. Throws 404, as Clerk does, for an unknown one. */
export function readRole({ instance }: Services, body: Body): string {
  const role = requiredText(body, 'role')
  if (!instance.roleOf(role)) throw roleNotFound()
  return role
}

/** The distinct addresses in `email_address`, in lower case. Throws 422 for none or a malformed one. */
export function readAddresses(body: Body): string[] {
  const addresses = texts(body, 'email_address').map((address) => readAddress(address))
  if (addresses.length === 0) throw missingParam('email_address')
  return [...new Set(addresses)]
}

/** An optional whole number from 0. Throws 422 for anything else. */
export function readCount(body: Body, name: string): number | undefined {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 1_000_000) {
    throw invalidParam(name, `${name} must be a whole number from 0 on.`)
  }
  return value
}
