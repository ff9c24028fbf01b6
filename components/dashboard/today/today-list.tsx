'use client'

import { lazy, Suspense } from 'react'
import { AREAS } from '@/lib/auth/access-table.ts'
import { dashboardQuery } from '@/lib/query/dashboard-query.ts'
import { type Today, today } from '@/lib/today/today.ts'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Loading, QueryResult } from '../loading.tsx'
import { Page } from '../page.tsx'
import { CallRows } from './call-rows.tsx'
import type { StepsProps } from './steps.tsx'
import { morningSentence, nightTimes } from './today-words.ts'

/** With its forms, which a company needs until its first call and then never again. */
const FirstSteps = lazy(async () => ({ default: (await import('./first-steps.tsx')).FirstSteps }))

function Waiting({ today }: { today: Today }) {
  const { waiting, waitingCount } = today
  if (waitingCount === 0) return null
  return (
    <Panel title={waitingCount === 1 ? 'One call needs you' : `${waitingCount.toLocaleString('en-US')} calls need you`}>
      <CallRows label="Calls that need you" calls={waiting} today={today} />
      {waitingCount > waiting.length && (
        <p className="mt-3">
          <Link href={`${AREAS.calls.path}?attention=true`} className="text-link">
            See all {waitingCount.toLocaleString('en-US')}
          </Link>
        </p>
      )}
    </Panel>
  )
}

function Morning(props: StepsProps) {
  const { today } = props
  const { calls, steps } = today
  const firstSteps = !steps.firstCall && (
    <Suspense fallback={<Loading label="Loading the steps to the first call" rows={14} />}>
      <FirstSteps {...props} />
    </Suspense>
  )
  if (firstSteps && !steps.testCall) return firstSteps
  return (
    <>
      {firstSteps}
      <Waiting today={today} />
      <Panel title="Since you closed">
        {calls.length > 0 ? (
          <CallRows label="Calls since you closed" calls={calls} today={today} />
        ) : (
          <Empty icon="moon" title="Nothing else came in">
            Calls appear here by themselves, as soon as the assistant has hung up.
          </Empty>
        )}
        <p className="mt-3">
          <Link href={AREAS.calls.path} className="text-link">
            See all calls
          </Link>
        </p>
      </Panel>
    </>
  )
}

/** What the owner reads in the morning; it changes while they look. */
export function TodayList({ hasFailed, ...props }: Omit<StepsProps, 'today'> & { hasFailed: boolean }) {
  return (
    <QueryResult what="The morning list" query={dashboardQuery('today', today, props.reader)} hasFailed={hasFailed}>
      {(read) => (
        <Page title={morningSentence(read)} lead={nightTimes(read)}>
          <Morning {...props} today={read} />
        </Page>
      )}
    </QueryResult>
  )
}
