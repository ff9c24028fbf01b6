import type { Metadata } from 'next'
import { DeleteData } from '@/components/dashboard/delete-data.tsx'
import { ExportButton, ExportList } from '@/components/dashboard/exports.tsx'
import { Page } from '@/components/dashboard/page.tsx'
import { Panel } from '@/components/ui/panel.tsx'
import { AREAS } from '@/lib/auth/access-table.ts'
import { listExports } from '@/lib/auth/organizations/data.ts'
import { requirePage } from '@/lib/auth/require-page.ts'
import { readerOf } from '@/lib/auth/session-claims.ts'
import { inOrganization } from '@/lib/db/organization.ts'
import { PrefetchedQuery } from '../../prefetched-query.tsx'
import { deleteData } from './actions.ts'

export const metadata: Metadata = { title: AREAS.data.label }

export default async function DataPage() {
  const member = await requirePage('data')
  const reader = readerOf(member)
  return (
    <Page title={AREAS.data.label} lead="What we keep for your company, yours to take away or delete.">
      <Panel
        title="Take a copy"
        note="One file (JSON) with everything: calls with what was said, leads with their notes, visits, settings, and the log. Recordings are not in it, nor are secrets such as keys. You confirm who you are if you last did so ten minutes ago or more."
      >
        <ExportButton reader={reader} />
      </Panel>
      <Panel title="Copies that were taken">
        <PrefetchedQuery
          name="exports"
          label="Loading the list of copies"
          reader={reader}
          read={(db) => inOrganization(db, reader.organizationId, (tx) => listExports(tx, reader.userId))}
        >
          {(hasFailed) => <ExportList reader={reader} hasFailed={hasFailed} />}
        </PrefetchedQuery>
      </Panel>
      <Panel
        title="Delete the data"
        note="Removes calls, leads, visits, connections, keys and the log. To close the account as a whole, delete the organization on its own page: then nothing stays."
      >
        <DeleteData deleteData={deleteData} />
      </Panel>
    </Page>
  )
}
