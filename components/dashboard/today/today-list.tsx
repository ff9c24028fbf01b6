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
import {
  nightAddress,
  nightCount,
  nightHeading,
  nightTimes,
  todaySentence,
  waitingAddress,
  waitingWords,
} from './today-words.ts'

/** With its forms, which a company needs until its first call and then never again. */
const FirstSteps = lazy(async () => ({ default: (await import('./first-steps.tsx')).FirstSteps }))

function Waiting({ today }: { today: Today }) {
  const { waiting, waitingCount } = today
  if (waitingCount === 0) return null
  return (
    <Panel title={waitingWords(waitingCount)}>
      <CallRows label="Calls that need you" calls={waiting} today={today} />
      {waitingCount > waiting.length && (
        <p className="mt-3">
          <Link href={waitingAddress()} className="text-link">
            See all {waitingCount.toLocaleString('en-US')}
          </Link>
        </p>
      )}
    </Panel>
  )
}

function SinceClosing({ today, mayRemove }: { today: Today; mayRemove: boolean }) {
  const { calls, night } = today
  const more = nightCount(today) - calls.filter(({ isTest }) => !isTest).length
  return (
    <Panel title={nightHeading(today)}>
      {calls.length > 0 ? (
        <CallRows
          label={night.closedOn === null ? 'Calls of the last 24 hours' : 'Calls since you closed'}
          calls={calls}
          today={today}
          mayRemove={mayRemove}
        />
      ) : (
        <Empty icon="moon" title="Nobody called">
          Calls appear here by themselves, as soon as the assistant has hung up.
        </Empty>
      )}
      <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1">
        {more > 0 && (
          <Link href={nightAddress(today)} className="text-link">
            {`And ${more.toLocaleString('en-US')} more`}
          </Link>
        )}
        <Link href={AREAS.calls.path} className="text-link">
          See all calls
        </Link>
      </p>
    </Panel>
  )
}

type MorningProps = StepsProps & {
  /** Whether this person may remove test calls. */
  mayRemove: boolean
}

function Morning({ mayRemove, ...props }: MorningProps) {
  const { today } = props
  const { steps } = today
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
      <SinceClosing today={today} mayRemove={mayRemove} />
    </>
  )
}

/** What the owner reads in the morning; it changes while they look. */
export function TodayList({ hasFailed, ...props }: Omit<MorningProps, 'today'> & { hasFailed: boolean }) {
  return (
    <QueryResult what="The morning list" query={dashboardQuery('today', today, props.reader)} hasFailed={hasFailed}>
      {(read) => (
        <Page title={todaySentence(read)} lead={nightTimes(read)}>
          <Morning {...props} today={read} />
        </Page>
      )}
    </QueryResult>
  )
}
