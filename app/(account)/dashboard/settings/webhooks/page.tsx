import { WebhooksView } from '@/components/dashboard/webhooks/webhooks-view.tsx'
import { readEndpoints } from '@/lib/dashboard/webhooks/repository.ts'
import { buildAreaMetadata, openArea } from '../../area.ts'
import { OrganizationQuery } from '../../prefetched-query.tsx'

export const metadata = buildAreaMetadata('webhooks')

export default async function WebhooksPage() {
  const { reader } = await openArea('webhooks')
  return (
    <OrganizationQuery name="webhooks" label="Loading webhooks" reader={reader} read={readEndpoints}>
      {(hasFailed) => <WebhooksView reader={reader} hasFailed={hasFailed} />}
    </OrganizationQuery>
  )
}
