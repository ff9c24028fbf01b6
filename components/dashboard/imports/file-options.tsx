import { type Delimiter, DELIMITERS } from '@/lib/values/csv.ts'
import { type Encoding, ENCODINGS } from '@/lib/values/text-encoding.ts'
import type { FileOptions, ImportTable } from '@/lib/dashboard/imports/read-file.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Select } from '../../ui/select.tsx'

const toOptions = <Value extends string>(labels: Record<Value, string>) =>
  (Object.entries(labels) as [Value, string][]).map(([value, label]) => ({ value, label }))

type FileOptionsFormProps = { table: ImportTable; onChange: (options: FileOptions) => void }

/** Renders the detected encoding and separator, which users can change if the preview looks wrong. */
export function FileOptionsForm({ table: { encoding, delimiter, hasHeader }, onChange }: FileOptionsFormProps) {
  return (
    <div className="grid gap-x-6 gap-y-4 sm:grid-cols-[12rem_12rem_1fr] sm:items-end">
      <Select<Delimiter>
        label="Separator"
        options={toOptions(DELIMITERS)}
        value={delimiter}
        onChange={(value) => onChange({ delimiter: value })}
      />
      <Select<Encoding>
        label="Encoding"
        options={toOptions(ENCODINGS)}
        value={encoding}
        onChange={(value) => onChange({ encoding: value })}
      />
      <label className="flex min-h-11 items-center gap-3 lg:min-h-9.5">
        <Checkbox checked={hasHeader} onChange={({ target }) => onChange({ hasHeader: target.checked })} />
        The first row has column names
      </label>
    </div>
  )
}
