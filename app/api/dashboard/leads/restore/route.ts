import { withAccess } from '@/lib/auth/with-access.ts'
import { withOrganization } from '@/lib/db/organization.ts'
import { env } from '@/lib/env.ts'
import { readInput } from '@/lib/http/json-input.ts'
import { restoreLeads } from '@/lib/leads/bulk.ts'
import { leadsRestoreInput } from '@/lib/leads/input.ts'

/** Takes a change of several leads back: `{ changed, kept }`, with how many others have changed since; 422 for what does not fit. */
export const POST = withAccess({ permission: 'org:leads:manage' }, async ({ organization, userId }, request) => {
  const read = await readInput(request, leadsRestoreInput)
  if ('refused' in read) return read.refused
  const { previous } = read.input
  return Response.json(
    await withOrganization(env().databaseUrl, organization.id, (scope) =>
      restoreLeads(scope, { kind: 'person', id: userId }, previous),
    ),
  )
})
