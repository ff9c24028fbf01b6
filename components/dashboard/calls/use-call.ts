import type { CallChange, FactCorrection } from '@/lib/dashboard/calls/input.ts'
import { type CallDetail, callDetail, type CallRecord, callRecord } from '@/lib/dashboard/model/call-record.ts'
import { buildDashboardQuery, buildQueryKey, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import type { ToastMessage } from '../../ui/toast.tsx'
import { buildCachedChange, useOptimisticMutation, useVersionedSend } from '../use-optimistic-mutation.ts'

const getCallPath = (id: string) => `calls/${id}`

export const buildCallQuery = (id: string, reader: Reader) => buildDashboardQuery(getCallPath(id), callDetail, reader)

type Change = Pick<CallChange, 'handedToId' | 'attention' | 'attentionEnded' | 'intent'>

export type CallEdit = { correction: FactCorrection } | Change

const applyCorrection = (call: CallRecord, { line, field, value }: FactCorrection): CallRecord => ({
  ...call,
  transcript:
    call.transcript?.map((transcriptLine, position) =>
      position === line
        ? {
            ...transcriptLine,
            understood: transcriptLine.understood?.map((fact) =>
              fact.field === field ? { ...fact, value, corrected: true } : fact,
            ),
          }
        : transcriptLine,
    ) ?? null,
})

function applyEdit(call: CallRecord, edit: CallEdit): CallRecord {
  if ('correction' in edit) return applyCorrection(call, edit.correction)
  const { handedToId, attention, attentionEnded, intent } = edit
  const now = new Date().toISOString()
  return {
    ...call,
    ...(attention !== undefined && { attention, attentionEndedAt: null }),
    ...(attentionEnded !== undefined && { attentionEndedAt: attentionEnded ? now : null }),
    ...(intent !== undefined && { intent }),
    ...(handedToId !== undefined && { handedToId, handedOverAt: handedToId === null ? null : now }),
  }
}

export function useCallEdit(
  call: CallRecord,
  reader: Reader,
  buildToast: (edit: CallEdit) => ToastMessage | undefined,
) {
  const key = buildQueryKey(getCallPath(call.id), reader)
  return useOptimisticMutation({
    record: getCallPath(call.id),
    send: useVersionedSend(getCallPath(call.id), reader, 'call', callRecord, call),
    changes: [
      buildCachedChange<CallDetail, CallEdit>(key, (detail, edit) => ({
        ...detail,
        call: applyEdit(detail.call, edit),
      })),
    ],
    invalidates: [buildQueryKey('calls', reader)],
    buildToast: (edit) => buildToast(edit),
  })
}
