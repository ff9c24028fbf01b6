'use client'

import { type ReactNode, useMemo, useState } from 'react'
import { buildMapping } from '@/lib/dashboard/imports/check-rows.ts'
import { findMissingFields } from '@/lib/dashboard/imports/fields.ts'
import { guessColumns } from '@/lib/dashboard/imports/guess-columns.ts'
import type { FileOptions, ImportTable } from '@/lib/dashboard/imports/read-file.ts'
import type { DuplicateMode, ImportColumn, ImportKind } from '@/lib/dashboard/model/import.ts'
import type { Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { formatCount, formatList } from '@/lib/values/format.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Loading } from '../loading.tsx'
import { ColumnMapping } from './column-mapping.tsx'
import { DuplicateChoice } from './duplicate-choice.tsx'
import { FileOptionsForm } from './file-options.tsx'
import { ImportPreview } from './import-preview.tsx'
import { useImportFile, useRowCheck } from './use-import-file.ts'
import { useStartImport } from './use-start-import.ts'

const DEFAULT_PROBLEM = 'Imported contact'

type ReviewProps = {
  kind: ImportKind
  file: File
  reader: Reader
  timeZone: string
  leadDays: number
  onCancel: () => void
  onStarted: (id: string) => void
}

type ReviewTableProps = ReviewProps & { table: ImportTable; options: ReactNode }

function ReviewTable({
  kind,
  file,
  reader,
  timeZone,
  leadDays,
  table,
  options,
  onCancel,
  onStarted,
}: ReviewTableProps) {
  const [columns, setColumns] = useState<ImportColumn[]>(() => guessColumns(kind, table))
  const [problem, setProblem] = useState(DEFAULT_PROBLEM)
  const [now] = useState(() => new Date())
  const [duplicates, setDuplicates] = useState<DuplicateMode>('skip')
  const context = useMemo(
    () => ({
      mapping: buildMapping(columns, kind === 'leads' ? problem : ''),
      timeZone,
      leadDays,
      now,
    }),
    [columns, problem, kind, timeZone, leadDays, now],
  )
  const check = useRowCheck(kind, table, context)
  const { start, isPending, sentRows } = useStartImport(reader, onStarted)
  const missing = findMissingFields(kind, columns, { hasProblem: problem.trim() !== '' })
  const validCount = check?.contacts.length ?? 0
  const canStart = missing.length === 0 && validCount > 0 && !isPending
  return (
    <>
      <Panel title="File" note={`${file.name}: ${formatCount(table.rows.length, 'row')}`}>
        {options}
      </Panel>
      <Panel
        title="Columns"
        note="We matched what we recognized. Change what is wrong. Ignored columns are not imported."
      >
        <ColumnMapping kind={kind} table={table} columns={columns} onChange={setColumns} />
        {kind === 'leads' && (
          <div className="mt-5 max-w-md">
            <TextField
              label="Problem for rows without one"
              hint="Every lead needs a problem. This text is used if the file has none."
              value={problem}
              maxLength={2_000}
              onChange={({ target }) => setProblem(target.value)}
            />
          </div>
        )}
        {missing.length > 0 && (
          <p role="alert" className="mt-4 font-medium text-primary">
            Choose a column for: {formatList(missing)}.
          </p>
        )}
      </Panel>
      <Panel title="Preview" note="The first rows, as they will be stored.">
        <ImportPreview kind={kind} rows={table.rows} context={context} />
      </Panel>
      <Panel
        title="Duplicates"
        note={`What happens to ${kind} with the same phone number${kind === 'leads' ? ' or email' : ''}.`}
      >
        <DuplicateChoice kind={kind} check={check} selected={duplicates} onChange={setDuplicates} />
      </Panel>
      {check && check.expiredCount > 0 && (
        <p role="alert" className="flex items-start gap-2 font-medium text-primary">
          <Icon name="alert" size={16} className="mt-0.5 flex-none" />
          {formatCount(check.expiredCount, 'lead')} came in more than {formatCount(leadDays, 'day')} ago. Your retention
          settings delete them tonight. To keep them, ignore the column with the date, or change the retention first.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          disabled={!canStart}
          onClick={() => start({ kind, fileName: file.name, duplicates, mapping: context.mapping, rows: table.rows })}
        >
          {check ? `Import ${formatCount(validCount, 'row')}` : 'Checking rows…'}
        </Button>
        <Button variant="quiet" disabled={isPending} onClick={onCancel}>
          Cancel
        </Button>
        <p aria-live="polite" className="text-muted-foreground">
          {isPending && `Uploading ${sentRows.toLocaleString('en-US')} of ${formatCount(table.rows.length, 'row')}…`}
          {!isPending &&
            check &&
            check.invalid.length > 0 &&
            `${formatCount(check.invalid.length, 'row')} can’t be imported. You can download them with the reasons afterwards.`}
        </p>
      </div>
    </>
  )
}

/** Renders the check of a file before the import: options, columns, preview and duplicates. */
export function ImportReview(props: ReviewProps) {
  const { file, onCancel } = props
  const [options, setOptions] = useState<FileOptions>({})
  const { table, error } = useImportFile(file, options)
  if (error) {
    return (
      <Panel title="This file can’t be imported" note={file.name}>
        <p role="alert" className="font-medium text-primary">
          {error}
        </p>
        <div className="mt-4 flex flex-wrap gap-2">
          <Button onClick={onCancel}>Choose another file</Button>
          {Object.keys(options).length > 0 && (
            <Button variant="quiet" onClick={() => setOptions({})}>
              Reset file options
            </Button>
          )}
        </div>
      </Panel>
    )
  }
  if (!table) return <Loading label="Reading the file" rows={4} />
  const form = <FileOptionsForm table={table} onChange={(change) => setOptions({ ...options, ...change })} />
  // Other options can result in other columns.
  const key = JSON.stringify([table.encoding, table.delimiter, table.hasHeader])
  return <ReviewTable key={key} {...props} table={table} options={form} />
}
