import type { Metadata } from 'next'
import { Loading } from '@/components/dashboard/loading.tsx'
import { Page } from '@/components/dashboard/page.tsx'
import { Figures } from '@/components/dashboard/today/figures.tsx'
import { TodayList } from '@/components/dashboard/today/today-list.tsx'
import { figuresTitle } from '@/components/dashboard/today/today-words.ts'
import { Link } from '@/components/ui/link.tsx'
import { Panel } from '@/components/ui/panel.tsx'
import { AREAS } from '@/lib/auth/access-table.ts'
import { isAllowed } from '@/lib/auth/check-access.ts'
import { requirePage } from '@/lib/auth/require-page.ts'
import { readerOf } from '@/lib/auth/session-claims.ts'
import { inOrganization } from '@/lib/db/organization.ts'
import { readCallFigures, readToday } from '@/lib/today/read.ts'
import { RANGE_NAMES } from '@/lib/today/today.ts'
import { hasAgreedPlan } from '@/lib/trials/trial.ts'
import { PrefetchedQuery } from './prefetched-query.tsx'

export const metadata: Metadata = { title: AREAS.today.label }

type TodayPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function TodayPage({ searchParams }: TodayPageProps) {
  const [member, { range: asked }] = await Promise.all([requirePage('today'), searchParams])
  if (!isAllowed(member, AREAS.calls)) return <WithoutCalls />
  const reader = readerOf(member)
  const range = RANGE_NAMES.find((name) => name === asked) ?? 'week'
  return (
    <>
      <PrefetchedQuery
        name="today"
        placeholder={<Loading label="Loading the morning list" rows={14} />}
        reader={reader}
        read={(db) => inOrganization(db, reader.organizationId, (tx) => readToday(tx, new Date()))}
      >
        {(hasFailed) => (
          <TodayList
            reader={reader}
            mayManage={isAllowed(member, { permission: 'org:settings:manage' })}
            hasPlan={hasAgreedPlan(member.plans)}
            hasFailed={hasFailed}
            mayChange={isAllowed(member, { permission: 'org:leads:manage' })}
          />
        )}
      </PrefetchedQuery>
      <div className="mt-5">
        <Panel title={figuresTitle(range)}>
          <PrefetchedQuery
            name="figures"
            label="Loading the figures"
            reader={reader}
            params={{ range }}
            read={(db) => inOrganization(db, reader.organizationId, (tx) => readCallFigures(tx, range, new Date()))}
          >
            {(hasFailed) => <Figures reader={reader} range={range} hasFailed={hasFailed} />}
          </PrefetchedQuery>
        </Panel>
      </div>
    </>
  )
}

/** For somebody whose role does not include reading calls. */
function WithoutCalls() {
  return (
    <Page title={AREAS.today.label} lead="Your role does not include reading calls and leads.">
      <p>
        <Link href={AREAS.access.path} className="text-link">
          See what you may do
        </Link>
      </p>
    </Page>
  )
}
