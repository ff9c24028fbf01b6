import { z } from '../../values/zod.ts'
import { DUPLICATE_MODE_NAMES, IMPORT_KINDS } from '../model/import.ts'
import { findMissingFields, IMPORT_FIELDS } from './fields.ts'
import { MAX_CELL_LENGTH, MAX_COLUMNS, MAX_IMPORT_ROWS } from './limits.ts'

const importColumn = z.strictObject({ header: z.string().max(120), field: z.string().max(40).nullable() })

/** A new import. Its rows follow in separate requests, because they can exceed the size of one. */
export const newImport = z
  .strictObject({
    kind: z.enum(IMPORT_KINDS),
    fileName: z.string().trim().max(200),
    duplicates: z.enum(DUPLICATE_MODE_NAMES),
    rowCount: z.int().min(1).max(MAX_IMPORT_ROWS),
    mapping: z.strictObject({
      columns: z.array(importColumn).min(1).max(MAX_COLUMNS),
      problem: z.string().trim().max(2_000).optional(),
    }),
  })
  .refine(
    ({ kind, mapping }) =>
      mapping.columns.every(({ field }) => field === null || Object.hasOwn(IMPORT_FIELDS[kind], field)),
    { error: 'Choose the column of each field again', path: ['mapping'] },
  )
  .refine(
    ({ kind, mapping }) =>
      findMissingFields(kind, mapping.columns, { hasProblem: Boolean(mapping.problem) }).length === 0,
    { error: 'Choose a column for each required field', path: ['mapping'] },
  )

export type NewImport = z.input<typeof newImport>

export const importRowsInput = z.strictObject({
  rows: z
    .array(
      z.strictObject({
        number: z.int().min(1).max(1_000_000),
        cells: z.array(z.string().max(MAX_CELL_LENGTH)).max(2 * MAX_COLUMNS),
      }),
    )
    .min(1)
    .max(MAX_IMPORT_ROWS),
})

export type ImportRowsInput = z.output<typeof importRowsInput>

const MAX_CONTACTS = 4 * MAX_IMPORT_ROWS

/** Phone numbers and emails of a file. The client sends them in a body, because they must not appear in URLs. */
export const contactsInput = z.strictObject({
  kind: z.enum(IMPORT_KINDS),
  phones: z.array(z.string().max(20)).max(MAX_CONTACTS),
  emails: z.array(z.string().max(320)).max(MAX_CONTACTS),
})

export type ContactsInput = z.output<typeof contactsInput>
