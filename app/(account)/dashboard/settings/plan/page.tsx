import type { Metadata } from 'next'
import { Suspense } from 'react'
import { FeatureTable } from '@/components/dashboard/access-tables.tsx'
import { Stat, Stats } from '@/components/ui/stat.tsx'
import { Loading } from '@/components/dashboard/loading.tsx'
import { Page } from '@/components/dashboard/page.tsx'
import { Panel } from '@/components/ui/panel.tsx'
import { Link } from '@/components/ui/link.tsx'
import { AREAS, callsIncludedIn, planLabel } from '@/lib/auth/access-table.ts'
import { requirePage } from '@/lib/auth/require-page.ts'
import { countedParams, readCountedCalls } from '@/lib/calls/counted.ts'
import { withOrganization } from '@/lib/db/organization.ts'
import { env } from '@/lib/env.ts'
import { log } from '@/lib/log/log.ts'
import { CONTACT_PATH, PRICING_PATH } from '@/lib/routes.ts'

export const metadata: Metadata = { title: AREAS.plan.label }

const number = new Intl.NumberFormat('en-US')

/** Undefined when the database does not answer: the rest of the page says what the plan includes all the same. */
async function countedCalls(organizationId: string) {
  try {
    return await withOrganization(env().databaseUrl, organizationId, (tx) => readCountedCalls(tx, new Date()))
  } catch (error) {
    log.error({ err: error }, 'The calls of a month could not be counted')
    return undefined
  }
}

async function CountedCalls({ organizationId, plan }: { organizationId: string; plan: string }) {
  const counted = await countedCalls(organizationId)
  if (!counted) return <p>The calls of this month could not be counted. Load the page again in a minute.</p>
  const included = callsIncludedIn(plan)
  return (
    <>
      <Stats>
        <Stat
          label="Answered calls this month"
          value={number.format(counted.count)}
          note={included > 0 ? `of ${number.format(included)} that the plan includes` : 'No plan has been agreed yet'}
        />
      </Stats>
      <p className="mt-4">
        Calls that end in the first ten seconds, and those from the numbers of your people on call, are not counted.{' '}
        <Link href={AREAS.calls.path + countedParams(counted)} className="text-link">
          See the calls that are counted
        </Link>
      </p>
    </>
  )
}

export default async function PlanPage() {
  const member = await requirePage('plan')
  const plan = member.plans[0] ?? 'free_org'
  return (
    <Page title={AREAS.plan.label} lead="What your organization’s plan includes.">
      <Panel title="Calls">
        <Suspense fallback={<Loading label="Counting the calls of this month" rows={2} />}>
          <CountedCalls organizationId={member.organization.id} plan={plan} />
        </Suspense>
      </Panel>
      <Panel title={planLabel(plan)}>
        <FeatureTable included={member.features} />
        <p className="mt-4">
          Plans are changed by agreement with us.{' '}
          <Link href={PRICING_PATH} className="text-link">
            Compare the plans
          </Link>{' '}
          or{' '}
          <Link href={CONTACT_PATH} className="text-link">
            write to us
          </Link>
          .
        </p>
      </Panel>
    </Page>
  )
}
