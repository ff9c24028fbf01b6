import { z } from '../../values/zod.ts'
import { SCOPE_NAMES } from '../../platform/auth/scopes.ts'

export const MAX_KEYS = 50

const scopes = z.array(z.enum(SCOPE_NAMES))

export const keyInput = z.strictObject({
  name: z.string().trim().min(1, 'Enter a name for the key').max(60, 'Use 60 characters or fewer'),
  scopes: scopes
    .min(1, 'Select at least one permission')
    .refine((scopeNames) => new Set(scopeNames).size === scopeNames.length, 'List each scope only once'),
})

/** API key. Excludes its secret. Timestamps are ISO 8601 in UTC. */
export const keyRecord = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Last four characters of the key. */
  ending: z.string(),
  scopes,
  /** Clerk user id; null if the user was deleted. */
  createdById: z.string().nullable(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
})

export const keyList = z.object({
  keys: z.array(keyRecord),
  /** IANA time zone of the business. */
  timeZone: z.string(),
})

/** Response to the creation of a key. No other response contains the key itself. */
export const createdKey = z.object({ key: z.string(), record: keyRecord })

export type KeyInput = z.infer<typeof keyInput>
export type KeyRecord = z.infer<typeof keyRecord>
export type KeyList = z.infer<typeof keyList>
export type CreatedKey = z.infer<typeof createdKey>
