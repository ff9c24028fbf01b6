import { withAccess } from '@/lib/auth/with-access.ts'
import { withOrganization } from '@/lib/db/organization.ts'
import { env } from '@/lib/env.ts'
import { exportLeads } from '@/lib/leads/csv.ts'
import { filterOf, leadListState } from '@/lib/leads/list-state.ts'
import { readAddress } from '@/lib/query/address-state.ts'

const RULE = { permission: 'org:leads:manage', reverification: 'moderate' } as const

/** Whether the leads may be exported: a browser can ask who it is before it opens the file, and not while it does. */
export const POST = withAccess(RULE, async () => Response.json({}))

/** The leads of the list, by the state in its address, on all pages: a file of CSV, in the order in which they came in. */
export const GET = withAccess(RULE, async ({ organization, userId }, request) => {
  const state = readAddress(leadListState, new URL(request.url).searchParams)
  const { databaseUrl } = env()
  const file = await exportLeads(
    (work) => withOrganization(databaseUrl, organization.id, work),
    { kind: 'person', id: userId },
    filterOf(state, userId),
  )
  const name = `leads-${new Date().toISOString().slice(0, 10)}.csv`
  return new Response(file, {
    headers: { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': `attachment; filename="${name}"` },
  })
})
