import { LeadList } from '@/components/dashboard/leads/lead-list.tsx'
import { toListQuery, leadListState } from '@/lib/dashboard/leads/list-state.ts'
import { toRecordReader } from '@/lib/dashboard/access/record-reader.ts'
import { readLeadList } from '@/lib/dashboard/leads/read-list.ts'
import { readSearchParams } from '@/lib/dashboard/query/search-params.ts'
import { buildAreaMetadata, openArea, type SearchParams } from '../area.ts'
import { OrganizationQuery } from '../prefetched-query.tsx'

export const metadata = buildAreaMetadata('leads')

export default async function LeadsPage({ searchParams }: { searchParams: SearchParams }) {
  const { member, reader, may } = await openArea('leads')
  const state = toListQuery(readSearchParams(leadListState, await searchParams))
  return (
    <OrganizationQuery
      name="leads"
      label="Loading leads"
      reader={reader}
      params={state}
      read={(tx) => readLeadList(tx, toRecordReader(member), state)}
    >
      {(hasFailed) => <LeadList reader={reader} hasFailed={hasFailed} canManage={may('org:leads:manage')} />}
    </OrganizationQuery>
  )
}
