import { Integrations } from '@/components/dashboard/integrations/integrations.tsx'
import { Page } from '@/components/dashboard/page.tsx'
import { getIntegrationSettings } from '@/lib/dashboard/integrations/environment.ts'
import { readIntegrationsOverview } from '@/lib/dashboard/integrations/overview.ts'
import { findAllowance } from '@/lib/dashboard/integrations/plan.ts'
import { readZaps } from '@/lib/dashboard/zapier/zaps.ts'
import { buildAreaMetadata, openArea } from '../area.ts'
import { OrganizationQuery } from '../prefetched-query.tsx'

export const metadata = buildAreaMetadata('integrations')

export default async function IntegrationsPage() {
  const { member, reader, title, may } = await openArea('integrations')
  const allowance = findAllowance(member.plans)
  return (
    <Page
      title={title}
      lead="Choose what the assistant can see in your other systems. Every integration starts read-only; you decide when to allow changes."
    >
      <OrganizationQuery
        name="integrations"
        label="Loading your integrations"
        reader={reader}
        read={(tx) => readIntegrationsOverview(tx, getIntegrationSettings(), allowance)}
      >
        {(hasFailed) => (
          <OrganizationQuery name="zaps" label="Loading your Zaps" reader={reader} read={readZaps} isFailed={hasFailed}>
            {(haveZapsFailed) => (
              <Integrations
                reader={reader}
                canManage={may('org:integrations:manage')}
                hasFailed={hasFailed}
                haveZapsFailed={haveZapsFailed}
              />
            )}
          </OrganizationQuery>
        )}
      </OrganizationQuery>
    </Page>
  )
}
