import { withAccess } from '@/lib/dashboard/access/with-access.ts'
import { integrationsOf } from '@/lib/dashboard/integrations/context.ts'
import { integrationsOverview } from '@/lib/dashboard/integrations/overview.ts'
import { allowanceOf } from '@/lib/dashboard/integrations/plan.ts'

export const GET = withAccess({ permission: 'org:integrations:read' }, async (member) => {
  const { transaction, settings } = integrationsOf(member.organization.id)
  const allowance = allowanceOf(member.plans)
  return Response.json(await transaction((tx) => integrationsOverview(tx, settings, allowance)))
})
