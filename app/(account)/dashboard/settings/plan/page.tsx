import { Suspense } from 'react'
import { ChooseTrial } from '@/components/dashboard/trials/choose-trial.tsx'
import { TRIAL_AFTER, TRIAL_OFFER, formatTrial } from '@/components/dashboard/trials/trial-format.ts'
import { FeatureTable } from '@/components/dashboard/access-tables.tsx'
import { Loading } from '@/components/dashboard/loading.tsx'
import { Page } from '@/components/dashboard/page.tsx'
import { PlanUsage } from '@/components/dashboard/plan-usage.tsx'
import { Panel } from '@/components/ui/panel.tsx'
import { TextLink } from '@/components/ui/link.tsx'
import { AREAS, getIncludedCalls, getPlanLabel, getRolesWithPermission } from '@/lib/platform/auth/access-table.ts'
import type { Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { buildBillableParams, readBillableCalls } from '@/lib/dashboard/calls/billable.ts'
import { CONTACT_PATH, PRICING_PATH } from '@/lib/routes.ts'
import { getTimeZone } from '@/lib/dashboard/settings/time-zone.ts'
import { findTrial } from '@/lib/dashboard/trials/repository.ts'
import { hasPaidPlan, isTrialRunning } from '@/lib/dashboard/trials/trial.ts'
import { formatChoice } from '@/lib/values/format.ts'
import { buildAreaMetadata, openArea } from '../../area.ts'
import { readOrUndefined } from '../../prefetched-query.tsx'

export const metadata = buildAreaMetadata('plan')

type UsageProps = { organizationId: string; plan: string; isTrial: boolean }

async function UsagePanel({ organizationId, plan, isTrial }: UsageProps) {
  const usage = await readOrUndefined(organizationId, 'dashboard: call count failed', (tx) =>
    readBillableCalls(tx, new Date()),
  )
  if (!usage) return <p>We couldn’t count this month’s calls. Reload the page in a minute.</p>
  const includedCalls = getIncludedCalls(plan)
  return (
    <>
      <PlanUsage count={usage.count} included={includedCalls} isTrial={isTrial} />
      <p className="mt-4 max-w-text">
        Calls under 10 seconds and calls from your on-call team don’t count.{' '}
        <TextLink href={AREAS.calls.path + buildBillableParams(usage)}>See counted calls</TextLink>
      </p>
    </>
  )
}

async function Trial({ reader, canChoose }: { reader: Reader; canChoose: boolean }) {
  const trialData = await readOrUndefined(
    reader.organizationId,
    'dashboard: plan page trial lookup failed',
    async (tx) => ({
      trial: await findTrial(tx),
      timeZone: await getTimeZone(tx),
    }),
  )
  if (!trialData) return <p>Your trial couldn’t be loaded. Reload the page in a minute.</p>
  const { trial, timeZone } = trialData
  const now = new Date()
  const isOver = trial !== null && !isTrialRunning(trial, now)
  return (
    <>
      <p className="max-w-text">{trial ? formatTrial(trial, now.toISOString(), timeZone) : TRIAL_OFFER}</p>
      {trial && <p className="mt-2 max-w-text text-muted-foreground">{TRIAL_AFTER}</p>}
      {!isOver && canChoose && <ChooseTrial reader={reader} selectedPlan={trial?.plan ?? null} />}
      {!isOver && !canChoose && (
        <p className="mt-2 text-muted-foreground">{`To choose a plan, ask someone with the role ${formatChoice(getRolesWithPermission('org:settings:manage'))}.`}</p>
      )}
      {isOver && (
        <p className="mt-2">
          <TextLink href={CONTACT_PATH}>Contact us</TextLink> to choose a plan.
        </p>
      )}
    </>
  )
}

export default async function PlanPage() {
  const { member, reader, title, may } = await openArea('plan')
  const plan = member.plans[0] ?? 'free_org'
  const hasAgreed = hasPaidPlan(member.plans)
  const planText = plan === 'free_org' ? 'Included without a plan' : getPlanLabel(plan)
  return (
    <Page title={title} lead="Calls used this month and included features.">
      {!hasAgreed && (
        <Panel title="Your trial">
          <Suspense fallback={<Loading label="Loading your trial" rows={2} />}>
            <Trial reader={reader} canChoose={may('org:settings:manage')} />
          </Suspense>
        </Panel>
      )}
      <Panel title="Calls">
        <Suspense fallback={<Loading label="Loading this month’s calls" rows={6} />}>
          <UsagePanel organizationId={reader.organizationId} plan={plan} isTrial={!hasAgreed} />
        </Suspense>
      </Panel>
      <Panel title={planText}>
        <FeatureTable includedFeatures={member.features} />
        <p className="mt-4">
          To change your plan, <TextLink href={CONTACT_PATH}>contact us</TextLink>.{' '}
          <TextLink href={PRICING_PATH}>Compare plans</TextLink>
        </p>
      </Panel>
    </Page>
  )
}
