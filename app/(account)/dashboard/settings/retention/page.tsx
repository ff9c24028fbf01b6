import { Page } from '@/components/dashboard/page.tsx'
import { ReadOnlyNote } from '@/components/dashboard/settings/read-only-note.tsx'
import { RetentionSettings } from '@/components/dashboard/settings/retention-settings.tsx'
import { TextLink } from '@/components/ui/link.tsx'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { readRetention } from '@/lib/dashboard/retention/run.ts'
import { buildAreaMetadata, openArea } from '../../area.ts'
import { OrganizationQuery } from '../../prefetched-query.tsx'

export const metadata = buildAreaMetadata('retention')

export default async function RetentionPage() {
  const { reader, title, may } = await openArea('retention')
  const canChange = may('org:settings:manage')
  return (
    <Page title={title} lead="How long data is kept before it’s deleted automatically.">
      {!canChange && <ReadOnlyNote />}
      <OrganizationQuery
        name="retention"
        label="Loading retention settings"
        reader={reader}
        params={{}}
        read={(tx) => readRetention(tx, new Date())}
      >
        {(hasFailed) => <RetentionSettings reader={reader} hasFailed={hasFailed} canChange={canChange} />}
      </OrganizationQuery>
      {canChange && (
        <p className="text-muted-foreground">
          Changes and deletions appear in the <TextLink href={AREAS.log.path}>audit log</TextLink>. To export first, go
          to <TextLink href={AREAS.data.path}>Company data</TextLink>.
        </p>
      )}
    </Page>
  )
}
