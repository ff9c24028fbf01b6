import { IMPORT_FIELDS } from '@/lib/dashboard/imports/fields.ts'
import type { ImportTable } from '@/lib/dashboard/imports/read-file.ts'
import type { ImportColumn, ImportKind } from '@/lib/dashboard/model/import.ts'
import { cn } from '../../ui/cn.ts'
import { Icon } from '../../ui/icon.tsx'
import { controlClass } from '../../ui/input.tsx'

const SAMPLE_COUNT = 3

/** Returns different filled cells of a column. */
const getSamples = ({ rows }: ImportTable, index: number): string[] =>
  [...new Set(rows.slice(0, 50).flatMap(({ cells }) => cells[index]?.trim() || []))].slice(0, SAMPLE_COUNT)

type FieldSelectProps = {
  kind: ImportKind
  header: string
  field: string | null
  onChange: (field: string | null) => void
}

/** Renders a native select, because a file can have many columns, and phones show their own picker. */
function FieldSelect({ kind, header, field, onChange }: FieldSelectProps) {
  return (
    <select
      aria-label={`Field for ${header}`}
      className={cn(controlClass, 'cursor-pointer', field === null && 'text-muted-foreground')}
      value={field ?? ''}
      onChange={({ target }) => onChange(target.value || null)}
    >
      <option value="">Ignore</option>
      {Object.entries(IMPORT_FIELDS[kind]).map(([name, { label, isRequired }]) => (
        <option key={name} value={name}>
          {label}
          {isRequired && ' (required)'}
        </option>
      ))}
    </select>
  )
}

type ColumnMappingProps = {
  kind: ImportKind
  table: ImportTable
  columns: ImportColumn[]
  onChange: (columns: ImportColumn[]) => void
}

export function ColumnMapping({ kind, table, columns, onChange }: ColumnMappingProps) {
  return (
    <ul aria-label="Columns of the file">
      {columns.map(({ header, field }, index) => (
        <li
          key={index}
          className="grid items-center gap-x-4 gap-y-2 border-t border-border py-2.5 first:border-t-0 sm:grid-cols-[minmax(0,1fr)_1rem_14rem]"
        >
          <div className="min-w-0">
            <p className="font-medium [overflow-wrap:anywhere]">{header}</p>
            <p className="truncate text-muted-foreground">{getSamples(table, index).join(' · ') || 'Empty'}</p>
          </div>
          <Icon
            name="arrow"
            size={16}
            className={cn('text-muted-foreground max-sm:hidden', field !== null && 'text-accent')}
          />
          <FieldSelect
            kind={kind}
            header={header}
            field={field}
            onChange={(next) =>
              onChange(columns.map((column, position) => (position === index ? { ...column, field: next } : column)))
            }
          />
        </li>
      ))}
    </ul>
  )
}
