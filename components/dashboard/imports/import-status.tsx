import { isInProgress, type ImportRecord } from '@/lib/dashboard/imports/record.ts'
import type { Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { formatDateTime } from '@/lib/platform/time/zone.ts'
import { formatNumber } from '@/lib/values/format.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Button, getButtonClass } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Stat, Stats } from '../../ui/stat.tsx'
import { ImportActions } from './import-actions.tsx'
import { describeFailure, formatUndo } from './import-format.ts'

function Progress({ record: { state, processedCount, rowCount } }: { record: ImportRecord }) {
  const text = state === 'undoing' ? 'Undoing…' : `${formatNumber(processedCount)} of ${formatNumber(rowCount)} rows`
  return (
    <div className="grid gap-2">
      <progress
        aria-label="Progress of the import"
        max={rowCount}
        {...(state !== 'undoing' && { value: processedCount })}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-muted indeterminate:animate-pulse indeterminate:bg-accent [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-accent [&::-webkit-progress-value]:transition-[inline-size] [&::-webkit-progress-value]:duration-240"
      />
      <p className="flex flex-wrap justify-between gap-x-4 text-muted-foreground">
        <span className="tabular-nums">{text}</span>
        <span>You can leave this page. We’ll notify you when it’s done.</span>
      </p>
    </div>
  )
}

const TITLES: Record<ImportRecord['state'], string> = {
  uploading: 'Uploading',
  pending: 'Starting the import',
  running: 'Importing',
  done: 'Import finished',
  failed: 'Import stopped',
  undoing: 'Undoing the import',
  undone: 'Import undone',
}

function Outcomes({ record: { counts, kind } }: { record: ImportRecord }) {
  const unchangedCount = (counts.unchanged ?? 0) + (counts.skipped ?? 0)
  return (
    <Stats>
      <Stat
        label={`${kind === 'leads' ? 'Leads' : 'Callers'} added`}
        value={formatNumber(counts.created ?? 0)}
        tone="accent"
      />
      <Stat label="Updated" value={formatNumber(counts.updated ?? 0)} />
      <Stat label="Skipped or unchanged" value={formatNumber(unchangedCount)} />
      <Stat
        label="Not imported"
        value={formatNumber(counts.invalid ?? 0)}
        {...((counts.invalid ?? 0) > 0 && { tone: 'primary' as const })}
      />
    </Stats>
  )
}

type ImportStatusProps = {
  record: ImportRecord
  timeZone: string
  reader: Reader
  onAnother: () => void
}

/** Renders the progress or the result of the current import. */
export function ImportStatus({ record, timeZone, reader, onAnother }: ImportStatusProps) {
  const { kind, state, failure, fileName, createdAt } = record
  const area = AREAS[kind]
  return (
    <Panel title={TITLES[state]} note={`${fileName}, ${formatDateTime(createdAt, timeZone)}`}>
      <div className="grid gap-4" aria-live="polite">
        {isInProgress(record) && <Progress record={record} />}
        {!isInProgress(record) && <Outcomes record={record} />}
        {state === 'undone' && <p>{formatUndo(record)}.</p>}
        {failure && <p className="font-medium text-primary">{describeFailure(record)}</p>}
        <ImportActions record={record} reader={reader} />
        {!isInProgress(record) && (
          <div className="flex flex-wrap items-center gap-2">
            <AppLink href={area.path} className={getButtonClass(state === 'done' ? 'solid' : 'quiet')}>
              View {area.label.toLowerCase()}
            </AppLink>
            <Button variant="quiet" onClick={onAnother}>
              Import another file
            </Button>
          </div>
        )}
      </div>
    </Panel>
  )
}
