import { withAccess } from '@/lib/auth/with-access.ts'
import { exportCalls } from '@/lib/calls/csv.ts'
import { callListState, filterOf } from '@/lib/calls/list-state.ts'
import { withOrganization } from '@/lib/db/organization.ts'
import { env } from '@/lib/env.ts'
import { readAddress } from '@/lib/query/address-state.ts'

const RULE = { permission: 'org:leads:manage', reverification: 'moderate' } as const

/** Whether the calls may be exported: a browser can ask who it is before it opens the file, and not while it does. */
export const POST = withAccess(RULE, async () => Response.json({}))

/** The calls of the list, by the state in its address, on all pages: a file of CSV, latest first. */
export const GET = withAccess(RULE, async ({ organization, userId }, request) => {
  const state = readAddress(callListState, new URL(request.url).searchParams)
  const { databaseUrl } = env()
  const file = await exportCalls(
    (work) => withOrganization(databaseUrl, organization.id, work),
    { kind: 'person', id: userId },
    filterOf(state, userId),
  )
  const name = `calls-${new Date().toISOString().slice(0, 10)}.csv`
  return new Response(file, {
    headers: { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': `attachment; filename="${name}"` },
  })
})
