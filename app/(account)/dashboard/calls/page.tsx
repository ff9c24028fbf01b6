import type { Metadata } from 'next'
import { DownloadCalls } from '@/components/dashboard/calls/download-calls.tsx'
import { CallList } from '@/components/dashboard/calls/call-list.tsx'
import { Page } from '@/components/dashboard/page.tsx'
import { AREAS } from '@/lib/auth/access-table.ts'
import { isAllowed } from '@/lib/auth/check-access.ts'
import { requirePage } from '@/lib/auth/require-page.ts'
import { readerOf } from '@/lib/auth/session-claims.ts'
import { callListState } from '@/lib/calls/list-state.ts'
import { readCallList } from '@/lib/calls/read-list.ts'
import { inOrganization } from '@/lib/db/organization.ts'
import { readAddress } from '@/lib/query/address-state.ts'
import { PrefetchedQuery } from '../prefetched-query.tsx'

export const metadata: Metadata = { title: AREAS.calls.label }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function CallsPage({ searchParams }: Props) {
  const member = await requirePage('calls')
  const reader = readerOf(member)
  const state = readAddress(callListState, await searchParams)
  return (
    <Page
      title={AREAS.calls.label}
      lead="Every call, what was said, and how it ended."
      actions={isAllowed(member, { permission: 'org:leads:manage' }) && <DownloadCalls />}
    >
      <PrefetchedQuery
        name="calls"
        label="Loading the calls"
        reader={reader}
        params={state}
        read={(db) => inOrganization(db, reader.organizationId, (tx) => readCallList(tx, reader.userId, state))}
      >
        {(hasFailed) => <CallList reader={reader} hasFailed={hasFailed} />}
      </PrefetchedQuery>
    </Page>
  )
}
