'use client'

import { AREAS } from '@/lib/auth/access-table.ts'
import { dashboardQuery, type Reader } from '@/lib/query/dashboard-query.ts'
import { type Today, today } from '@/lib/today/today.ts'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Empty } from '../../ui/empty.tsx'
import { QueryResult } from '../loading.tsx'
import { Page } from '../page.tsx'
import { CallRows } from './call-rows.tsx'
import { FirstSteps } from './first-steps.tsx'
import { morningSentence, nightTimes } from './today-words.ts'

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

function Morning({ today, mayRemove }: { today: Today; mayRemove: boolean }) {
  const { calls, steps } = today
  // A test call is seen below the steps that are still to do.
  if (!steps.firstCall && !steps.testCall) return <FirstSteps today={today} />
  return (
    <>
      {!steps.firstCall && <FirstSteps today={today} />}
      <Waiting today={today} />
      <Panel title="Since you closed">
        {calls.length > 0 ? (
          <CallRows label="Calls since you closed" calls={calls} today={today} mayRemove={mayRemove} />
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

type TodayListProps = {
  reader: Reader
  hasFailed: boolean
  /** Whether this person may remove a test call. */
  mayRemove: boolean
}

/** What the owner reads in the morning; it changes while they look. */
export function TodayList({ reader, hasFailed, mayRemove }: TodayListProps) {
  return (
    <QueryResult what="The morning list" query={dashboardQuery('today', today, reader)} hasFailed={hasFailed}>
      {(read) => (
        <Page title={morningSentence(read)} lead={nightTimes(read)}>
          <Morning today={read} mayRemove={mayRemove} />
        </Page>
      )}
    </QueryResult>
  )
}
