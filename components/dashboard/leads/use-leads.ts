import type { LeadsChanged } from '@/lib/dashboard/leads/bulk.ts'
import type { LeadChange, LeadsChange, PreviousLead } from '@/lib/dashboard/leads/input.ts'
import { askedOf, type LeadListState } from '@/lib/dashboard/leads/list-state.ts'
import {
  type LeadPage,
  leadPage,
  leadRecord,
  type LeadRecord,
  type LeadRow,
  type LeadsPage,
  leadsPage,
} from '@/lib/dashboard/leads/record.ts'
import { dashboardQuery, queryKeyOf, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import type { ToastMessage } from '../../ui/toast.tsx'
import { changeOf, sendChange, useOptimisticMutation, useVersionedSend } from '../use-optimistic-mutation.ts'
import { useMembers } from '../use-account.ts'
import { differences } from './lead-words.ts'

const LIST = 'leads'

export const listKey = (reader: Reader) => queryKeyOf(LIST, reader)

export const leadKey = (id: string, reader: Reader) => queryKeyOf(nameOfLead(id), reader)

const nameOfLead = (id: string) => `leads/${id}`

export const leadsQuery = (state: LeadListState, reader: Reader) =>
  dashboardQuery(LIST, leadsPage, reader, askedOf(state))

export const leadQuery = (id: string, reader: Reader) => dashboardQuery(nameOfLead(id), leadPage, reader)

const withRows = (page: LeadsPage, change: (row: LeadRow) => LeadRow): LeadsPage => ({
  ...page,
  rows: page.rows.map(change),
})

function useLeadsRestore(reader: Reader) {
  const key = listKey(reader)
  return useOptimisticMutation({
    send: (previous: PreviousLead[]) => sendChange<{ kept: number }>('leads/restore', 'POST', { previous }),
    changes: [
      changeOf<LeadsPage, PreviousLead[]>(key, (page, previous) => {
        const values = new Map(previous.map((lead) => [lead.id, lead.values]))
        return withRows(page, (row) => ({ ...row, ...(values.get(row.id) as Partial<LeadRecord>) }))
      }),
    ],
    done: (previous, { kept }) =>
      kept === 0
        ? { title: 'Undone' }
        : {
            title: `${previous.length - kept} of ${previous.length} undone`,
            description: 'The others were edited since then and stay unchanged.',
          },
  })
}

type Several = { ids: string[]; change: LeadsChange; done: (count: number) => string }

export function useLeadsChange(reader: Reader) {
  const restore = useLeadsRestore(reader)
  const key = listKey(reader)
  return useOptimisticMutation({
    send: ({ ids, change }: Several) => sendChange<LeadsChanged>(LIST, 'PATCH', { ids, change }),
    changes: [
      changeOf<LeadsPage, Several>(key, (page, { ids, change }) =>
        withRows(page, (row) => (ids.includes(row.id) ? { ...row, ...(change as Partial<LeadRecord>) } : row)),
      ),
    ],
    done: ({ done }, { previous }) =>
      previous.length === 0
        ? { title: 'No changes needed' }
        : {
            title: done(previous.length),
            tone: 'accent',
            action: { label: 'Undo', onAction: () => restore.mutate(previous) },
          },
  })
}

export function useLeadEdit(lead: LeadRecord, reader: Reader, done?: ToastMessage) {
  const { nameOf } = useMembers()
  const key = leadKey(lead.id, reader)
  return useOptimisticMutation({
    record: nameOfLead(lead.id),
    send: useVersionedSend(nameOfLead(lead.id), reader, 'lead', leadRecord, lead),
    changes: [
      changeOf<LeadPage, LeadChange>(key, (page, change) => ({
        ...page,
        lead: { ...page.lead, ...(change as Partial<LeadRecord>) },
      })),
    ],
    invalidates: [listKey(reader)],
    done: () => done,
    describeCurrent: (current) => {
      const { data } = leadRecord.safeParse(current)
      const changed = data && differences(lead, data, nameOf)
      return changed && `${changed} Make your change again if you still need it.`
    },
  })
}

const withNote = (page: LeadPage, text: string, ownId: string | undefined): LeadPage => ({
  ...page,
  timeline: [
    {
      kind: 'note',
      id: crypto.randomUUID(),
      at: new Date().toISOString(),
      actorKind: 'person',
      actorId: ownId ?? null,
      text,
    },
    ...page.timeline,
  ],
})

export function useNote(lead: LeadRecord, reader: Reader, ownId: string | undefined) {
  return useOptimisticMutation({
    send: (text: string) => sendChange<object>(`${nameOfLead(lead.id)}/notes`, 'POST', { text }),
    changes: [changeOf<LeadPage, string>(leadKey(lead.id, reader), (page, text) => withNote(page, text, ownId))],
  })
}
