import { CallList, DownloadCalls } from '@/components/dashboard/calls/call-list.tsx'
import { Page } from '@/components/dashboard/page.tsx'
import { callListState } from '@/lib/dashboard/calls/list-state.ts'
import { readCallList } from '@/lib/dashboard/calls/read-list.ts'
import { readSearchParams } from '@/lib/dashboard/query/search-params.ts'
import { buildAreaMetadata, openArea, type SearchParams } from '../area.ts'
import { OrganizationQuery } from '../prefetched-query.tsx'

export const metadata = buildAreaMetadata('calls')

export default async function CallsPage({ searchParams }: { searchParams: SearchParams }) {
  const { reader, title, may } = await openArea('calls')
  const state = readSearchParams(callListState, await searchParams)
  return (
    <Page
      title={title}
      lead="Every call, what was said, and how it ended."
      actions={may('org:leads:manage') && <DownloadCalls />}
    >
      <OrganizationQuery
        name="calls"
        label="Loading calls"
        reader={reader}
        params={state}
        read={(tx) => readCallList(tx, reader.userId, state)}
      >
        {(hasFailed) => <CallList reader={reader} hasFailed={hasFailed} />}
      </OrganizationQuery>
    </Page>
  )
}
