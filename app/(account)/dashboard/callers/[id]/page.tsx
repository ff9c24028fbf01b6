import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { CallerView } from '@/components/dashboard/callers/caller-view.tsx'
import { toRecordReader } from '@/lib/dashboard/access/record-reader.ts'
import { readCaller } from '@/lib/dashboard/callers/read.ts'
import { openArea } from '../../area.ts'
import { prefetchRecord } from '../../prefetched-query.tsx'

/** The title contains no caller name, because page titles end up in the browser history. */
export const metadata: Metadata = { title: 'Caller' }

export default async function CallerPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  const { member, reader, may } = await openArea('callers', [id])
  const { hasFailed, state } = await prefetchRecord({ list: 'callers', id, reader }, (tx) =>
    readCaller(tx, { kind: 'person', id: reader.userId }, id, toRecordReader(member)),
  )
  return (
    <HydrationBoundary state={state}>
      <CallerView
        id={id}
        reader={reader}
        hasFailed={hasFailed}
        canChange={may('org:leads:manage')}
        canManage={may('org:settings:manage')}
      />
    </HydrationBoundary>
  )
}
