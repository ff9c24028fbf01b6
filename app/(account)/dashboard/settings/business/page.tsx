import { Page } from '@/components/dashboard/page.tsx'
import { BusinessSettings } from '@/components/dashboard/settings/business-settings.tsx'
import { ReadOnlyNote } from '@/components/dashboard/settings/read-only-note.tsx'
import { getSettings } from '@/lib/dashboard/settings/repository.ts'
import { buildAreaMetadata, openArea } from '../../area.ts'
import { OrganizationQuery } from '../../prefetched-query.tsx'

export const metadata = buildAreaMetadata('business')

export default async function BusinessPage() {
  const { reader, title, may } = await openArea('business')
  const canChange = may('org:settings:manage')
  return (
    <Page title={title} lead="Business hours, closed days, service area, greeting and call forwarding.">
      {!canChange && <ReadOnlyNote />}
      <OrganizationQuery name="settings" label="Loading settings" reader={reader} read={getSettings}>
        {(hasFailed) => <BusinessSettings reader={reader} hasFailed={hasFailed} canChange={canChange} />}
      </OrganizationQuery>
    </Page>
  )
}
