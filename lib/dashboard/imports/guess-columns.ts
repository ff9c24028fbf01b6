import { isEmail, normalizeEmail } from '../../values/email.ts'
import { toE164 } from '../../values/phone-number.ts'
import type { ImportColumn, ImportKind } from '../model/import.ts'
import { guessFields, IMPORT_FIELDS } from './fields.ts'
import type { ImportTable } from './read-file.ts'

const PROBED_ROWS = 50

const CONTENT_CHECKS: [field: string, matches: (cell: string) => boolean][] = [
  ['phone', (cell) => toE164(cell) !== undefined],
  ['email', (cell) => isEmail(normalizeEmail(cell))],
]

/** Returns the first free column whose cells are mostly of the field's type. */
function findColumnByContent(
  { rows, headers }: ImportTable,
  guesses: readonly (string | null)[],
  matches: (cell: string) => boolean,
): number {
  return headers.findIndex((_, index) => {
    const cells = rows.slice(0, PROBED_ROWS).flatMap((row) => row.cells[index]?.trim() || [])
    return guesses[index] === null && cells.length > 0 && cells.filter(matches).length > cells.length / 2
  })
}

/** Guesses the columns by their headers. Phone numbers and emails are also found by their content. */
export function guessColumns(kind: ImportKind, table: ImportTable): ImportColumn[] {
  const { headers, hasHeader } = table
  const guesses = hasHeader ? guessFields(kind, headers) : headers.map(() => null)
  for (const [field, matches] of CONTENT_CHECKS) {
    if (!(field in IMPORT_FIELDS[kind]) || guesses.includes(field)) continue
    const index = findColumnByContent(table, guesses, matches)
    if (index >= 0) guesses[index] = field
  }
  return headers.map((header, index) => ({ header, field: guesses[index] ?? null }))
}
