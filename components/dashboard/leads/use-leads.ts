import type { BulkChangeResult } from '@/lib/dashboard/leads/bulk.ts'
import type { LeadChange, LeadsChange, PreviousLead } from '@/lib/dashboard/leads/input.ts'
import { toListQuery, type LeadListState } from '@/lib/dashboard/leads/list-state.ts'
import {
  type LeadPage,
  leadPage,
  leadRecord,
  type LeadRecord,
  type LeadRow,
  type LeadsPage,
  leadsPage,
} from '@/lib/dashboard/leads/record.ts'
import { buildDashboardQuery, buildQueryKey, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import type { ToastMessage } from '../../ui/toast.tsx'
import { buildCachedChange, sendChange, useOptimisticMutation, useVersionedSend } from '../use-optimistic-mutation.ts'
import { useMembers } from '../use-account.ts'
import { describeDifferences } from './lead-format.ts'

const LEADS_PATH = 'leads'

export const buildListKey = (reader: Reader) => buildQueryKey(LEADS_PATH, reader)

export const buildLeadKey = (id: string, reader: Reader) => buildQueryKey(getLeadPath(id), reader)

const getLeadPath = (id: string) => `leads/${id}`

export const buildLeadsQuery = (state: LeadListState, reader: Reader) =>
  buildDashboardQuery(LEADS_PATH, leadsPage, reader, toListQuery(state))

export const buildLeadQuery = (id: string, reader: Reader) => buildDashboardQuery(getLeadPath(id), leadPage, reader)

const updateRows = (page: LeadsPage, change: (row: LeadRow) => LeadRow): LeadsPage => ({
  ...page,
  rows: page.rows.map(change),
})

function useLeadsRestore(reader: Reader) {
  const key = buildListKey(reader)
  return useOptimisticMutation({
    send: (previous: PreviousLead[]) => sendChange<{ kept: number }>('leads/restore', 'POST', { previous }),
    changes: [
      buildCachedChange<LeadsPage, PreviousLead[]>(key, (page, previous) => {
        const values = new Map(previous.map((lead) => [lead.id, lead.values]))
        return updateRows(page, (row) => ({ ...row, ...(values.get(row.id) as Partial<LeadRecord>) }))
      }),
    ],
    buildToast: (previous, { kept }) =>
      kept === 0
        ? { title: 'Undone' }
        : {
            title: `${previous.length - kept} of ${previous.length} undone`,
            description: 'The others were edited since then and stay unchanged.',
          },
  })
}

type BulkChange = { ids: string[]; change: LeadsChange; formatMessage: (count: number) => string }

export function useLeadsChange(reader: Reader) {
  const restore = useLeadsRestore(reader)
  const key = buildListKey(reader)
  return useOptimisticMutation({
    send: ({ ids, change }: BulkChange) => sendChange<BulkChangeResult>(LEADS_PATH, 'PATCH', { ids, change }),
    changes: [
      buildCachedChange<LeadsPage, BulkChange>(key, (page, { ids, change }) =>
        updateRows(page, (row) => (ids.includes(row.id) ? { ...row, ...(change as Partial<LeadRecord>) } : row)),
      ),
    ],
    buildToast: ({ formatMessage }, { previous }) =>
      previous.length === 0
        ? { title: 'No changes needed' }
        : {
            title: formatMessage(previous.length),
            tone: 'accent',
            action: { label: 'Undo', onAction: () => restore.mutate(previous) },
          },
  })
}

export function useLeadEdit(lead: LeadRecord, reader: Reader, successToast?: ToastMessage) {
  const { getName } = useMembers()
  const key = buildLeadKey(lead.id, reader)
  return useOptimisticMutation({
    record: getLeadPath(lead.id),
    send: useVersionedSend(getLeadPath(lead.id), reader, 'lead', leadRecord, lead),
    changes: [
      buildCachedChange<LeadPage, LeadChange>(key, (page, change) => ({
        ...page,
        lead: { ...page.lead, ...(change as Partial<LeadRecord>) },
      })),
    ],
    invalidates: [buildListKey(reader)],
    buildToast: () => successToast,
    describeCurrent: (current) => {
      const { data } = leadRecord.safeParse(current)
      const changes = data && describeDifferences(lead, data, getName)
      return changes && `${changes} Make your change again if you still need it.`
    },
  })
}

const addTimelineNote = (page: LeadPage, text: string, viewerId: string | undefined): LeadPage => ({
  ...page,
  timeline: [
    {
      kind: 'note',
      id: crypto.randomUUID(),
      at: new Date().toISOString(),
      actorKind: 'person',
      actorId: viewerId ?? null,
      text,
    },
    ...page.timeline,
  ],
})

export function useNote(lead: LeadRecord, reader: Reader, viewerId: string | undefined) {
  return useOptimisticMutation({
    send: (text: string) => sendChange<object>(`${getLeadPath(lead.id)}/notes`, 'POST', { text }),
    changes: [
      buildCachedChange<LeadPage, string>(buildLeadKey(lead.id, reader), (page, text) =>
        addTimelineNote(page, text, viewerId),
      ),
    ],
  })
}
