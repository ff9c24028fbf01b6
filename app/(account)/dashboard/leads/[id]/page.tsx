import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { LeadView } from '@/components/dashboard/leads/lead-view.tsx'
import { isAllowed } from '@/lib/auth/check-access.ts'
import { requirePage } from '@/lib/auth/require-page.ts'
import { type Member, readerOf } from '@/lib/auth/session-claims.ts'
import { withOrganization } from '@/lib/db/organization.ts'
import { env } from '@/lib/env.ts'
import type { LeadPage } from '@/lib/leads/record.ts'
import { openLead } from '@/lib/leads/timeline.ts'
import { log } from '@/lib/log/log.ts'
import { queryClient } from '@/lib/query/client.ts'
import { queryKeyOf } from '@/lib/query/dashboard-query.ts'

/** Names nobody: a title is in the history of the browser. */
export const metadata: Metadata = { title: 'Lead' }

/** The lead, or that the database failed; without a lead of this id the page is not found, which is known before it begins. */
async function read(member: Member, id: string): Promise<LeadPage | 'failed'> {
  const mayReadAppointments = isAllowed(member, { permission: 'org:appointments:read' })
  const found = await withOrganization(env().databaseUrl, member.organization.id, (tx) =>
    openLead(tx, { kind: 'person', id: member.userId }, id, { mayReadAppointments }),
  ).catch((error: unknown) => {
    log.error({ err: error, query: 'leads/id' }, 'A query of the dashboard could not be read on the server')
    return 'failed' as const
  })
  return found ?? notFound()
}

export default async function OneLeadPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  const member = await requirePage('leads', [id])
  const reader = readerOf(member)
  const page = await read(member, id)
  const cache = queryClient()
  if (page !== 'failed') cache.setQueryData(queryKeyOf(`leads/${id}`, reader), page)
  return (
    <HydrationBoundary state={dehydrate(cache)}>
      <LeadView
        id={id}
        reader={reader}
        hasFailed={page === 'failed'}
        mayManage={isAllowed(member, { permission: 'org:leads:manage' })}
        mayBook={isAllowed(member, { permission: 'org:appointments:manage' })}
      />
    </HydrationBoundary>
  )
}
