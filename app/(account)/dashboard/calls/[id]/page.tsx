import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { CallView } from '@/components/dashboard/calls/call-view.tsx'
import { isAllowed } from '@/lib/auth/check-access.ts'
import { requirePage } from '@/lib/auth/require-page.ts'
import { type Member, readerOf } from '@/lib/auth/session-claims.ts'
import { openCall, readerOfCalls } from '@/lib/calls/detail.ts'
import type { CallDetail } from '@/lib/calls/record.ts'
import { withOrganization } from '@/lib/db/organization.ts'
import { env } from '@/lib/env.ts'
import { log } from '@/lib/log/log.ts'
import { queryClient } from '@/lib/query/client.ts'
import { queryKeyOf } from '@/lib/query/dashboard-query.ts'

/** Names nobody: a title is in the history of the browser. */
export const metadata: Metadata = { title: 'Call' }

/** The call, or that the database failed; without a call of this id the page is not found, which is known before it begins. */
async function read(member: Member, id: string): Promise<CallDetail | 'failed'> {
  const found = await withOrganization(env().databaseUrl, member.organization.id, (tx) =>
    openCall(tx, id, readerOfCalls(member)),
  ).catch((error: unknown) => {
    log.error({ err: error, query: 'calls/id' }, 'A query of the dashboard could not be read on the server')
    return 'failed' as const
  })
  return found ?? notFound()
}

export default async function CallPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  const member = await requirePage('calls', [id])
  const reader = readerOf(member)
  const detail = await read(member, id)
  const cache = queryClient()
  if (detail !== 'failed') cache.setQueryData(queryKeyOf(`calls/${id}`, reader), detail)
  return (
    <HydrationBoundary state={dehydrate(cache)}>
      <CallView
        id={id}
        reader={reader}
        hasFailed={detail === 'failed'}
        mayChange={isAllowed(member, { permission: 'org:leads:manage' })}
      />
    </HydrationBoundary>
  )
}
