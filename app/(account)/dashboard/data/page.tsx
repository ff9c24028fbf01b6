import type { Metadata } from 'next'
import { DeleteData } from '@/components/dashboard/delete-data.tsx'
import { ExportButton, ExportList } from '@/components/dashboard/exports.tsx'
import { Page } from '@/components/dashboard/page.tsx'
import { Panel } from '@/components/ui/panel.tsx'
import { AREAS } from '@/lib/auth/access-table.ts'
import { listExports } from '@/lib/auth/organizations/store.ts'
import { requirePage } from '@/lib/auth/require-page.ts'
import { readerOf } from '@/lib/auth/session-claims.ts'
import { PrefetchedQuery } from '../prefetched-query.tsx'
import { deleteData } from './actions.ts'

export const metadata: Metadata = { title: AREAS.data.label }

export default async function DataPage() {
  const member = await requirePage('data')
  const reader = readerOf(member)
  return (
    <Page title={AREAS.data.label} lead="What we keep for your company, yours to take away or delete.">
      <Panel
        title="Take a copy"
        note="A file with everything that is kept here for your company: since when, its members’ ids, and the copies that were taken. You confirm who you are if you last did so ten minutes ago or more."
      >
        <ExportButton reader={reader} />
      </Panel>
      <Panel title="Copies that were taken">
        <PrefetchedQuery
          name="exports"
          label="Loading the list of copies"
          reader={reader}
          read={async (db) => ({ exports: await listExports(db, reader.organizationId, reader.userId) })}
        >
          {(hasFailed) => <ExportList reader={reader} hasFailed={hasFailed} />}
        </PrefetchedQuery>
      </Panel>
      <Panel
        title="Delete the data"
        note="Removes what is kept here for your company, the list above included. To close the account as a whole, delete the organization on its own page; that removes everything."
      >
        <DeleteData reader={reader} deleteData={deleteData} />
      </Panel>
    </Page>
  )
}
