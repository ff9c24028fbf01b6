import type { ImportRecord } from '@/lib/dashboard/imports/record.ts'
import { formatCount, formatNumber } from '@/lib/values/format.ts'

export const STATE_LABELS: Record<ImportRecord['state'], string> = {
  uploading: 'Uploading',
  pending: 'Waiting',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  undoing: 'Undoing',
  undone: 'Undone',
}

const OUTCOME_LABELS = {
  created: 'added',
  updated: 'updated',
  unchanged: 'unchanged',
  skipped: 'skipped',
  invalid: 'not imported',
} as const

/** Formats the outcomes: "180 added, 20 skipped". */
export function formatOutcomes({ counts, rowCount }: Pick<ImportRecord, 'counts' | 'rowCount'>): string {
  const parts = Object.entries(OUTCOME_LABELS).flatMap(([outcome, label]) => {
    const rows = counts[outcome as keyof typeof OUTCOME_LABELS]
    return rows ? [`${formatNumber(rows)} ${label}`] : []
  })
  return parts.join(', ') || formatCount(rowCount, 'row')
}

/** Formats the result of an undo: "198 undone, 2 kept because they were edited". */
export function formatUndo({ counts }: Pick<ImportRecord, 'counts'>): string {
  const kept = counts.kept ?? 0
  return `${formatNumber(counts.restored ?? 0)} undone${kept > 0 ? `, ${formatNumber(kept)} kept because they were used or edited` : ''}`
}

/** Explains a failure. `code` is an error code of Postgres or the network. */
export const describeFailure = ({ state, failure, processedCount, rowCount }: ImportRecord): string =>
  state === 'failed'
    ? `Stopped after ${formatNumber(processedCount)} of ${formatCount(rowCount, 'row')} because of a database error (${failure}). Retry continues with the rest. No row is imported twice.`
    : `The last undo stopped because of a database error (${failure}). Undo continues with the rest.`

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** Formats the time left: "23 hours". Undefined after the end. */
export function formatTimeLeft(end: string | null, now: number): string | undefined {
  const leftMs = end ? new Date(end).getTime() - now : 0
  if (leftMs <= 0) return undefined
  if (leftMs >= HOUR_MS) return formatCount(Math.floor(leftMs / HOUR_MS), 'hour')
  return formatCount(Math.max(1, Math.floor(leftMs / MINUTE_MS)), 'minute')
}
