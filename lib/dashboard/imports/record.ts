import { z } from '../../values/zod.ts'
import { timestamp } from '../../values/fields.ts'
import { DUPLICATE_MODE_NAMES, IMPORT_KINDS, IMPORT_STATES, ROW_OUTCOMES } from '../model/import.ts'

/** Contacts that already exist. */
export const contactsAnswer = z.object({ phones: z.array(z.string()), emails: z.array(z.string()) })

export const importRecord = z.object({
  id: z.guid(),
  kind: z.enum(IMPORT_KINDS),
  state: z.enum(IMPORT_STATES),
  fileName: z.string(),
  duplicates: z.enum(DUPLICATE_MODE_NAMES),
  rowCount: z.int(),
  processedCount: z.int(),
  counts: z.partialRecord(z.enum([...ROW_OUTCOMES, 'restored', 'kept']), z.int()),
  failure: z.string().nullable(),
  createdById: z.string().nullable(),
  createdAt: timestamp,
  finishedAt: timestamp.nullable(),
  undoEndsAt: timestamp.nullable(),
  undoneAt: timestamp.nullable(),
})

export type ImportRecord = z.infer<typeof importRecord>

export const importList = z.object({
  imports: z.array(importRecord),
  timeZone: z.string(),
  /** Retention of leads in days. Retention deletes imported leads that are older. */
  leadDays: z.int(),
})

export type ImportList = z.infer<typeof importList>

export const importAnswer = z.object({ import: importRecord })

export const isInProgress = ({ state }: Pick<ImportRecord, 'state'>): boolean =>
  state === 'pending' || state === 'running' || state === 'undoing'

/** State of the import screen in the URL. */
export const importScreenState = z.object({ kind: z.enum(IMPORT_KINDS).default('leads') })
