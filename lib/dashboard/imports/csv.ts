import { formatCsv } from '../exports/csv.ts'
import type { ImportKind } from '../model/import.ts'
import type { InvalidRows } from './repository.ts'
import { CALLER_FIELDS, LEAD_FIELDS } from './fields.ts'
import { fromSpreadsheetText } from '../../values/spreadsheet-text.ts'

/** Formats the invalid rows: the original columns, then the row in the file and the reasons. */
export function formatInvalidRows({ headers, rows }: InvalidRows): string {
  const width = Math.max(headers.length, ...rows.map(({ cells }) => cells.length))
  const columns = Array.from({ length: width }, (_, index): [string, (row: (typeof rows)[number]) => string] => [
    headers[index] ?? `Column ${index + 1}`,
    // The export escapes formulas again.
    ({ cells }) => fromSpreadsheetText(cells[index] ?? ''),
  ])
  return formatCsv(
    rows,
    [...columns, ['Row', ({ number }) => String(number)], ['Reason', ({ problems }) => problems.join('; ')]],
    {
      isFirst: true,
    },
  )
}

const SAMPLE_PHONE = '(212) 555-0142'

const TEMPLATES: Record<ImportKind, [header: string, sample: string][]> = {
  leads: [
    [LEAD_FIELDS.name.label, 'Ada Byron'],
    [LEAD_FIELDS.phone.label, SAMPLE_PHONE],
    [LEAD_FIELDS.email.label, 'ada@example.com'],
    [LEAD_FIELDS.address.label, '12 Elm Street, Albany, NY'],
    [LEAD_FIELDS.zip.label, '12207'],
    [LEAD_FIELDS.problem.label, 'The furnace makes a grinding noise'],
    [LEAD_FIELDS.system.label, 'Gas furnace'],
    [LEAD_FIELDS.urgency.label, 'This week'],
    [LEAD_FIELDS.stage.label, 'New'],
    [LEAD_FIELDS.createdAt.label, '2026-03-08 08:30'],
    [LEAD_FIELDS.doNotCall.label, 'No'],
  ],
  callers: [
    [CALLER_FIELDS.name.label, 'Ada Byron'],
    [CALLER_FIELDS.phone.label, SAMPLE_PHONE],
    ['Mobile phone', '(212) 555-0143'],
    [CALLER_FIELDS.address.label, '12 Elm Street, Albany, NY 12207'],
    [CALLER_FIELDS.house.label, 'Furnace in the basement. Use the side door.'],
    [CALLER_FIELDS.system.label, 'Gas furnace'],
    [CALLER_FIELDS.notes.label, 'Prefers mornings'],
    [CALLER_FIELDS.doNotCall.label, 'No'],
  ],
}

/** Formats a template with a sample row. All its columns are recognized. */
export const formatTemplate = (kind: ImportKind): string =>
  formatCsv(
    [TEMPLATES[kind]],
    TEMPLATES[kind].map(([header], index) => [header, (row) => row[index]?.[1] ?? '']),
    { isFirst: true },
  )
