import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { CallerList } from '@/components/dashboard/callers/caller-list.tsx'
import { Page } from '@/components/dashboard/page.tsx'
import { AREAS } from '@/lib/auth/access-table.ts'
import { requirePage } from '@/lib/auth/require-page.ts'
import { readerOf } from '@/lib/auth/session-claims.ts'
import { callerSearch } from '@/lib/callers/input.ts'
import { callersReaderOf, listCallers } from '@/lib/callers/list.ts'
import { CALLER_SOURCES, callerOf } from '@/lib/callers/read.ts'
import { inOrganization, withOrganization } from '@/lib/db/organization.ts'
import { env } from '@/lib/env.ts'
import { log } from '@/lib/log/log.ts'
import { PrefetchedQuery } from '../prefetched-query.tsx'

export const metadata: Metadata = { title: AREAS.callers.label }

type Params = Record<string, string | string[] | undefined>

/** The caller of a call, lead or visit, which an address may name, as it may not a number. */
async function callerIn(organizationId: string, params: Params): Promise<string | undefined> {
  const source = CALLER_SOURCES.find((name) => typeof params[name] === 'string')
  if (!source) return undefined
  try {
    return await withOrganization(env().databaseUrl, organizationId, (tx) =>
      callerOf(tx, source, String(params[source])),
    )
  } catch (error) {
    // The caller can still be searched for.
    log.error({ err: error }, 'The caller of a call, lead or visit could not be read')
    return undefined
  }
}

export default async function CallersPage({ searchParams }: { searchParams: Promise<Params> }) {
  const member = await requirePage('callers')
  const reader = readerOf(member)
  const id = await callerIn(reader.organizationId, await searchParams)
  if (id) redirect(`${AREAS.callers.path}/${id}`)
  const all = callerSearch.parse({})
  return (
    <Page
      title={AREAS.callers.label}
      lead="Everybody who called or was written down, with all their calls, leads and visits."
    >
      <PrefetchedQuery
        name="callers"
        label="Loading the callers"
        reader={reader}
        params={all}
        read={(db) => inOrganization(db, reader.organizationId, (tx) => listCallers(tx, callersReaderOf(member), all))}
      >
        {(hasFailed) => <CallerList reader={reader} hasFailed={hasFailed} />}
      </PrefetchedQuery>
    </Page>
  )
}
