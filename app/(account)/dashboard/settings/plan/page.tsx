import { Suspense } from 'react'
import { ChooseTrial } from '@/components/dashboard/trials/choose-trial.tsx'
import { TRIAL_AFTER, TRIAL_OFFER, trialSentence } from '@/components/dashboard/trials/trial-words.ts'
import { FeatureTable } from '@/components/dashboard/access-tables.tsx'
import { Loading } from '@/components/dashboard/loading.tsx'
import { Page } from '@/components/dashboard/page.tsx'
import { PlanUsage } from '@/components/dashboard/plan-usage.tsx'
import { Panel } from '@/components/ui/panel.tsx'
import { TextLink } from '@/components/ui/link.tsx'
import { AREAS, callsIncludedIn, planLabel, rolesWith } from '@/lib/platform/auth/access-table.ts'
import type { Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { countedParams, readCountedCalls } from '@/lib/dashboard/calls/counted.ts'
import { CONTACT_PATH, PRICING_PATH } from '@/lib/routes.ts'
import { timeZoneOf } from '@/lib/dashboard/settings/time-zone.ts'
import { findTrial } from '@/lib/dashboard/trials/repository.ts'
import { hasAgreedPlan, isTrialRunning } from '@/lib/dashboard/trials/trial.ts'
import { formatChoice } from '@/lib/values/format.ts'
import { areaMetadata, openArea } from '../../area.ts'
import { readOrUndefined } from '../../prefetched-query.tsx'

export const metadata = areaMetadata('plan')

type CountedProps = { organizationId: string; plan: string; isTrial: boolean }

async function CountedCalls({ organizationId, plan, isTrial }: CountedProps) {
  const counted = await readOrUndefined(organizationId, 'dashboard: call count failed', (tx) =>
    readCountedCalls(tx, new Date()),
  )
  if (!counted) return <p>We couldn’t count this month’s calls. Reload the page in a minute.</p>
  const included = callsIncludedIn(plan)
  return (
    <>
      <PlanUsage count={counted.count} included={included} isTrial={isTrial} />
      <p className="mt-4 max-w-text">
        Calls under 10 seconds and calls from your on-call team don’t count.{' '}
        <TextLink href={AREAS.calls.path + countedParams(counted)}>See counted calls</TextLink>
      </p>
    </>
  )
}

async function Trial({ reader, mayChoose }: { reader: Reader; mayChoose: boolean }) {
  const read = await readOrUndefined(reader.organizationId, 'dashboard: plan page trial lookup failed', async (tx) => ({
    trial: await findTrial(tx),
    timeZone: await timeZoneOf(tx),
  }))
  if (!read) return <p>Your trial couldn’t be loaded. Reload the page in a minute.</p>
  const { trial, timeZone } = read
  const now = new Date()
  const isOver = trial !== null && !isTrialRunning(trial, now)
  return (
    <>
      <p className="max-w-text">{trial ? trialSentence(trial, now.toISOString(), timeZone) : TRIAL_OFFER}</p>
      {trial && <p className="mt-2 max-w-text text-muted-foreground">{TRIAL_AFTER}</p>}
      {!isOver && mayChoose && <ChooseTrial reader={reader} chosen={trial?.plan ?? null} />}
      {!isOver && !mayChoose && (
        <p className="mt-2 text-muted-foreground">{`To choose a plan, ask someone with the role ${formatChoice(rolesWith('org:settings:manage'))}.`}</p>
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
  const hasAgreed = hasAgreedPlan(member.plans)
  const contents = plan === 'free_org' ? 'Included without a plan' : planLabel(plan)
  return (
    <Page title={title} lead="Calls used this month and included features.">
      {!hasAgreed && (
        <Panel title="Your trial">
          <Suspense fallback={<Loading label="Loading your trial" rows={2} />}>
            <Trial reader={reader} mayChoose={may('org:settings:manage')} />
          </Suspense>
        </Panel>
      )}
      <Panel title="Calls">
        <Suspense fallback={<Loading label="Loading this month’s calls" rows={6} />}>
          <CountedCalls organizationId={reader.organizationId} plan={plan} isTrial={!hasAgreed} />
        </Suspense>
      </Panel>
      <Panel title={contents}>
        <FeatureTable included={member.features} />
        <p className="mt-4">
          To change your plan, <TextLink href={CONTACT_PATH}>contact us</TextLink>.{' '}
          <TextLink href={PRICING_PATH}>Compare plans</TextLink>
        </p>
      </Panel>
    </Page>
  )
}
