import { AlertsView } from '@/components/dashboard/alerts/alerts-view.tsx'
import { Page } from '@/components/dashboard/page.tsx'
import { getAlertsSetup, readAlertsPage } from '@/lib/dashboard/alerts/preferences-store.ts'
import { env } from '@/lib/platform/env/env.ts'
import { buildAreaMetadata, openArea } from '../../area.ts'
import { OrganizationQuery } from '../../prefetched-query.tsx'

export const metadata = buildAreaMetadata('alerts')

export default async function AlertsPage() {
  const { reader, title } = await openArea('alerts')
  return (
    <Page title={title} lead="How we notify you about urgent calls.">
      <OrganizationQuery
        name="alerts/preferences"
        label="Loading your alert settings"
        reader={reader}
        read={(tx) => readAlertsPage(tx, reader.userId, new Date(), getAlertsSetup(env()))}
      >
        {(hasFailed) => <AlertsView reader={reader} hasFailed={hasFailed} />}
      </OrganizationQuery>
    </Page>
  )
}
