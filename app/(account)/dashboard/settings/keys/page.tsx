import type { Metadata } from 'next'
import { KeysView } from '@/components/dashboard/keys/keys-view.tsx'
import { AREAS } from '@/lib/auth/access-table.ts'
import { isAllowed } from '@/lib/auth/check-access.ts'
import { requirePage } from '@/lib/auth/require-page.ts'
import { readerOf } from '@/lib/auth/session-claims.ts'
import { inOrganization } from '@/lib/db/organization.ts'
import { readKeys } from '@/lib/keys/store.ts'
import { PrefetchedQuery } from '../../prefetched-query.tsx'

export const metadata: Metadata = { title: AREAS.keys.label }

export default async function KeysPage() {
  const member = await requirePage('keys')
  const reader = readerOf(member)
  const mayManage = isAllowed(member, { permission: 'org:integrations:manage' })
  return (
    <PrefetchedQuery
      name="keys"
      label="Loading the keys"
      reader={reader}
      read={(db) => inOrganization(db, reader.organizationId, readKeys)}
    >
      {(hasFailed) => <KeysView reader={reader} mayManage={mayManage} hasFailed={hasFailed} />}
    </PrefetchedQuery>
  )
}
