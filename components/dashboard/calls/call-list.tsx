'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { AREAS } from '@/lib/auth/access-table.ts'
import { CALL_OUTCOMES } from '@/lib/calls/call.ts'
import {
  type CallList as List,
  callList,
  callListState,
  type CallListState,
  isNarrowed,
  SHOWN_CALLS,
  type ShownCalls,
} from '@/lib/calls/list-state.ts'
import type { CallSummary } from '@/lib/calls/record.ts'
import { writeAddress } from '@/lib/query/address-state.ts'
import { dashboardQuery, type Reader } from '@/lib/query/dashboard-query.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/badge.tsx'
import { DataGrid, type GridColumn, type GridSort } from '../../ui/data-grid.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useAddressState } from '../use-address-state.ts'
import { QueryResult } from '../loading.tsx'
import { PhoneActions } from '../phone-actions.tsx'
import { CallFilters } from './call-filters.tsx'
import { aboutOf, callDay, callTime, durationInWords, isWaitingCall, outcomeTone } from './call-words.ts'
import { formatDuration } from '@/lib/time/duration.ts'
import { useMembers } from '../use-members.ts'

type CellProps = { call: CallSummary; zone: string; today: string; nameOf: (id: string) => string | undefined }

function Waiting({ call, nameOf }: Pick<CellProps, 'call' | 'nameOf'>) {
  if (!isWaitingCall(call)) return null
  const name = call.handedToId && nameOf(call.handedToId)
  const whose = name && name !== 'you' ? `With ${name}` : 'Needs you'
  return (
    <span className={`mt-0.5 block font-normal ${whose === 'Needs you' ? 'text-primary' : 'text-muted-foreground'}`}>
      <strong className="font-semibold">{whose}:</strong> {call.attention}
    </span>
  )
}

function About({ call, zone, today, nameOf }: CellProps) {
  return (
    <span className="grid gap-0.5 md:max-w-text md:grid-cols-[5.5rem_minmax(0,1fr)] md:gap-4">
      <span className="flex gap-2 font-normal text-muted-foreground md:block">
        <span className="text-foreground">{callTime(call.startedAt, zone)}</span>
        <span className="md:block">{callDay(call.startedAt, today, zone)}</span>
      </span>
      <span className="min-w-0">
        <span className="line-clamp-2">{aboutOf(call)}</span>
        <Waiting call={call} nameOf={nameOf} />
      </span>
    </span>
  )
}

function Caller({ call, zone }: Pick<CellProps, 'call' | 'zone'>) {
  const { callerName, callerPhone, startedAt } = call
  return (
    <>
      {callerName && <span className="mr-2 md:block">{callerName}</span>}
      <span className="text-muted-foreground">
        {callerPhone ? (
          <PhoneActions number={callerPhone} subject={{ kind: 'call', at: startedAt, zone }} />
        ) : (
          'Number withheld'
        )}
      </span>
    </>
  )
}

const columnsFor = (cell: Omit<CellProps, 'call'>): GridColumn<CallSummary>[] => [
  {
    id: 'startedAt',
    header: 'Call',
    isSortable: true,
    isDescendingFirst: true,
    cell: (call) => <About {...cell} call={call} />,
  },
  { id: 'caller', header: 'Caller', onCard: 'plain', cell: (call) => <Caller call={call} zone={cell.zone} /> },
  {
    id: 'outcome',
    header: 'Outcome',
    onCard: 'plain',
    cell: (call) => (
      <>
        <Badge tone={outcomeTone(call)}>{CALL_OUTCOMES[call.outcome]}</Badge>
        {call.isTest && (
          <span className="ml-1.5">
            <Badge>Test</Badge>
          </span>
        )}
        {call.duration > 0 && (
          <span className="ml-2 text-muted-foreground md:hidden">{durationInWords(call.duration)}</span>
        )}
      </>
    ),
  },
  {
    id: 'duration',
    header: 'Length',
    isSortable: true,
    isDescendingFirst: true,
    align: 'end',
    onCard: 'hidden',
    cell: ({ duration }) =>
      duration > 0 ? formatDuration(duration) : <span className="text-muted-foreground">None</span>,
  },
]

