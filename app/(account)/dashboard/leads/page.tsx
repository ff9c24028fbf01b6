import type { Metadata } from 'next'
import { LeadList } from '@/components/dashboard/leads/lead-list.tsx'
import { AREAS } from '@/lib/auth/access-table.ts'
import { isAllowed } from '@/lib/auth/check-access.ts'
import { requirePage } from '@/lib/auth/require-page.ts'
import { readerOf } from '@/lib/auth/session-claims.ts'
import { inOrganization } from '@/lib/db/organization.ts'
import { askedOf, leadListState } from '@/lib/leads/list-state.ts'
import { readLeadList } from '@/lib/leads/read-list.ts'
import { readAddress } from '@/lib/query/address-state.ts'
import { PrefetchedQuery } from '../prefetched-query.tsx'

export const metadata: Metadata = { title: AREAS.leads.label }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function LeadsPage({ searchParams }: Props) {
  const member = await requirePage('leads')
  const reader = readerOf(member)
  const mayReadAppointments = isAllowed(member, { permission: 'org:appointments:read' })
  const state = askedOf(readAddress(leadListState, await searchParams))
  return (
    <PrefetchedQuery
      name="leads"
      label="Loading the leads"
      reader={reader}
      params={state}
      read={(db) =>
        inOrganization(db, reader.organizationId, (tx) =>
          readLeadList(tx, { userId: reader.userId, mayReadAppointments }, state),
        )
      }
    >
      {(hasFailed) => (
        <LeadList
          reader={reader}
          hasFailed={hasFailed}
          mayManage={isAllowed(member, { permission: 'org:leads:manage' })}
        />
      )}
    </PrefetchedQuery>
  )
}
