import { withAccess } from '@/lib/auth/with-access.ts'
import { integrationsOf } from '@/lib/integrations/context.ts'
import { integrationsOverview } from '@/lib/integrations/overview.ts'
import { allowanceOf } from '@/lib/integrations/plan.ts'

/** All systems with the organization's connections: see `integrationsAnswer`. */
export const GET = withAccess({ permission: 'org:integrations:read' }, async ({ organization, plans, permissions }) => {
  const { transaction, settings } = integrationsOf(organization.id)
  const mayManage = permissions.includes('org:integrations:manage')
  const allowance = allowanceOf(plans)
  return Response.json(await transaction((scope) => integrationsOverview(scope, settings, { allowance, mayManage })))
})
