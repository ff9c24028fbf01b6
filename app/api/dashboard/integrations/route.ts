import { withAccess } from '@/lib/dashboard/access/with-access.ts'
import { createIntegrationContext } from '@/lib/dashboard/integrations/context.ts'
import { readIntegrationsOverview } from '@/lib/dashboard/integrations/overview.ts'
import { findAllowance } from '@/lib/dashboard/integrations/plan.ts'

export const GET = withAccess({ permission: 'org:integrations:read' }, async (member) => {
  const { transaction, settings } = createIntegrationContext(member.organization.id)
  const allowance = findAllowance(member.plans)
  return Response.json(await transaction((tx) => readIntegrationsOverview(tx, settings, allowance)))
})
