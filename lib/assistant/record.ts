import { z } from 'zod'
import { INSTRUCTION_FIELD_NAMES } from './compare.ts'
import type { HandoverState } from './handover-state.ts'
import { type Instructions, instructions } from './instructions.ts'

/** What the assistant says and asks now, with the number of that version: 0 while nothing was ever changed. */
export type AssistantRecord = { instructions: Instructions; version: number }

/** What is stored was checked when it was saved; a rule that has become stricter since then refuses nobody the page. */
const stored = z.custom<Instructions>((value) => typeof value === 'object' && value !== null && 'urgencyWords' in value)

export const assistantRecord = z.object({ instructions: stored, version: z.int() })

const handover = z.object({
  hasLine: z.boolean(),
  handedOverAt: z.iso.datetime().nullable(),
  refusal: z.string().nullable(),
  refusedAt: z.iso.datetime().nullable(),
  isWaiting: z.boolean(),
}) satisfies z.ZodType<HandoverState>

/** What the page "What it says and asks" shows, as JSON. */
export const assistantPage = assistantRecord.extend({ handover, timeZone: z.string() })

export type AssistantPage = z.infer<typeof assistantPage>

/** A change of all of it at once, made to a version. */
export const assistantChange = z.strictObject({ version: z.int().min(0), instructions })

/** A version in the list: who saved it and when, and the fields in which it differs from the one before. */
const versionRow = z.object({
  number: z.int(),
  /** The earlier version that was taken back to; null for one that was typed. */
  takenFrom: z.int().nullable(),
  /** Clerk's id; null for a person who was deleted. */
  createdById: z.string().nullable(),
  createdAt: z.iso.datetime(),
  fields: z.array(z.enum(INSTRUCTION_FIELD_NAMES)),
})

export type VersionRow = z.infer<typeof versionRow>

/** A part of the versions, latest first; `next` is the number before which the next part begins. */
export const versionList = z.object({ rows: z.array(versionRow), next: z.int().nullable() })

export type VersionList = z.infer<typeof versionList>

/** The number of a version in an address. */
export const versionNumber = z
  .string()
  .regex(/^\d{1,9}$/, 'Not the number of a version')
  .transform(Number)

/** One version as it was saved. */
export const versionRecord = z.object({ number: z.int(), instructions: stored })

export type VersionRecord = z.infer<typeof versionRecord>
