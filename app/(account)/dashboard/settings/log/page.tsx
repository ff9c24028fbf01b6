import type { Metadata } from 'next'
import { Page } from '@/components/dashboard/page.tsx'
import { LogView } from '@/components/dashboard/settings/log-view.tsx'
import { AREAS } from '@/lib/auth/access-table.ts'
import { requirePage } from '@/lib/auth/require-page.ts'
import { readerOf } from '@/lib/auth/session-claims.ts'
import { inOrganization } from '@/lib/db/organization.ts'
import { eventFilter } from '@/lib/events/log.ts'
import { readLog } from '@/lib/events/read.ts'
import { readAddress } from '@/lib/query/address-state.ts'
import { PrefetchedQuery } from '../../prefetched-query.tsx'

export const metadata: Metadata = { title: AREAS.log.label }

type LogPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function LogPage({ searchParams }: LogPageProps) {
  const reader = readerOf(await requirePage('log'))
  const filter = readAddress(eventFilter, await searchParams)
  return (
    <Page title={AREAS.log.label} lead="Who opened or changed what, and when. Entries cannot be changed.">
      <PrefetchedQuery
        name="log"
        label="Loading the log"
        reader={reader}
        params={filter}
        // As the library keeps a list that grows: its parts, and where each began.
        read={async (db) => ({
          pages: [await inOrganization(db, reader.organizationId, (tx) => readLog(tx, filter))],
          pageParams: [''],
        })}
      >
        {(hasFailed) => <LogView reader={reader} hasFailed={hasFailed} />}
      </PrefetchedQuery>
    </Page>
  )
}
