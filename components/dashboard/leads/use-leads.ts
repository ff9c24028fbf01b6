'use client'

import type { LeadsChanged } from '@/lib/leads/bulk.ts'
import type { LeadChange, LeadsChange, PreviousLead } from '@/lib/leads/input.ts'
import { askedOf, type LeadListState } from '@/lib/leads/list-state.ts'
import {
  type LeadPage,
  leadPage,
  leadRecord,
  type LeadRecord,
  type LeadRow,
  type LeadsPage,
  leadsPage,
} from '@/lib/leads/record.ts'
import { dashboardQuery, queryKeyOf, type Reader } from '@/lib/query/dashboard-query.ts'
import type { ToastMessage } from '../../ui/toast.tsx'
import { changeOf, sendChange, useOptimisticMutation } from '../use-optimistic-mutation.ts'
import { useMembers } from '../use-members.ts'
import { useVersionedSend } from '../use-versioned-send.ts'
import { differences } from './lead-words.ts'

const LIST = 'leads'

/** Of the list with whatever parameters. */
export const listKey = (reader: Reader) => queryKeyOf(LIST, reader)

export const leadKey = (id: string, reader: Reader) => queryKeyOf(nameOfLead(id), reader)

const nameOfLead = (id: string) => `leads/${id}`

/** What `GET /api/dashboard/leads` answers. */
export const leadsQuery = (state: LeadListState, reader: Reader) =>
  dashboardQuery(LIST, leadsPage, reader, askedOf(state))

/** What `GET /api/dashboard/leads/<id>` answers. */
export const leadQuery = (id: string, reader: Reader) => dashboardQuery(nameOfLead(id), leadPage, reader)

const withRows = (page: LeadsPage, change: (row: LeadRow) => LeadRow): LeadsPage => ({
  ...page,
  rows: page.rows.map(change),
})

/** Takes a change of several leads back. */
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
        ? { title: 'Taken back' }
        : {
            title: `${previous.length - kept} of ${previous.length} taken back`,
            description: 'Somebody has changed the others since. They stay as they are.',
          },
  })
}

type Several = { ids: string[]; change: LeadsChange; done: (count: number) => string }

/** Changes several leads of the list, which is seen at once and can be undone. */
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
        ? { title: 'Nothing to change: they are like that already' }
        : {
            title: done(previous.length),
            tone: 'accent',
            action: { label: 'Undo', onAction: () => restore.mutate(previous) },
          },
  })
}

/**
 * Changes a lead, which is seen at once; who changed an earlier state is told and sees what is there.
 * @param done what is said once it is stored
 */
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
      return changed && `${changed} Make your change again if it is still wanted.`
    },
  })
}

/** A note that is being stored: at the top, until the timeline has been read again. */
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

/** Writes a note on a lead, which is seen at once. */
export function useNote(lead: LeadRecord, reader: Reader, ownId: string | undefined) {
  return useOptimisticMutation({
    send: (text: string) => sendChange<object>(`${nameOfLead(lead.id)}/notes`, 'POST', { text }),
    changes: [changeOf<LeadPage, string>(leadKey(lead.id, reader), (page, text) => withNote(page, text, ownId))],
  })
}
