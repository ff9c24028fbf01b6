import { Page } from '@/components/dashboard/page.tsx'
import { OnCallSettings } from '@/components/dashboard/settings/on-call-settings.tsx'
import { ReadOnlyNote } from '@/components/dashboard/settings/read-only-note.tsx'
import { getSettings } from '@/lib/dashboard/settings/repository.ts'
import { buildAreaMetadata, openArea } from '../../area.ts'
import { OrganizationQuery } from '../../prefetched-query.tsx'

export const metadata = buildAreaMetadata('onCall')

export default async function OnCallPage() {
  const { reader, title, may } = await openArea('onCall')
  const canChange = may('org:settings:manage')
  return (
    <Page title={title} lead="Who gets called in an emergency, and in what order.">
      {!canChange && <ReadOnlyNote />}
      <OrganizationQuery name="settings" label="Loading on-call list" reader={reader} read={getSettings}>
        {(hasFailed) => <OnCallSettings reader={reader} hasFailed={hasFailed} canChange={canChange} />}
      </OrganizationQuery>
    </Page>
  )
}
