import type { Metadata } from 'next'
import { Suspense } from 'react'
import { ChooseTrial } from '@/components/dashboard/trials/choose-trial.tsx'
import { TRIAL_AFTER, TRIAL_OFFER, trialSentence } from '@/components/dashboard/trials/trial-words.ts'
import { FeatureTable } from '@/components/dashboard/access-tables.tsx'
import { Loading } from '@/components/dashboard/loading.tsx'
import { Page } from '@/components/dashboard/page.tsx'
import { PlanUsage } from '@/components/dashboard/plan-usage.tsx'
import { Panel } from '@/components/ui/panel.tsx'
import { Link } from '@/components/ui/link.tsx'
import { AREAS, callsIncludedIn, planLabel, rolesWith } from '@/lib/auth/access-table.ts'
import { isAllowed } from '@/lib/auth/check-access.ts'
import { requirePage } from '@/lib/auth/require-page.ts'
import { type Member, readerOf } from '@/lib/auth/session-claims.ts'
import { countedParams, readCountedCalls } from '@/lib/calls/counted.ts'
import { withOrganization } from '@/lib/db/organization.ts'
import { env } from '@/lib/env.ts'
import { log } from '@/lib/log/log.ts'
import { CONTACT_PATH, PRICING_PATH } from '@/lib/routes.ts'
import { timeZoneOf } from '@/lib/settings/time-zone.ts'
import { findTrial } from '@/lib/trials/store.ts'
import { hasAgreedPlan, isTrialRunning } from '@/lib/trials/trial.ts'

export const metadata: Metadata = { title: AREAS.plan.label }

/** Undefined when the database does not answer: the rest of the page says what the plan includes all the same. */
async function countedCalls(organizationId: string) {
  try {
    return await withOrganization(env().databaseUrl, organizationId, (tx) => readCountedCalls(tx, new Date()))
  } catch (error) {
    log.error({ err: error }, 'The calls of a month could not be counted')
    return undefined
  }
}

type CountedProps = { organizationId: string; plan: string; isTrial: boolean }

async function CountedCalls({ organizationId, plan, isTrial }: CountedProps) {
  const counted = await countedCalls(organizationId)
  if (!counted) return <p>The calls of this month could not be counted. Load the page again in a minute.</p>
  const included = callsIncludedIn(plan)
  return (
    <>
      <PlanUsage count={counted.count} included={included} isTrial={isTrial} />
      <p className="mt-4 max-w-text">
        Calls that end in the first ten seconds, and those from the numbers of your people on call, are not counted.{' '}
        <Link href={AREAS.calls.path + countedParams(counted)} className="text-link">
          See the calls that are counted
        </Link>
      </p>
    </>
  )
}

/** Undefined when the database does not answer: then nothing is said of a trial, and none can be chosen. */
async function trialOf(organizationId: string) {
  try {
    return await withOrganization(env().databaseUrl, organizationId, async (tx) => ({
      trial: await findTrial(tx),
      timeZone: await timeZoneOf(tx),
    }))
  } catch (error) {
    log.error({ err: error }, 'The trial could not be read')
    return undefined
  }
}

const or = new Intl.ListFormat('en-US', { type: 'disjunction' })

/** What is tried, until when, and what happens after; until it is over, another plan can be chosen. */
async function Trial({ member }: { member: Member }) {
  const read = await trialOf(member.organization.id)
  if (!read) return <p>What you try could not be read. Load the page again in a minute.</p>
  const { trial, timeZone } = read
  const now = new Date()
  const isOver = trial !== null && !isTrialRunning(trial, now)
  const mayChoose = isAllowed(member, { permission: 'org:settings:manage' })
  return (
    <>
      <p className="max-w-text">{trial ? trialSentence(trial, now.toISOString(), timeZone) : TRIAL_OFFER}</p>
      {trial && <p className="mt-2 max-w-text text-muted-foreground">{TRIAL_AFTER}</p>}
      {!isOver && mayChoose && <ChooseTrial reader={readerOf(member)} chosen={trial?.plan ?? null} />}
      {!isOver && !mayChoose && (
        <p className="mt-2 text-muted-foreground">{`It is chosen by who has the role ${or.format(rolesWith('org:settings:manage'))}.`}</p>
      )}
      {isOver && (
        <p className="mt-2">
          <Link href={CONTACT_PATH} className="text-link">
            Agree on a plan with us
          </Link>{' '}
          to go on.
        </p>
      )}
    </>
  )
}

export default async function PlanPage() {
  const member = await requirePage('plan')
  const plan = member.plans[0] ?? 'free_org'
  const hasAgreed = hasAgreedPlan(member.plans)
  const title = plan === 'free_org' ? 'What you have without a plan' : planLabel(plan)
  return (
    <Page title={AREAS.plan.label} lead="What your organization’s plan includes.">
      {!hasAgreed && (
        <Panel title="Your trial">
          <Suspense fallback={<Loading label="Reading what you try" rows={2} />}>
            <Trial member={member} />
          </Suspense>
        </Panel>
      )}
      <Panel title="Calls">
        <Suspense fallback={<Loading label="Counting the calls of this month" rows={6} />}>
          <CountedCalls organizationId={member.organization.id} plan={plan} isTrial={!hasAgreed} />
        </Suspense>
      </Panel>
      <Panel title={title}>
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
