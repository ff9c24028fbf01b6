import { KeysView } from '@/components/dashboard/keys/keys-view.tsx'
import { readKeys } from '@/lib/dashboard/keys/repository.ts'
import { buildAreaMetadata, openArea } from '../../area.ts'
import { OrganizationQuery } from '../../prefetched-query.tsx'

export const metadata = buildAreaMetadata('keys')

export default async function KeysPage() {
  const { reader, may } = await openArea('keys')
  return (
    <OrganizationQuery name="keys" label="Loading API keys" reader={reader} read={readKeys}>
      {(hasFailed) => <KeysView reader={reader} canManage={may('org:integrations:manage')} hasFailed={hasFailed} />}
    </OrganizationQuery>
  )
}
