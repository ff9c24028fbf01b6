import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { CallView } from '@/components/dashboard/calls/call-view.tsx'
import { toRecordReader } from '@/lib/dashboard/access/record-reader.ts'
import { openCall } from '@/lib/dashboard/calls/detail.ts'
import { openArea } from '../../area.ts'
import { prefetchRecord } from '../../prefetched-query.tsx'

/** The title contains no caller name, because page titles end up in the browser history. */
export const metadata: Metadata = { title: 'Call' }

export default async function CallPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  const { member, reader, may } = await openArea('calls', [id])
  const { hasFailed, state } = await prefetchRecord({ list: 'calls', id, reader }, (tx) =>
    openCall(tx, id, toRecordReader(member)),
  )
  return (
    <HydrationBoundary state={state}>
      <CallView id={id} reader={reader} hasFailed={hasFailed} canChange={may('org:leads:manage')} />
    </HydrationBoundary>
  )
}
