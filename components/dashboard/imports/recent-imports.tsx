import type { ImportRecord } from '@/lib/dashboard/imports/record.ts'
import type { Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { formatDateTime } from '@/lib/platform/time/zone.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useMembers } from '../use-account.ts'
import { ImportActions } from './import-actions.tsx'
import { describeFailure, formatOutcomes, formatUndo, STATE_LABELS } from './import-format.ts'

const TONES: Partial<Record<ImportRecord['state'], Tone>> = { done: 'accent', failed: 'primary' }

function Row({ record, timeZone, reader }: { record: ImportRecord; timeZone: string; reader: Reader }) {
  const { getName } = useMembers()
  const { kind, state, fileName, createdAt, createdById, failure } = record
  const importerName = createdById === null ? 'a former member' : getName(createdById)
  return (
    <li className="grid gap-2 border-t border-border py-4 first:border-t-0 first:pt-0 last:pb-0">
      <h3 className="flex min-w-0 flex-wrap items-center gap-2 text-base font-semibold">
        <span className="min-w-0 [overflow-wrap:anywhere]">{fileName}</span>
        <Badge tone={TONES[state] ?? 'quiet'}>{STATE_LABELS[state]}</Badge>
      </h3>
      <p className="text-muted-foreground">
        {kind === 'leads' ? 'Leads' : 'Callers'}: {formatOutcomes(record)}
        {state === 'undone' && `. ${formatUndo(record)}`}. {formatDateTime(createdAt, timeZone)} by {importerName}.
      </p>
      {failure && <p className="text-primary">{describeFailure(record)}</p>}
      <ImportActions record={record} reader={reader} />
    </li>
  )
}

export function RecentImports({
  imports,
  timeZone,
  reader,
}: {
  imports: ImportRecord[]
  timeZone: string
  reader: Reader
}) {
  return (
    <Panel title="Recent imports">
      {imports.length > 0 ? (
        <ul aria-label="Recent imports">
          {imports.map((record) => (
            <Row key={record.id} record={record} timeZone={timeZone} reader={reader} />
          ))}
        </ul>
      ) : (
        <Empty icon="inbox" title="No other imports yet">
          Each import stays listed here. For a day, you can undo it.
        </Empty>
      )}
    </Panel>
  )
}
