import { withAccess } from '@/lib/auth/with-access.ts'
import { withOrganization } from '@/lib/db/organization.ts'
import { env } from '@/lib/env.ts'
import { readToday } from '@/lib/today/read.ts'

/** What an owner reads in the morning, as `today` in lib/today/today.ts. */
export const GET = withAccess({ permission: 'org:leads:read' }, async ({ organization }) => {
  const read = await withOrganization(env().databaseUrl, organization.id, (scope) => readToday(scope, new Date()))
  return Response.json(read)
})
