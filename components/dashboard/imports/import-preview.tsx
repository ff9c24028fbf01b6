import { IMPORT_FIELDS } from '@/lib/dashboard/imports/fields.ts'
import type { FileRow } from '@/lib/dashboard/imports/read-file.ts'
import { type CallerRow, type LeadRow, readRow, type RowContext } from '@/lib/dashboard/imports/rows.ts'
import type { ImportKind } from '@/lib/dashboard/model/import.ts'
import { STAGES, URGENCIES } from '@/lib/dashboard/model/lead.ts'
import { formatDateTime } from '@/lib/platform/time/zone.ts'
import { formatPhone } from '@/lib/values/phone.ts'
import { Icon } from '../../ui/icon.tsx'

const PREVIEW_ROWS = 10

type Cells = Record<string, string | null | undefined>

function formatLead({ values, createdAt, doNotCall, extension }: LeadRow, timeZone: string): Cells {
  const phone = values.phone && formatPhone(values.phone) + (extension ? ` x${extension}` : '')
  return {
    name: values.name,
    phone,
    email: values.email,
    address: values.address,
    zip: values.zip,
    problem: values.problem,
    safety: values.safety,
    system: values.system,
    urgency: values.urgency && URGENCIES[values.urgency],
    stage: values.stage && STAGES[values.stage],
    createdAt: createdAt && formatDateTime(createdAt, timeZone),
    doNotCall: doNotCall ? 'Yes' : null,
  }
}

const formatCaller = ({ values, phones, doNotCall }: CallerRow): Cells => ({
  name: values.name,
  phone: phones.map(formatPhone).join(', '),
  address: values.address,
  house: values.house,
  system: values.system,
  notes: values.notes,
  doNotCall: doNotCall ? 'Yes' : null,
})

const formatRow = (row: LeadRow | CallerRow, timeZone: string): Cells =>
  row.kind === 'leads' ? formatLead(row, timeZone) : formatCaller(row)

type ImportPreviewProps = { kind: ImportKind; rows: readonly FileRow[]; context: RowContext }

/** Renders the first rows as they will be stored. Rows that cannot be imported show the reasons. */
export function ImportPreview({ kind, rows, context }: ImportPreviewProps) {
  const previews = rows.slice(0, PREVIEW_ROWS).map(({ number, cells }) => ({
    number,
    cells,
    result: readRow(kind, cells, context),
  }))
  const formatted = previews.map(({ number, cells, result }) => ({
    number,
    cells: 'row' in result ? formatRow(result.row, context.timeZone) : undefined,
    problems: 'problems' in result ? result.problems : [],
    text: cells.filter(Boolean).join(' · '),
  }))
  const fields = Object.keys(IMPORT_FIELDS[kind]).filter((field) => formatted.some(({ cells }) => cells?.[field]))
  return (
    <section
      aria-label="Preview of the first rows"
      // A keyboard scrolls the table.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="-mx-5 overflow-x-auto px-5 pb-1"
    >
      <table className="data-table min-w-full">
        <thead>
          <tr>
            <th scope="col">Row</th>
            {fields.map((field) => (
              <th key={field} scope="col" className="whitespace-nowrap">
                {IMPORT_FIELDS[kind][field]?.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {formatted.map(({ number, cells, problems, text }) => (
            <tr key={number}>
              <th scope="row" className="tabular-nums">
                {number}
              </th>
              {cells ? (
                fields.map((field) => (
                  <td key={field}>
                    <span className="block max-w-64 min-w-20 truncate" title={cells[field] ?? ''}>
                      {cells[field]}
                    </span>
                  </td>
                ))
              ) : (
                <td colSpan={Math.max(1, fields.length)}>
                  <span className="flex max-w-136 items-start gap-2 font-medium text-primary">
                    <Icon name="alert" size={16} className="mt-0.5 flex-none" />
                    {problems.join(' ')}
                  </span>
                  <span className="mt-0.5 block max-w-136 truncate text-muted-foreground">{text}</span>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
