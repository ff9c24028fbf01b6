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
import { SAFETY_KINDS } from '@/lib/calls/safety.ts'
import { writeAddress } from '@/lib/query/address-state.ts'
import { dashboardQuery, type Reader } from '@/lib/query/dashboard-query.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/badge.tsx'
import { DataGrid, type GridColumn, type GridSort } from '../../ui/data-grid.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useSample } from '../../ui/sample.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { useAddressState } from '../use-address-state.ts'
import { QueryResult } from '../loading.tsx'
import { PhoneActions } from '../phone-actions.tsx'
import { CallFilters } from './call-filters.tsx'
import {
  aboutOf,
  callDay,
  callTime,
  durationInWords,
  isWaitingCall,
  languageName,
  outcomeTone,
  reasonOf,
} from './call-words.ts'
import { dayKey, formatDay, formatTime } from '@/lib/time/zone.ts'
import { useMembers } from '../use-members.ts'

type CellProps = {
  call: CallSummary
  zone: string
  /** Undefined where the day stands above. */
  today: string | undefined
  nameOf: (id: string) => string | undefined
}

/** Who has to look at a call; undefined where nobody has to. */
function whoseIs({ call, nameOf }: Pick<CellProps, 'call' | 'nameOf'>): string | undefined {
  if (!isWaitingCall(call)) return undefined
  const name = call.handedToId && nameOf(call.handedToId)
  return name && name !== 'you' ? `With ${name}` : 'Needs you'
}

/** What was to be done about a call that nobody answered, and that it is; its outcome does not say it. */
function afterMissed({ call, zone, nameOf }: Omit<CellProps, 'today'>): string | undefined {
  const { outcome, attention, attentionEndedAt, handedToId } = call
  if (outcome !== 'missed' || !attention || !attentionEndedAt) return undefined
  const name = handedToId && nameOf(handedToId)
  return `${attention} ${name ? `With ${name}, done` : 'Done'} on ${formatDay(attentionEndedAt, zone)}, ${formatTime(attentionEndedAt, zone)}.`
}

const CallerName = ({ call: { callerName } }: Pick<CellProps, 'call'>) =>
  callerName ?? <span className="font-normal text-muted-foreground">No name given</span>

function About({ call, zone, today, nameOf }: CellProps) {
  const { startedAt, attention, callerWords, language, safetyKind } = call
  const spoken = callerWords ? languageName(language) : undefined
  const reason = reasonOf(call)
  const whose = whoseIs({ call, nameOf })
  const done = afterMissed({ call, zone, nameOf })
  return (
    <span
      className="grid gap-1 font-normal md:max-w-text md:grid-cols-[4.25rem_minmax(0,1fr)] md:gap-4 md:data-dated:grid-cols-[5.5rem_minmax(0,1fr)]"
      data-dated={today !== undefined || undefined}
    >
      {/* On a phone the name comes first, and the time stands beside the number. */}
      <span className="flex min-h-6 items-center pr-40 font-semibold md:hidden">
        <CallerName call={call} />
      </span>
      <span className="text-muted-foreground max-md:hidden">
        <span className="text-foreground">{callTime(startedAt, zone)}</span>
        {today && <span className="block">{callDay(startedAt, today, zone)}</span>}
      </span>
      <span className="min-w-0">
        <span lang={spoken && language}>{aboutOf(call)}</span>
        {(reason || spoken) && (
          <span className="ml-2 whitespace-nowrap text-muted-foreground">
            {[reason, spoken].filter(Boolean).join(' · ')}
          </span>
        )}
        {/* Not beside the outcome: on a phone it would cover the name. */}
        {safetyKind && (
          <span className="mt-1 block">
            <Badge tone="urgent">{SAFETY_KINDS[safetyKind]}</Badge>
          </span>
        )}
        {whose && (
          <span
            className={`mt-0.5 block font-semibold ${whose === 'Needs you' ? 'text-primary' : 'text-muted-foreground'}`}
          >
            {attention}
          </span>
        )}
        {done && <span className="mt-0.5 block text-muted-foreground">{done}</span>}
      </span>
    </span>
  )
}

