export const IMPORT_KINDS = ['leads', 'callers'] as const

export type ImportKind = (typeof IMPORT_KINDS)[number]

/** Handling of a row whose phone number or email already exists. */
export const DUPLICATE_MODES = { skip: 'Skip', complete: 'Fill in empty fields', overwrite: 'Overwrite' } as const

export type DuplicateMode = keyof typeof DUPLICATE_MODES

export type ImportState = 'pending' | 'running' | 'done' | 'failed' | 'undoing' | 'undone'

export type RowOutcome = 'created' | 'updated' | 'unchanged' | 'skipped' | 'invalid'

export type ImportCounts = Record<RowOutcome, number>
