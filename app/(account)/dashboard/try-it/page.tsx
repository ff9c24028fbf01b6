import type { Metadata } from 'next'
import { Loading } from '@/components/dashboard/loading.tsx'
import { Page } from '@/components/dashboard/page.tsx'
import { TryIt } from '@/components/dashboard/try-it/try-it.tsx'
import { readTryIt } from '@/lib/assistant/read-try-it.ts'
import { AREAS } from '@/lib/auth/access-table.ts'
import { isAllowed } from '@/lib/auth/check-access.ts'
import { requirePage } from '@/lib/auth/require-page.ts'
import { readerOf } from '@/lib/auth/session-claims.ts'
import { inOrganization } from '@/lib/db/organization.ts'
import { PrefetchedQuery } from '../prefetched-query.tsx'

export const metadata: Metadata = { title: AREAS.tryIt.label }

const BEGINNING = { at: 'now' as const, lines: [] }

export default async function TryItPage() {
  const member = await requirePage('tryIt')
  const reader = readerOf(member)
  return (
    <Page
      title={AREAS.tryIt.label}
      lead="Play the caller, at any hour, and see what your settings make of it, before a real one does."
    >
      <PrefetchedQuery
        name="try-it"
        placeholder={<Loading label="Loading: Try it" rows={8} />}
        reader={reader}
        params={BEGINNING}
        read={(db) => inOrganization(db, reader.organizationId, (tx) => readTryIt(tx, BEGINNING, new Date()))}
      >
        {(hasFailed) => (
          <TryIt
            reader={reader}
            hasFailed={hasFailed}
            mayStore={isAllowed(member, { permission: 'org:leads:manage' })}
          />
        )}
      </PrefetchedQuery>
    </Page>
  )
}
