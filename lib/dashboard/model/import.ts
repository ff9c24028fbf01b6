export const IMPORT_KINDS = ['leads', 'callers'] as const

export type ImportKind = (typeof IMPORT_KINDS)[number]

/** Handling of a row whose phone number or email already exists. */
export const DUPLICATE_MODES = { skip: 'Skip', complete: 'Fill in empty fields', overwrite: 'Overwrite' } as const

export type DuplicateMode = keyof typeof DUPLICATE_MODES

export const DUPLICATE_MODE_NAMES = Object.keys(DUPLICATE_MODES) as DuplicateMode[]

export const IMPORT_STATES = ['uploading', 'pending', 'running', 'done', 'failed', 'undoing', 'undone'] as const

export type ImportState = (typeof IMPORT_STATES)[number]

export const ROW_OUTCOMES = ['created', 'updated', 'unchanged', 'skipped', 'invalid'] as const

export type RowOutcome = (typeof ROW_OUTCOMES)[number]

/** Rows by outcome. After an undo also the records that it restored, and those that it kept because they were edited. */
export type ImportCounts = Record<RowOutcome | 'restored' | 'kept', number>

/** Column of the file. `field` is null for an ignored column. */
export type ImportColumn = { header: string; field: string | null }

export type ImportMapping = {
  columns: ImportColumn[]
  /** Text for leads whose row describes no problem. */
  problem?: string | undefined
}

/** Caller that the import of a lead created or changed. */
export type CallerUndo = {
  id: string
  isNew?: true
  /** Version after the import. */
  version: number
  /** Whether the import set the do-not-call mark. */
  wasMarked?: true
  name?: { before: string | null; after: string }
}

export type RowUndo = {
  /** Previous values of the changed fields; null for a created record. */
  values: Record<string, unknown> | null
  /** Phone numbers that the import added to a caller. */
  phones?: string[]
  callers?: CallerUndo[]
}
