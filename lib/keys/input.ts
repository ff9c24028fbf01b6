import { z } from '../zod.ts'
import { SCOPE_NAMES } from './scopes.ts'

/** Keys of an organization that are in use at a time. */
export const MAX_KEYS = 50

const scopes = z.array(z.enum(SCOPE_NAMES))

/** What somebody says to make a key. */
export const keyInput = z.strictObject({
  name: z.string().trim().min(1, 'Give the key a name').max(60, 'Use at most 60 characters'),
  scopes: scopes
    .min(1, 'Choose at least one thing that it may do')
    .refine((chosen) => new Set(chosen).size === chosen.length, 'Name each scope once'),
})

/** A key as it is shown: never the key itself. Moments are in ISO 8601, in UTC. */
export const keyRecord = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Its last four characters. */
  ending: z.string(),
  scopes,
  /** Clerk's id of who made it; null once that person has been deleted. */
  createdById: z.string().nullable(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
})

/** What the page of the keys shows. */
export const keyList = z.object({
  keys: z.array(keyRecord),
  /** Of the business, as in the IANA database. */
  timeZone: z.string(),
})

/** What making a key is answered with: the only time that the key itself is told. */
export const madeKey = z.object({ key: z.string(), record: keyRecord })

export type KeyInput = z.infer<typeof keyInput>
export type KeyRecord = z.infer<typeof keyRecord>
export type KeyList = z.infer<typeof keyList>
export type MadeKey = z.infer<typeof madeKey>
