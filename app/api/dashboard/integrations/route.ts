import { withAccess } from '@/lib/auth/with-access.ts'
import { integrationsOf } from '@/lib/integrations/context.ts'
import { integrationsOverview } from '@/lib/integrations/overview.ts'
import { allowanceOf } from '@/lib/integrations/plan.ts'

/** All systems with the organization's connections: see `integrationsAnswer`. */
export const GET = withAccess({ permission: 'org:integrations:read' }, async (member) => {
  const { transaction, settings } = integrationsOf(member.organization.id)
  const allowance = allowanceOf(member.plans)
  return Response.json(await transaction((tx) => integrationsOverview(tx, settings, allowance)))
})