function Outcome({ call, nameOf }: Pick<CellProps, 'call' | 'nameOf'>) {
  const whose = whoseIs({ call, nameOf })
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {whose ? (
        <Badge tone={whose === 'Needs you' ? 'waiting' : 'quiet'}>{whose}</Badge>
      ) : (
        <Badge tone={outcomeTone(call)}>{CALL_OUTCOMES[call.outcome]}</Badge>
      )}
      {call.isTest && <Badge>Test</Badge>}
    </span>
  )
}

function Caller({ call, zone, today }: Omit<CellProps, 'nameOf'>) {
  const { callerPhone, startedAt, duration } = call
  const isSample = useSample() !== undefined
  return (
    // In a sample a number has no buttons, so that there is room for it beside the name.
    <span
      className={`flex flex-wrap items-center gap-x-3 md:block ${isSample ? 'xl:grid xl:grid-cols-[6.5rem_auto]' : ''}`}
    >
      <span className="block max-md:hidden">
        <CallerName call={call} />
      </span>
      <span className="md:hidden">{callTime(startedAt, zone)}</span>
      {today && <span className="text-muted-foreground md:hidden">{callDay(startedAt, today, zone)}</span>}
      {duration > 0 && <span className="text-muted-foreground md:hidden">{durationInWords(duration)}</span>}
      <span className="text-muted-foreground">
        {callerPhone ? (
          <PhoneActions number={callerPhone} subject={{ kind: 'call', at: startedAt, zone }} />
        ) : (
          'Number withheld'
        )}
      </span>
    </span>
  )
}

const columnsFor = (cell: Omit<CellProps, 'call'>): GridColumn<CallSummary>[] => [
  {
    id: 'startedAt',
    header: 'Time',
    beside: { label: 'What they said', after: cell.today === undefined ? 'md:min-w-20' : 'md:min-w-25' },
    isSortable: true,
    isDescendingFirst: true,
    cell: (call) => <About {...cell} call={call} />,
  },
  {
    id: 'caller',
    header: 'Caller',
    onCard: 'plain',
    cell: (call) => <Caller call={call} zone={cell.zone} today={cell.today} />,
  },
  {
    id: 'outcome',
    header: 'Outcome',
    onCard: 'corner',
    cell: (call) => <Outcome call={call} nameOf={cell.nameOf} />,
  },
  {
    id: 'duration',
    header: 'Length',
    isSortable: true,
    isDescendingFirst: true,
    align: 'end',
    from: 'xl',
    onCard: 'hidden',
    cell: ({ duration }) =>
      duration > 0 ? (
        <span className="whitespace-nowrap">{durationInWords(duration)}</span>
      ) : (
        <span className="text-muted-foreground">—</span>
      ),
  },
]

/** The day above its calls: "Today, Jan 13". */
function dayAbove(startedAt: string, today: string, zone: string): string {
  const day = callDay(startedAt, today, zone)
  return dayKey(startedAt, zone) === today ? day.replace(/^\w+/, 'Today') : day
}

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
      Try fewer words, other days, another reason or outcome. Names, numbers, summaries and transcripts are searched.
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
  const isByDay = state.sort.endsWith('startedAt')
  const columns = useMemo(
    () => columnsFor({ zone, today: isByDay ? undefined : today, nameOf }),
    // The names are the same until others have come.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [zone, today, isByDay, members.length, isComplete],
  )
  const sort = useMemo(() => sortOf(state.sort), [state.sort])
  const reset = () => setState(callListState.parse({ sort: state.sort }))
  return (
    <>
      <DataGrid
        caption="Calls"
        columns={columns}
        rows={list.rows}
        idOf={({ id }) => id}
        {...(isByDay && { groupOf: ({ startedAt }: CallSummary) => dayAbove(startedAt, today, zone) })}
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
  const isSample = useSample() !== undefined
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
      {!isSample && <CallFilters state={state} setState={setState} today={list?.today} timeZone={list?.timeZone} />}
      <div className="rounded-xl panel px-5 py-3">
        <QueryResult what="The list of calls" query={query} hasFailed={hasFailed}>
          {(data, isStale) => <Rows list={data} state={state} setState={setState} isStale={isStale} />}
        </QueryResult>
      </div>
    </section>
  )
}
