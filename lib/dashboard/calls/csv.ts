import { formatClockTime, type Columns, formatDialableNumber, exportRows, type Transact } from '../exports/csv.ts'
import type { Actor } from '../model/event.ts'
import { CALL_OUTCOMES } from '../model/call.ts'
import { INTENTS } from '../model/intent.ts'
import { SAFETY_KINDS } from '../model/safety.ts'
import type { CallFilter, CallSummary } from './input.ts'
import { listCalls } from './repository.ts'

const formatYesNo = (value: boolean): string => (value ? 'Yes' : 'No')

/** Returns the CSV columns. Times are in the business's time zone. Transcripts are never exported. */
export const buildCallColumns = (zone: string): Columns<CallSummary> => [
  [`Started (${zone})`, ({ startedAt }) => formatClockTime(startedAt, zone)],
  ['Seconds', ({ duration }) => String(duration)],
  ['Name', ({ callerName }) => callerName],
  ['Phone', ({ callerPhone }) => callerPhone && formatDialableNumber(callerPhone)],
  ['Outcome', ({ outcome }) => CALL_OUTCOMES[outcome]],
  ['Reason', ({ intent }) => intent && INTENTS[intent]],
  ['Safety', ({ safetyKind }) => safetyKind && SAFETY_KINDS[safetyKind]],
  ['Caller’s words', ({ callerWords }) => callerWords],
  ['Summary', ({ summary }) => summary],
  ['Language', ({ language }) => language],
  ['Rule', ({ rule }) => rule],
  ['Needs attention', ({ attention }) => attention],
  [`Resolved (${zone})`, ({ attentionEndedAt }) => attentionEndedAt && formatClockTime(attentionEndedAt, zone)],
  ['Assigned to (ID)', ({ handedToId }) => handedToId],
  ['Has transcript', ({ hasTranscript }) => formatYesNo(hasTranscript)],
  ['Has recording', ({ hasRecording }) => formatYesNo(hasRecording)],
  ['ID', ({ id }) => id],
]

/** Exports the filtered calls as CSV, newest first. Excludes test calls. */
export const exportCalls = (
  transact: Transact,
  actor: Actor,
  filter: CallFilter,
): Promise<ReadableStream<Uint8Array>> =>
  exportRows(transact, actor, {
    action: 'calls.exported',
    list: async (tx, range) => {
      const { rows, next } = await listCalls(tx, { ...filter, ...range })
      return { rows: rows.filter(({ isTest }) => !isTest), next }
    },
    columnsIn: buildCallColumns,
  })
