'use client'

import { lazy, Suspense } from 'react'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { dashboardQuery } from '@/lib/dashboard/query/dashboard-query.ts'
import { type Today, today } from '@/lib/dashboard/today/today.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Loading, QueryResult } from '../loading.tsx'
import { Page } from '../page.tsx'
import { useMembers } from '../use-account.ts'
import { CallRows } from './call-rows.tsx'
import type { StepsProps } from './steps.tsx'
import {
  emergencyWords,
  listHeading,
  nightAddress,
  nightCount,
  nightTimes,
  otherCalls,
  otherCount,
  todaySentence,
} from './today-words.ts'
import { WaitingCalls } from './waiting-calls.tsx'
import { formatNumber } from '@/lib/values/format.ts'

/** Loads lazily, because companies need it only until their first call. */
const FirstSteps = lazy(async () => ({ default: (await import('./steps.tsx')).FirstSteps }))

const aloneClass = 'text-link inline-flex items-center pointer-coarse:min-h-11'

function SinceClosing({ today, mayRemove }: { today: Today; mayRemove: boolean }) {
  const { night } = today
  const calls = otherCalls(today)
  const more = otherCount(today) - calls.filter(({ isTest }) => !isTest).length
  if (calls.length === 0 && nightCount(today) > 0) return null
  return (
    <Panel title={listHeading(today)}>
      {calls.length > 0 ? (
        <CallRows
          label={night.closedOn === null ? 'Calls in the last 24 hours' : 'Calls since you closed'}
          calls={calls}
          today={today}
          mayRemove={mayRemove}
        />
      ) : (
        <Empty icon="moon" title="No calls">
          Calls appear here as soon as they end.
        </Empty>
      )}
      <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1">
        {more > 0 && (
          <AppLink href={nightAddress(today)} className={aloneClass}>
            {`And ${formatNumber(more)} more`}
          </AppLink>
        )}
        <AppLink href={AREAS.calls.path} className={aloneClass}>
          See all calls
        </AppLink>
      </p>
    </Panel>
  )
}

type MorningProps = StepsProps & {
  mayChange: boolean
}

function Morning({ mayChange, ...props }: MorningProps) {
  const { today } = props
  const { steps } = today
  const firstSteps = !steps.firstCall && (
    <Suspense fallback={<Loading label="Loading setup steps" rows={14} />}>
      <FirstSteps {...props} />
    </Suspense>
  )
  if (firstSteps && !steps.testCall) return firstSteps
  return (
    <>
      {firstSteps}
      <WaitingCalls reader={props.reader} today={today} mayChange={mayChange} />
      <SinceClosing today={today} mayRemove={mayChange} />
    </>
  )
}

export function TodayList({ hasFailed, ...props }: Omit<MorningProps, 'today'> & { hasFailed: boolean }) {
  const { nameOf } = useMembers()
  return (
    <QueryResult what="The morning list" query={dashboardQuery('today', today, props.reader)} hasFailed={hasFailed}>
      {(read) => (
        <Page
          title={todaySentence(read)}
          lead={[nightTimes(read), emergencyWords(read, nameOf)].filter(Boolean).join('. ')}
        >
          <Morning {...props} today={read} />
        </Page>
      )}
    </QueryResult>
  )
}
