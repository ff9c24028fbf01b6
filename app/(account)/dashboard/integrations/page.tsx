import type { Metadata } from 'next'
import { Integrations } from '@/components/dashboard/integrations/integrations.tsx'
import { Page } from '@/components/dashboard/page.tsx'
import { AREAS } from '@/lib/auth/access-table.ts'
import { isAllowed } from '@/lib/auth/check-access.ts'
import { requirePage } from '@/lib/auth/require-page.ts'
import { readerOf } from '@/lib/auth/session-claims.ts'
import { inOrganization } from '@/lib/db/organization.ts'
import { integrationSettings } from '@/lib/integrations/environment.ts'
import { integrationsOverview } from '@/lib/integrations/overview.ts'
import { allowanceOf } from '@/lib/integrations/plan.ts'
import { PrefetchedQuery } from '../prefetched-query.tsx'

export const metadata: Metadata = { title: AREAS.integrations.label }

export default async function IntegrationsPage() {
  const member = await requirePage('integrations')
  const reader = readerOf(member)
  const mayManage = isAllowed(member, { permission: 'org:integrations:manage' })
  const allowance = allowanceOf(member.plans)
  return (
    <Page
      title={AREAS.integrations.label}
      lead="What the assistant may see in your other systems. Each connection begins with reading; writing is a switch in your hand."
    >
      <PrefetchedQuery
        name="integrations"
        label="Loading your connections"
        reader={reader}
        read={(db) =>
          inOrganization(db, reader.organizationId, (tx) => integrationsOverview(tx, integrationSettings(), allowance))
        }
      >
        {(hasFailed) => <Integrations reader={reader} mayManage={mayManage} hasFailed={hasFailed} />}
      </PrefetchedQuery>
    </Page>
  )
}
