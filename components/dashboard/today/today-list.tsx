'use client'

import { lazy, Suspense } from 'react'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { buildDashboardQuery } from '@/lib/dashboard/query/dashboard-query.ts'
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
  describeEmergencies,
  formatListHeading,
  buildSinceCloseHref,
  countCallsSinceClose,
  formatLastCloseTime,
  findOtherCalls,
  countOtherCalls,
  formatTodaySentence,
} from './today-format.ts'
import { WaitingCalls } from './waiting-calls.tsx'
import { formatNumber } from '@/lib/values/format.ts'

/** Loads lazily, because companies need it only until their first call. */
const FirstSteps = lazy(async () => ({ default: (await import('./steps.tsx')).FirstSteps }))

const standaloneLinkClass = 'text-link inline-flex items-center pointer-coarse:min-h-11'

function SinceClosing({ today, canRemove }: { today: Today; canRemove: boolean }) {
  const { night } = today
  const calls = findOtherCalls(today)
  const otherCallCount = countOtherCalls(today) - calls.filter(({ isTest }) => !isTest).length
  if (calls.length === 0 && countCallsSinceClose(today) > 0) return null
  return (
    <Panel title={formatListHeading(today)}>
      {calls.length > 0 ? (
        <CallRows
          label={night.closedOn === null ? 'Calls in the last 24 hours' : 'Calls since you closed'}
          calls={calls}
          today={today}
          canRemove={canRemove}
        />
      ) : (
        <Empty icon="moon" title="No calls">
          Calls appear here as soon as they end.
        </Empty>
      )}
      <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1">
        {otherCallCount > 0 && (
          <AppLink href={buildSinceCloseHref(today)} className={standaloneLinkClass}>
            {`And ${formatNumber(otherCallCount)} more`}
          </AppLink>
        )}
        <AppLink href={AREAS.calls.path} className={standaloneLinkClass}>
          See all calls
        </AppLink>
      </p>
    </Panel>
  )
}

type MorningProps = StepsProps & {
  canChange: boolean
}

function Morning({ canChange, ...props }: MorningProps) {
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
      <WaitingCalls reader={props.reader} today={today} canChange={canChange} />
      <SinceClosing today={today} canRemove={canChange} />
    </>
  )
}

export function TodayList({ hasFailed, ...props }: Omit<MorningProps, 'today'> & { hasFailed: boolean }) {
  const { getName } = useMembers()
  return (
    <QueryResult
      subject="The morning list"
      query={buildDashboardQuery('today', today, props.reader)}
      hasFailed={hasFailed}
    >
      {(data) => (
        <Page
          title={formatTodaySentence(data)}
          lead={[formatLastCloseTime(data), describeEmergencies(data, getName)].filter(Boolean).join('. ')}
        >
          <Morning {...props} today={data} />
        </Page>
      )}
    </QueryResult>
  )
}
