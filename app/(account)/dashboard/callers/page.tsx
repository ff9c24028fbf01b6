import { redirect } from 'next/navigation'
import { CallerList } from '@/components/dashboard/callers/caller-list.tsx'
import { ImportLink } from '@/components/dashboard/imports/import-link.tsx'
import { Page } from '@/components/dashboard/page.tsx'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { buildCallerSearch, callerListState } from '@/lib/dashboard/callers/input.ts'
import { toRecordReader } from '@/lib/dashboard/access/record-reader.ts'
import { listCallers } from '@/lib/dashboard/callers/list.ts'
import { readSearchParams } from '@/lib/dashboard/query/search-params.ts'
import { CALLER_SOURCES, findSourceCaller } from '@/lib/dashboard/callers/read.ts'
import { buildAreaMetadata, openArea, type SearchParams } from '../area.ts'
import { OrganizationQuery, readOrUndefined } from '../prefetched-query.tsx'

export const metadata = buildAreaMetadata('callers')

/** Finds the caller of the call, lead or visit in the URL. The URL may contain these ids, but never a phone number. */
async function findCallerId(organizationId: string, params: Awaited<SearchParams>): Promise<string | undefined> {
  const source = CALLER_SOURCES.find((name) => typeof params[name] === 'string')
  if (!source) return undefined
  return readOrUndefined(organizationId, 'dashboard: caller lookup failed', (tx) =>
    findSourceCaller(tx, source, String(params[source])),
  )
}

export default async function CallersPage({ searchParams }: { searchParams: SearchParams }) {
  const { member, reader, title, may } = await openArea('callers')
  const params = await searchParams
  const id = await findCallerId(reader.organizationId, params)
  if (id) redirect(`${AREAS.callers.path}/${id}`)
  const search = buildCallerSearch(readSearchParams(callerListState, params))
  return (
    <Page
      title={title}
      lead="Everyone who has called or been added, with their calls, leads and visits."
      actions={may('org:leads:manage') && <ImportLink kind="callers" />}
    >
      <OrganizationQuery
        name="callers"
        label="Loading callers"
        reader={reader}
        params={search}
        read={(tx) => listCallers(tx, toRecordReader(member), search)}
      >
        {(hasFailed) => <CallerList reader={reader} hasFailed={hasFailed} />}
      </OrganizationQuery>
    </Page>
  )
}
