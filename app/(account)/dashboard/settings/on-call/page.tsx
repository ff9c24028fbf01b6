import type { Metadata } from 'next'
import { Page } from '@/components/dashboard/page.tsx'
import { OnCallSettings } from '@/components/dashboard/settings/on-call-settings.tsx'
import { ReadOnlyNote } from '@/components/dashboard/settings/read-only-note.tsx'
import { AREAS } from '@/lib/auth/access-table.ts'
import { isAllowed } from '@/lib/auth/check-access.ts'
import { requirePage } from '@/lib/auth/require-page.ts'
import { readerOf } from '@/lib/auth/session-claims.ts'
import { inOrganization } from '@/lib/db/organization.ts'
import { getSettings } from '@/lib/settings/store.ts'
import { PrefetchedQuery } from '../../prefetched-query.tsx'

export const metadata: Metadata = { title: AREAS.onCall.label }

export default async function OnCallPage() {
  const member = await requirePage('onCall')
  const reader = readerOf(member)
  const mayChange = isAllowed(member, { permission: 'org:settings:manage' })
  return (
    <Page title={AREAS.onCall.label} lead="Whose phone rings when a caller is in danger, and in which order.">
      {!mayChange && <ReadOnlyNote />}
      <PrefetchedQuery
        name="settings"
        label="Loading the list"
        reader={reader}
        read={(db) => inOrganization(db, reader.organizationId, getSettings)}
      >
        {(hasFailed) => <OnCallSettings reader={reader} hasFailed={hasFailed} mayChange={mayChange} />}
      </PrefetchedQuery>
    </Page>
  )
}
