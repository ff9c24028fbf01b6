import type { Metadata } from 'next'
import { Page } from '@/components/dashboard/page.tsx'
import { ReadOnlyNote } from '@/components/dashboard/settings/read-only-note.tsx'
import { RetentionSettings } from '@/components/dashboard/settings/retention-settings.tsx'
import { Link } from '@/components/ui/link.tsx'
import { AREAS } from '@/lib/auth/access-table.ts'
import { isAllowed } from '@/lib/auth/check-access.ts'
import { requirePage } from '@/lib/auth/require-page.ts'
import { readerOf } from '@/lib/auth/session-claims.ts'
import { inOrganization } from '@/lib/db/organization.ts'
import { readRetention } from '@/lib/retention/read.ts'
import { PrefetchedQuery } from '../../prefetched-query.tsx'

export const metadata: Metadata = { title: AREAS.retention.label }

export default async function RetentionPage() {
  const member = await requirePage('retention')
  const reader = readerOf(member)
  const mayChange = isAllowed(member, { permission: 'org:settings:manage' })
  return (
    <Page title={AREAS.retention.label} lead="After how many days data is deleted by itself, and what goes with it.">
      {!mayChange && <ReadOnlyNote />}
      <PrefetchedQuery
        name="retention"
        label="Loading how long things are kept"
        reader={reader}
        params={{}}
        read={(db) => inOrganization(db, reader.organizationId, (tx) => readRetention(tx, new Date()))}
      >
        {(hasFailed) => <RetentionSettings reader={reader} hasFailed={hasFailed} mayChange={mayChange} />}
      </PrefetchedQuery>
      {mayChange && (
        <p className="text-muted-foreground">
          Each change and each run is in the{' '}
          <Link href={AREAS.log.path} className="text-link">
            log
          </Link>
          . A copy of everything is under{' '}
          <Link href={AREAS.data.path} className="text-link">
            Company data
          </Link>
          .
        </p>
      )}
    </Page>
  )
}
