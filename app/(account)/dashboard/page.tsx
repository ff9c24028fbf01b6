import { Page } from '@/components/dashboard/page.tsx'
import { CallMetricsPanel } from '@/components/dashboard/today/call-metrics.tsx'
import { TodayList } from '@/components/dashboard/today/today-list.tsx'
import { formatMetricsTitle } from '@/components/dashboard/today/today-format.ts'
import { TextLink } from '@/components/ui/link.tsx'
import { Panel } from '@/components/ui/panel.tsx'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { isAllowed } from '@/lib/platform/auth/check-access.ts'
import { readCallMetrics, readToday } from '@/lib/dashboard/today/read.ts'
import { RANGE_NAMES } from '@/lib/dashboard/today/today.ts'
import { hasPaidPlan } from '@/lib/dashboard/trials/trial.ts'
import { buildAreaMetadata, openArea, type SearchParams } from './area.ts'
import { OrganizationQuery } from './prefetched-query.tsx'

export const metadata = buildAreaMetadata('today')

export default async function TodayPage({ searchParams }: { searchParams: SearchParams }) {
  const [{ member, reader, may }, { range: rangeParam }] = await Promise.all([openArea('today'), searchParams])
  if (!isAllowed(member, AREAS.calls)) return <NoCallsNotice />
  const range = RANGE_NAMES.find((name) => name === rangeParam) ?? 'week'
  return (
    <>
      <OrganizationQuery
        name="today"
        label="Loading morning list"
        rows={14}
        reader={reader}
        read={(tx) => readToday(tx, new Date())}
      >
        {(hasFailed) => (
          <TodayList
            reader={reader}
            canManage={may('org:settings:manage')}
            hasPlan={hasPaidPlan(member.plans)}
            hasFailed={hasFailed}
            canChange={may('org:leads:manage')}
          />
        )}
      </OrganizationQuery>
      <div className="mt-5">
        <Panel title={formatMetricsTitle(range)}>
          <OrganizationQuery
            name="figures"
            label="Loading call volume"
            reader={reader}
            params={{ range }}
            read={(tx) => readCallMetrics(tx, range, new Date())}
          >
            {(hasFailed) => <CallMetricsPanel reader={reader} range={range} hasFailed={hasFailed} />}
          </OrganizationQuery>
        </Panel>
      </div>
    </>
  )
}

function NoCallsNotice() {
  return (
    <Page title={AREAS.today.label} lead="Your role doesn’t include viewing calls and leads.">
      <p>
        <TextLink href={AREAS.access.path}>View your permissions</TextLink>
      </p>
    </Page>
  )
}
