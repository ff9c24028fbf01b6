import type { CallChange, FactCorrection } from '@/lib/dashboard/calls/input.ts'
import { type CallDetail, callDetail, type CallRecord, callRecord } from '@/lib/dashboard/model/call-record.ts'
import { dashboardQuery, queryKeyOf, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import type { ToastMessage } from '../../ui/toast.tsx'
import { changeOf, useOptimisticMutation, useVersionedSend } from '../use-optimistic-mutation.ts'

const nameOf = (id: string) => `calls/${id}`

export const callQuery = (id: string, reader: Reader) => dashboardQuery(nameOf(id), callDetail, reader)

type Change = Pick<CallChange, 'handedToId' | 'attention' | 'attentionEnded' | 'intent'>

export type CallEdit = { correction: FactCorrection } | Change

const withCorrection = (call: CallRecord, { line, field, value }: FactCorrection): CallRecord => ({
  ...call,
  transcript:
    call.transcript?.map((said, position) =>
      position === line
        ? {
            ...said,
            understood: said.understood?.map((fact) =>
              fact.field === field ? { ...fact, value, corrected: true } : fact,
            ),
          }
        : said,
    ) ?? null,
})

function edited(call: CallRecord, edit: CallEdit): CallRecord {
  if ('correction' in edit) return withCorrection(call, edit.correction)
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

export function useCallEdit(call: CallRecord, reader: Reader, done: (edit: CallEdit) => ToastMessage | undefined) {
  const key = queryKeyOf(nameOf(call.id), reader)
  return useOptimisticMutation({
    record: nameOf(call.id),
    send: useVersionedSend(nameOf(call.id), reader, 'call', callRecord, call),
    changes: [changeOf<CallDetail, CallEdit>(key, (detail, edit) => ({ ...detail, call: edited(detail.call, edit) }))],
    invalidates: [queryKeyOf('calls', reader)],
    done: (edit) => done(edit),
  })
}
