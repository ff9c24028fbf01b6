import { Page } from '@/components/dashboard/page.tsx'
import { LogView } from '@/components/dashboard/settings/log-view.tsx'
import { eventFilter } from '@/lib/dashboard/audit/log.ts'
import { readAuditLog } from '@/lib/dashboard/audit/list.ts'
import { readSearchParams } from '@/lib/dashboard/query/search-params.ts'
import { buildAreaMetadata, openArea, type SearchParams } from '../../area.ts'
import { OrganizationQuery } from '../../prefetched-query.tsx'

export const metadata = buildAreaMetadata('log')

export default async function LogPage({ searchParams }: { searchParams: SearchParams }) {
  const { reader, title } = await openArea('log')
  const filter = readSearchParams(eventFilter, await searchParams)
  return (
    <Page title={title} lead="Every view and change, with who and when. Entries can’t be edited.">
      <OrganizationQuery
        name="log"
        label="Loading audit log"
        reader={reader}
        params={filter}
        read={async (tx) => ({ pages: [await readAuditLog(tx, filter)], pageParams: [''] })}
      >
        {(hasFailed) => <LogView reader={reader} hasFailed={hasFailed} />}
      </OrganizationQuery>
    </Page>
  )
}
