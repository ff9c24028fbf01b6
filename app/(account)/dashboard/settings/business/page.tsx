import type { Metadata } from 'next'
import { Page } from '@/components/dashboard/page.tsx'
import { BusinessSettings } from '@/components/dashboard/settings/business-settings.tsx'
import { ReadOnlyNote } from '@/components/dashboard/settings/read-only-note.tsx'
import { AREAS } from '@/lib/auth/access-table.ts'
import { isAllowed } from '@/lib/auth/check-access.ts'
import { requirePage } from '@/lib/auth/require-page.ts'
import { readerOf } from '@/lib/auth/session-claims.ts'
import { inOrganization } from '@/lib/db/organization.ts'
import { getSettings } from '@/lib/settings/store.ts'
import { PrefetchedQuery } from '../../prefetched-query.tsx'

export const metadata: Metadata = { title: AREAS.business.label }

export default async function BusinessPage() {
  const member = await requirePage('business')
  const reader = readerOf(member)
  const mayChange = isAllowed(member, { permission: 'org:settings:manage' })
  return (
    <Page title={AREAS.business.label} lead="When you are open, where you work, and how calls reach the assistant.">
      {!mayChange && <ReadOnlyNote />}
      <PrefetchedQuery
        name="settings"
        label="Loading the settings"
        reader={reader}
        read={(db) => inOrganization(db, reader.organizationId, getSettings)}
      >
        {(hasFailed) => <BusinessSettings reader={reader} hasFailed={hasFailed} mayChange={mayChange} />}
      </PrefetchedQuery>
    </Page>
  )
}
