import { withAccess } from '@/lib/auth/with-access.ts'
import { withOrganization } from '@/lib/db/organization.ts'
import { env } from '@/lib/env.ts'
import { readInput } from '@/lib/http/json-input.ts'
import { changeLeads } from '@/lib/leads/bulk.ts'
import { leadInput, leadsChangeInput } from '@/lib/leads/input.ts'
import { leadListState } from '@/lib/leads/list-state.ts'
import { readLeadList } from '@/lib/leads/read-list.ts'
import { createLead } from '@/lib/leads/store.ts'
import { readAddress } from '@/lib/query/address-state.ts'
import { refusedAssignee } from './assignee.ts'

/** A page of leads, by the state in the page's address: `LeadsPage`. */
export const GET = withAccess({ permission: 'org:leads:read' }, async ({ organization, userId }, request) => {
  const state = readAddress(leadListState, new URL(request.url).searchParams)
  const page = await withOrganization(env().databaseUrl, organization.id, (scope) => readLeadList(scope, userId, state))
  return Response.json(page)
})

const newLead = leadInput.omit({ callId: true })

/** Adds a lead: 201 with `{ lead }`; 422 for what does not fit. */
export const POST = withAccess({ permission: 'org:leads:manage' }, async ({ organization, userId }, request) => {
  const read = await readInput(request, newLead)
  if ('refused' in read) return read.refused
  const { input } = read
  return withOrganization(env().databaseUrl, organization.id, async (scope) => {
    const refused = await refusedAssignee(scope, input)
    if (refused) return refused
    const lead = await createLead(scope, { kind: 'person', id: userId }, input)
    return Response.json({ lead }, { status: 201 })
  })
})

/** Changes several leads the same way: `LeadsChanged`, with how they were before; 422 for what does not fit. */
export const PATCH = withAccess({ permission: 'org:leads:manage' }, async ({ organization, userId }, request) => {
  const read = await readInput(request, leadsChangeInput)
  if ('refused' in read) return read.refused
  const { ids, change } = read.input
  return withOrganization(env().databaseUrl, organization.id, async (scope) => {
    const refused = await refusedAssignee(scope, change)
    if (refused) return refused
    return Response.json(await changeLeads(scope, { kind: 'person', id: userId }, ids, change))
  })
})
