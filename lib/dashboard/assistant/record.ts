import { z } from 'zod'
import { INSTRUCTION_FIELD_NAMES } from './compare.ts'
import { type Instructions, instructions } from '../model/instructions.ts'

/** Current instructions. `version` is 0 before the first change. */
export type AssistantRecord = { instructions: Instructions; version: number }

/** Stored instructions are not validated in full. Otherwise a stricter schema would make old versions unreadable. */
const storedInstructions = z.custom<Instructions>(
  (value) => typeof value === 'object' && value !== null && 'urgencyWords' in value,
)

export const assistantRecord = z.object({ instructions: storedInstructions, version: z.int() })

const syncState = z.object({
  hasLine: z.boolean(),
  handedOverAt: z.iso.datetime().nullable(),
  /** Error code of the last rejected sync; null if the last sync was accepted. */
  refusal: z.string().nullable(),
  refusedAt: z.iso.datetime().nullable(),
  /** Whether a sync is pending or will be retried. */
  isWaiting: z.boolean(),
})

export type SyncState = z.infer<typeof syncState>

export const assistantPage = assistantRecord.extend({ handover: syncState, timeZone: z.string() })

export type AssistantPage = z.infer<typeof assistantPage>

export const assistantChange = z.strictObject({ version: z.int().min(0), instructions })

const versionRow = z.object({
  number: z.int(),
  /** Number of the version that was restored; null for an edit. */
  takenFrom: z.int().nullable(),
  /** Clerk user id; null if the user was deleted. */
  createdById: z.string().nullable(),
  createdAt: z.iso.datetime(),
  fields: z.array(z.enum(INSTRUCTION_FIELD_NAMES)),
})

export type VersionRow = z.infer<typeof versionRow>

/** Page of versions, newest first. The next page starts with the version before `next`. */
export const versionList = z.object({ rows: z.array(versionRow), next: z.int().nullable() })

export type VersionList = z.infer<typeof versionList>

export const versionNumber = z
  .string()
  .regex(/^\d{1,9}$/, 'Unknown version number')
  .transform(Number)

export const versionRecord = z.object({ number: z.int(), instructions: storedInstructions })

export type VersionRecord = z.infer<typeof versionRecord>
