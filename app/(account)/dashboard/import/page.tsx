import { ImportView } from '@/components/dashboard/imports/import-view.tsx'
import { importScreenState } from '@/lib/dashboard/imports/record.ts'
import { listImports } from '@/lib/dashboard/imports/repository.ts'
import { readSearchParams } from '@/lib/dashboard/query/search-params.ts'
import { buildAreaMetadata, openArea, type SearchParams } from '../area.ts'
import { OrganizationQuery } from '../prefetched-query.tsx'

export const metadata = buildAreaMetadata('imports')

export default async function ImportPage({ searchParams }: { searchParams: SearchParams }) {
  const { reader } = await openArea('imports')
  const { kind } = readSearchParams(importScreenState, await searchParams)
  return (
    <OrganizationQuery name="imports" label="Loading imports" reader={reader} read={listImports}>
      {(hasFailed) => <ImportView reader={reader} kind={kind} hasFailed={hasFailed} />}
    </OrganizationQuery>
  )
}
