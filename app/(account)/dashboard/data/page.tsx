import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { Suspense } from 'react'
import { EraseData } from '@/components/dashboard/erase-data.tsx'
import { Exports } from '@/components/dashboard/exports.tsx'
import { Loading } from '@/components/dashboard/loading.tsx'
import { Page, Panel } from '@/components/dashboard/page.tsx'
import { TakeCopy } from '@/components/dashboard/take-copy.tsx'
import { AREAS } from '@/lib/auth/areas.ts'
import type { Member } from '@/lib/auth/decide.ts'
import { requireMember } from '@/lib/auth/require-page.ts'
import { withDatabase } from '@/lib/db/client.ts'
import { env } from '@/lib/env.ts'
import { log } from '@/lib/log/log.ts'
import { listExports } from '@/lib/organizations/store.ts'
import { makeQueryClient } from '@/lib/query/client.ts'
import { exportsQuery, type Reader } from '@/lib/query/exports.ts'
import { eraseData } from './actions.ts'

export const metadata: Metadata = { title: AREAS.data.label }

/** The list as the database has it now; when that fails, the page says so and offers another try. */
async function StoredExports({ reader }: { reader: Reader }) {
  const { organizationId, userId } = reader
  const cache = makeQueryClient()
  try {
    const exports = await withDatabase(env().databaseUrl, (db) => listExports(db, organizationId, userId))
    cache.setQueryData(exportsQuery(reader).queryKey, exports)
  } catch (error) {
    log.error({ err: error }, 'The data of an organization could not be read')
    return <Exports reader={reader} hasFailed />
  }
  return (
    <HydrationBoundary state={dehydrate(cache)}>
      <Exports reader={reader} />
    </HydrationBoundary>
  )
}

const readerOf = ({ organization, userId }: Member): Reader => ({ organizationId: organization.id, userId })

export default async function DataPage() {
  const reader = readerOf(await requireMember('data'))
  return (
    <Page title={AREAS.data.label} lead="What we keep for your company, yours to take away or delete.">
      <Panel
        title="Take a copy"
        note="A file with everything that is kept here for your company: since when, its members’ ids, and the copies that were taken. You confirm who you are if you last did so ten minutes ago or more."
      >
        <TakeCopy reader={reader} />
      </Panel>
      <Panel title="Copies that were taken">
        <Suspense fallback={<Loading label="Loading the list of copies" rows={2} />}>
          <StoredExports reader={reader} />
        </Suspense>
      </Panel>
      <Panel
        title="Delete the data"
        note="Removes what is kept here for your company, the list above included. To close the account as a whole, delete the organization on its own page; that removes everything."
      >
        <EraseData reader={reader} erase={eraseData} />
      </Panel>
    </Page>
  )
}
