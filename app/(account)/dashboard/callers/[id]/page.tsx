import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { CallerView } from '@/components/dashboard/callers/caller-view.tsx'
import { isAllowed } from '@/lib/auth/check-access.ts'
import { requirePage } from '@/lib/auth/require-page.ts'
import { type Member, readerOf } from '@/lib/auth/session-claims.ts'
import { callersReaderOf } from '@/lib/callers/list.ts'
import { readCaller } from '@/lib/callers/read.ts'
import type { CallerPage } from '@/lib/callers/record.ts'
import { withOrganization } from '@/lib/db/organization.ts'
import { env } from '@/lib/env.ts'
import { log } from '@/lib/log/log.ts'
import { queryClient } from '@/lib/query/client.ts'
import { queryKeyOf } from '@/lib/query/dashboard-query.ts'

/** Names nobody: a title is in the history of the browser. */
export const metadata: Metadata = { title: 'Caller' }

/** The caller, or that the database failed; without one of this id the page is not found, which is known before it begins. */
async function read(member: Member, id: string): Promise<CallerPage | 'failed'> {
  const found = await withOrganization(env().databaseUrl, member.organization.id, (tx) =>
    readCaller(tx, { kind: 'person', id: member.userId }, id, callersReaderOf(member)),
  ).catch((error: unknown) => {
    log.error({ err: error, query: 'callers/id' }, 'A query of the dashboard could not be read on the server')
    return 'failed' as const
  })
  return found ?? notFound()
}

export default async function OneCallerPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  const member = await requirePage('callers', [id])
  const reader = readerOf(member)
  const page = await read(member, id)
  const cache = queryClient()
  if (page !== 'failed') cache.setQueryData(queryKeyOf(`callers/${id}`, reader), page)
  return (
    <HydrationBoundary state={dehydrate(cache)}>
      <CallerView
        id={id}
        reader={reader}
        hasFailed={page === 'failed'}
        mayChange={isAllowed(member, { permission: 'org:leads:manage' })}
        mayManage={isAllowed(member, { permission: 'org:settings:manage' })}
      />
    </HydrationBoundary>
  )
}
