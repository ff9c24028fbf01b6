import { Page } from '@/components/dashboard/page.tsx'
import { ReadOnlyNote } from '@/components/dashboard/settings/read-only-note.tsx'
import { RetentionSettings } from '@/components/dashboard/settings/retention-settings.tsx'
import { TextLink } from '@/components/ui/link.tsx'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { readRetention } from '@/lib/dashboard/retention/run.ts'
import { areaMetadata, openArea } from '../../area.ts'
import { OrganizationQuery } from '../../prefetched-query.tsx'

export const metadata = areaMetadata('retention')

export default async function RetentionPage() {
  const { reader, title, may } = await openArea('retention')
  const mayChange = may('org:settings:manage')
  return (
    <Page title={title} lead="After how many days data is deleted by itself, and what goes with it.">
      {!mayChange && <ReadOnlyNote />}
      <OrganizationQuery
        name="retention"
        label="Loading how long things are kept"
        reader={reader}
        params={{}}
        read={(tx) => readRetention(tx, new Date())}
      >
        {(hasFailed) => <RetentionSettings reader={reader} hasFailed={hasFailed} mayChange={mayChange} />}
      </OrganizationQuery>
      {mayChange && (
        <p className="text-muted-foreground">
          Each change and each run is in the <TextLink href={AREAS.log.path}>log</TextLink>. A copy of everything is
          under <TextLink href={AREAS.data.path}>Company data</TextLink>.
        </p>
      )}
    </Page>
  )
}
