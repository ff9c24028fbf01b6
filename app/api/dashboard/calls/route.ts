import { withAccess } from '@/lib/auth/with-access.ts'
import { callListState } from '@/lib/calls/list-state.ts'
import { readCallList } from '@/lib/calls/read-list.ts'
import { withOrganization } from '@/lib/db/organization.ts'
import { env } from '@/lib/env.ts'
import { readAddress } from '@/lib/query/address-state.ts'

/** A page of calls, by the state in the page's address: `CallList`. */
export const GET = withAccess({ permission: 'org:leads:read' }, async ({ organization, userId }, request) => {
  const state = readAddress(callListState, new URL(request.url).searchParams)
  const list = await withOrganization(env().databaseUrl, organization.id, (scope) => readCallList(scope, userId, state))
  return Response.json(list)
})
