import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { LeadView } from '@/components/dashboard/leads/lead-view.tsx'
import { toRecordReader } from '@/lib/dashboard/access/record-reader.ts'
import { openLead } from '@/lib/dashboard/leads/timeline.ts'
import { openArea } from '../../area.ts'
import { prefetchRecord } from '../../prefetched-query.tsx'

/** The title contains no customer name, because page titles end up in the browser history. */
export const metadata: Metadata = { title: 'Lead' }

export default async function LeadPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  const { member, reader, may } = await openArea('leads', [id])
  const { hasFailed, state } = await prefetchRecord({ list: 'leads', id, reader }, (tx) =>
    openLead(tx, { kind: 'person', id: reader.userId }, id, toRecordReader(member)),
  )
  return (
    <HydrationBoundary state={state}>
      <LeadView
        id={id}
        reader={reader}
        hasFailed={hasFailed}
        canManage={may('org:leads:manage')}
        canBook={may('org:appointments:manage')}
      />
    </HydrationBoundary>
  )
}
