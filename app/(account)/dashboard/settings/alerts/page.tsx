import type { Metadata } from 'next'
import { AlertsView } from '@/components/dashboard/alerts/alerts-view.tsx'
import { Page } from '@/components/dashboard/page.tsx'
import { readAlertsPage } from '@/lib/alerts/preferences-store.ts'
import { alertsSetUp } from '@/lib/alerts/set-up.ts'
import { AREAS } from '@/lib/auth/access-table.ts'
import { requirePage } from '@/lib/auth/require-page.ts'
import { readerOf } from '@/lib/auth/session-claims.ts'
import { inOrganization } from '@/lib/db/organization.ts'
import { env } from '@/lib/env.ts'
import { PrefetchedQuery } from '../../prefetched-query.tsx'

export const metadata: Metadata = { title: AREAS.alerts.label }

export default async function AlertsPage() {
  const member = await requirePage('alerts')
  const reader = readerOf(member)
  return (
    <Page title={AREAS.alerts.label} lead="How you are told of a call that cannot wait, wherever you are.">
      <PrefetchedQuery
        name="alerts/preferences"
        label="Loading how you are told"
        reader={reader}
        read={(db) =>
          inOrganization(db, reader.organizationId, (tx) =>
            readAlertsPage(tx, reader.userId, new Date(), alertsSetUp(env())),
          )
        }
      >
        {(hasFailed) => <AlertsView reader={reader} hasFailed={hasFailed} />}
      </PrefetchedQuery>
    </Page>
  )
}