const sortOf = (sort: CallListState['sort']): GridSort => ({
  by: sort.replace('-', ''),
  direction: sort.startsWith('-') ? 'desc' : 'asc',
})

const NO_CALLS = (
  <Empty icon="phone" title="No calls yet">
    Once your number is forwarded, each call is here as soon as it ends: who it was, what they said, and what was
    booked.
  </Empty>
)

const NOTHING_WAITS: Record<Exclude<ShownCalls, 'all'>, string> = {
  waiting: 'No call waits for a person.',
  mine: 'No call that waits was handed to you.',
}

function Nothing({ state, onReset }: { state: CallListState; onReset: () => void }) {
  if (!isNarrowed(state)) return NO_CALLS
  const { show, ...others } = state
  if (show !== 'all' && !isNarrowed({ ...others, show: 'all' })) {
    return (
      <Empty icon="check" title="Nothing needs you">
        {NOTHING_WAITS[show]}
      </Empty>
    )
  }
  return (
    <Empty
      icon="search"
      title="No call matches"
      action={
        <Button variant="quiet" onClick={onReset}>
          Show all calls
        </Button>
      }
    >
      Try fewer words, other days or another outcome. Names, numbers, summaries and transcripts are searched.
    </Empty>
  )
}

type RowsProps = {
  list: List
  state: CallListState
  setState: (change: Partial<CallListState>) => void
  isStale: boolean
}

function Rows({ list, state, setState, isStale }: RowsProps) {
  const { members, nameOf, isComplete } = useMembers()
  const { timeZone: zone, today } = list
  // The names are the same until others have come.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const columns = useMemo(() => columnsFor({ zone, today, nameOf }), [zone, today, members.length, isComplete])
  const sort = useMemo(() => sortOf(state.sort), [state.sort])
  const reset = () => setState(callListState.parse({ sort: state.sort }))
  return (
    <>
      <DataGrid
        caption="Calls"
        columns={columns}
        rows={list.rows}
        idOf={({ id }) => id}
        hrefOf={({ id }) => `${AREAS.calls.path}/${id}`}
        sort={sort}
        onSort={({ by, direction }) =>
          setState({ sort: `${direction === 'desc' ? '-' : ''}${by}` as CallListState['sort'] })
        }
        isStale={isStale}
        empty={<Nothing state={state} onReset={reset} />}
      />
      <Pager label="Calls" page={state.page} total={list.total} onPage={(page) => setState({ page })} />
    </>
  )
}

/** The calls of the organization: searched, narrowed and sorted by what the address says. */
export function CallList({ reader, hasFailed }: { reader: Reader; hasFailed: boolean }) {
  const [state, setState] = useAddressState(callListState)
  const query = dashboardQuery('calls', callList, reader, state)
  // What has been read, for the counts; the list below reads it.
  const { data: list } = useQuery({ ...query, enabled: false })
  const counts = { all: undefined, waiting: list?.waiting, mine: list?.mine }
  const tabs = (Object.keys(SHOWN_CALLS) as ShownCalls[]).map((show) => ({
    href: AREAS.calls.path + writeAddress(callListState, { ...state, show, page: 1 }),
    label: SHOWN_CALLS[show],
    isCurrent: state.show === show,
    ...(counts[show] !== undefined && { count: counts[show] }),
  }))
  return (
    <section aria-label="List of calls" className="grid gap-4">
      <Tabs label="Which calls" tabs={tabs} />
      <CallFilters state={state} setState={setState} today={list?.today} timeZone={list?.timeZone} />
      <div className="rounded-xl panel px-5 py-3">
        <QueryResult what="The list of calls" query={query} hasFailed={hasFailed}>
          {(data, isStale) => <Rows list={data} state={state} setState={setState} isStale={isStale} />}
        </QueryResult>
      </div>
    </section>
  )
}
