'use client'

import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { CALL_OUTCOMES } from '@/lib/dashboard/model/call.ts'
import {
  callList,
  callListState,
  type CallListState,
  isFiltered,
  CALL_VIEWS,
  type CallView,
} from '@/lib/dashboard/calls/list-state.ts'
import type { CallSummary } from '@/lib/dashboard/model/call-record.ts'
import { SAFETY_KINDS } from '@/lib/dashboard/model/safety.ts'
import { writeSearchParams } from '@/lib/dashboard/query/search-params.ts'
import { buildDashboardQuery, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { Badge } from '../../ui/badge.tsx'
import type { GridColumn } from '../../ui/data-grid.tsx'
import { Empty } from '../../ui/empty.tsx'
import { useSample } from '../../ui/sample.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { useOpenedViewParams } from '../views/use-opened-view-params.ts'
import { useAddressState } from '../use-address-state.ts'
import { useCurrentListSearch } from '../list/use-list-search.ts'
import { useListState } from '../list/use-list-state.ts'
import { DownloadCsv, ListScreen } from '../list/list-screen.tsx'
import { PhoneActions } from '../phone-actions.tsx'
import {
  describeCall,
  formatCallDay,
  formatCallTime,
  formatLongDuration,
  isUnresolvedCall,
  getLanguageName,
  getOutcomeTone,
  formatReason,
} from './call-format.ts'
import { toDayKey, formatDay, formatTime, isDayKey } from '@/lib/platform/time/zone.ts'
import { useMembers } from '../use-account.ts'
import { INTENTS } from '@/lib/dashboard/model/intent.ts'
import { Icon } from '../../ui/icon.tsx'
import { ViewsMenu } from '../views/views-menu.tsx'
import { FilterBar, hasTimes, LabelFilter, type SetListState } from '../list/filter-bar.tsx'

const SORTS: Record<CallListState['sort'], string> = {
  '-startedAt': 'Newest first',
  startedAt: 'Oldest first',
  '-duration': 'Longest first',
  duration: 'Shortest first',
}

type CallFiltersProps = {
  state: CallListState
  setState: SetListState<CallListState>
  /** Current day in the business's time zone. Undefined until the list has loaded. */
  today: string | undefined
  timeZone: string | undefined
}

/** Returns text such as "From Tue, Mar 3, 5:00 PM until Wed, Mar 4, 9:00 AM". */
function formatTimeRange({ from, to }: CallListState, zone: string): string {
  const formatBound = (time: string) =>
    isDayKey(time) ? formatDay(`${time}T12:00Z`, 'UTC') : `${formatDay(time, zone)}, ${formatTime(time, zone)}`
  const text = [from && `from ${formatBound(from)}`, to && `until ${formatBound(to)}`].filter(Boolean).join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function FilterChip({ children, onRemove }: { children: string; onRemove: () => void }) {
  return (
    <button
      type="button"
      aria-label={`${children}: remove filter`}
      className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full border border-input px-3.5 text-left transition-colors hover:bg-muted lg:pointer-fine:min-h-8"
      onClick={onRemove}
    >
      {children}
      <Icon name="close" size={14} className="flex-none text-muted-foreground" />
    </button>
  )
}

function LinkedFilters({ state, setState, timeZone }: Omit<CallFiltersProps, 'today'>) {
  const areTimesVisible = hasTimes(state) && timeZone
  if (!areTimesVisible && !state.counted) return null
  return (
    <ul className="flex w-full flex-wrap gap-2" aria-label="Active filters">
      {areTimesVisible && (
        <li>
          <FilterChip onRemove={() => setState({ from: undefined, to: undefined })}>
            {formatTimeRange(state, timeZone)}
          </FilterChip>
        </li>
      )}
      {state.counted && (
        <li>
          <FilterChip onRemove={() => setState({ counted: false })}>Counts toward your plan</FilterChip>
        </li>
      )}
    </ul>
  )
}

function CallFilters({ state, setState, today, timeZone, reader }: CallFiltersProps & { reader: Reader }) {
  return (
    <FilterBar
      label="Search calls"
      placeholder="Keyword, name or number"
      state={state}
      setState={setState}
      today={today}
      sorts={SORTS}
      isFiltered={state.outcome.length > 0 || state.intent.length > 0 || Boolean(state.from ?? state.to)}
      className="max-md:[&>:nth-child(3)]:col-span-full md:grid-cols-3 xl:grid-cols-[12rem_12rem_10rem]"
      beside={<ViewsMenu list="calls" reader={reader} />}
      below={<LinkedFilters state={state} setState={setState} timeZone={timeZone} />}
    >
      <LabelFilter
        label="Reason"
        anyLabel="Any reason"
        labels={INTENTS}
        selected={state.intent}
        onChange={(intent) => setState({ intent: intent ? [intent] : [] })}
      />
      <LabelFilter
        label="Outcome"
        anyLabel="Any outcome"
        labels={CALL_OUTCOMES}
        selected={state.outcome}
        onChange={(outcome) => setState({ outcome: outcome ? [outcome] : [] })}
      />
    </FilterBar>
  )
}

type CellProps = {
  call: CallSummary
  zone: string
  today: string | undefined
  getMemberName: (id: string) => string | undefined
}

function formatAssignee({ call, getMemberName }: Pick<CellProps, 'call' | 'getMemberName'>): string | undefined {
  if (!isUnresolvedCall(call)) return undefined
  const name = call.handedToId && getMemberName(call.handedToId)
  return name && name !== 'you' ? `With ${name}` : 'Needs attention'
}

function describeResolution({ call, zone, getMemberName }: Omit<CellProps, 'today'>): string | undefined {
  const { outcome, attention, attentionEndedAt, handedToId } = call
  if (outcome !== 'missed' || !attention || !attentionEndedAt) return undefined
  const name = handedToId && getMemberName(handedToId)
  return `${attention} ${name ? `Assigned to ${name}, resolved` : 'Resolved'} on ${formatDay(attentionEndedAt, zone)}, ${formatTime(attentionEndedAt, zone)}.`
}

const CallerName = ({ call: { callerName } }: Pick<CellProps, 'call'>) =>
  callerName ?? <span className="font-normal text-muted-foreground">No name given</span>

function CallDetailsCell({ call, zone, today, getMemberName }: CellProps) {
  const { startedAt, attention, callerWords, language, safetyKind } = call
  const languageLabel = callerWords ? getLanguageName(language) : undefined
  const reason = formatReason(call)
  const assignee = formatAssignee({ call, getMemberName })
  const resolution = describeResolution({ call, zone, getMemberName })
  return (
    <span
      className="grid gap-1 font-normal md:max-w-text md:grid-cols-[4.25rem_minmax(0,1fr)] md:gap-4 md:data-dated:grid-cols-[5.5rem_minmax(0,1fr)]"
      data-dated={today !== undefined || undefined}
    >
      <span className="flex min-h-6 items-center pr-40 font-semibold md:hidden">
        <CallerName call={call} />
      </span>
      <span className="text-muted-foreground max-md:hidden">
        <span className="text-foreground">{formatCallTime(startedAt, zone)}</span>
        {today && <span className="block">{formatCallDay(startedAt, today, zone)}</span>}
      </span>
      <span className="min-w-0">
        <span lang={languageLabel && language}>{describeCall(call)}</span>
        {(reason || languageLabel) && (
          <span className="ml-2 whitespace-nowrap text-muted-foreground">
            {[reason, languageLabel].filter(Boolean).join(' · ')}
          </span>
        )}
        {/* The badge is not next to the outcome, where it would cover the name on a phone. */}
        {safetyKind && (
          <span className="mt-1 block">
            <Badge tone="urgent">{SAFETY_KINDS[safetyKind]}</Badge>
          </span>
        )}
        {assignee && (
          <span
            className={`mt-0.5 block font-semibold ${assignee === 'Needs attention' ? 'text-primary' : 'text-muted-foreground'}`}
          >
            {attention}
          </span>
        )}
        {resolution && <span className="mt-0.5 block text-muted-foreground">{resolution}</span>}
      </span>
    </span>
  )
}

function Outcome({ call, getMemberName }: Pick<CellProps, 'call' | 'getMemberName'>) {
  const assignee = formatAssignee({ call, getMemberName })
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {assignee ? (
        <Badge tone={assignee === 'Needs attention' ? 'waiting' : 'quiet'}>{assignee}</Badge>
      ) : (
        <Badge tone={getOutcomeTone(call)}>{CALL_OUTCOMES[call.outcome]}</Badge>
      )}
      {call.isTest && <Badge>Test</Badge>}
    </span>
  )
}

function Caller({ call, zone, today }: Omit<CellProps, 'getMemberName'>) {
  const { callerPhone, startedAt, duration } = call
  const isSample = useSample() !== undefined
  return (
    <span
      className={`flex flex-wrap items-center gap-x-3 md:block ${isSample ? 'xl:grid xl:grid-cols-[6.5rem_auto]' : ''}`}
    >
      <span className="block max-md:hidden">
        <CallerName call={call} />
      </span>
      <span className="md:hidden">{formatCallTime(startedAt, zone)}</span>
      {today && <span className="text-muted-foreground md:hidden">{formatCallDay(startedAt, today, zone)}</span>}
      {duration > 0 && <span className="text-muted-foreground md:hidden">{formatLongDuration(duration)}</span>}
      <span className="text-muted-foreground">
        {callerPhone ? (
          <PhoneActions number={callerPhone} subject={{ kind: 'call', at: startedAt, zone }} />
        ) : (
          'Private number'
        )}
      </span>
    </span>
  )
}

const buildColumns = (cellProps: Omit<CellProps, 'call'>): GridColumn<CallSummary>[] => [
  {
    id: 'startedAt',
    header: 'Time',
    beside: { label: 'Details', after: cellProps.today === undefined ? 'md:min-w-20' : 'md:min-w-25' },
    isSortable: true,
    isDescendingFirst: true,
    cell: (call) => <CallDetailsCell {...cellProps} call={call} />,
  },
  {
    id: 'caller',
    header: 'Caller',
    onCard: 'plain',
    cell: (call) => <Caller call={call} zone={cellProps.zone} today={cellProps.today} />,
  },
  {
    id: 'outcome',
    header: 'Outcome',
    onCard: 'corner',
    cell: (call) => <Outcome call={call} getMemberName={cellProps.getMemberName} />,
  },
  {
    id: 'duration',
    header: 'Duration',
    isSortable: true,
    isDescendingFirst: true,
    align: 'end',
    from: 'xl',
    onCard: 'hidden',
    cell: ({ duration }) =>
      duration > 0 ? (
        <span className="whitespace-nowrap">{formatLongDuration(duration)}</span>
      ) : (
        <span className="text-muted-foreground">—</span>
      ),
  },
]

/** Returns a heading such as "Today, Jan 13". */
function formatDayHeading(startedAt: string, today: string, zone: string): string {
  const day = formatCallDay(startedAt, today, zone)
  return toDayKey(startedAt, zone) === today ? day.replace(/^\w+/, 'Today') : day
}

const EMPTY_MESSAGES: Record<Exclude<CallView, 'all'>, string> = {
  waiting: 'No calls need attention.',
  mine: 'No open calls are assigned to you.',
}

function renderEmptyState({ show, ...filters }: CallListState) {
  if (show === 'all' || isFiltered({ ...filters, show: 'all' })) return undefined
  return (
    <Empty icon="check" title="Nothing needs your attention">
      {EMPTY_MESSAGES[show]}
    </Empty>
  )
}

export function CallList({ reader, hasFailed }: { reader: Reader; hasFailed: boolean }) {
  const [state, setState] = useListState(callListState, 'calls', reader)
  const viewParams = useOpenedViewParams()
  const { getName } = useMembers()
  const isByDay = state.sort.endsWith('startedAt')
  return (
    <ListScreen
      noun="call"
      query={buildDashboardQuery('calls', callList, reader, state)}
      hasFailed={hasFailed}
      renderHeader={(list) => {
        const counts = { all: undefined, waiting: list?.waiting, mine: list?.mine }
        const tabs = (Object.keys(CALL_VIEWS) as CallView[]).map((show) => ({
          href:
            AREAS.calls.path + writeSearchParams(callListState, { ...state, search: '', show, page: 1 }, viewParams),
          label: CALL_VIEWS[show],
          isCurrent: state.show === show,
          count: counts[show],
        }))
        return (
          <>
            <Tabs label="Call views" tabs={tabs} />
            <CallFilters
              state={state}
              setState={setState}
              today={list?.today}
              timeZone={list?.timeZone}
              reader={reader}
            />
          </>
        )
      }}
      page={state.page}
      onPage={(page) => setState({ page })}
      sort={state.sort}
      onSort={(sort) => setState({ sort: sort as CallListState['sort'] })}
      isNarrowed={isFiltered(state)}
      onReset={() => setState(callListState.parse({ sort: state.sort }))}
      texts={{
        none: 'Once you forward your number, every call appears here as soon as it ends, with the caller, the conversation and any booking.',
        noMatch:
          'Try fewer words, other dates, or a different reason or outcome. Search covers names, numbers, summaries and transcripts.',
        pastEnd: 'The list is shorter now than when this link was created.',
      }}
      table={({ timeZone: zone, today }) => ({
        columns: buildColumns({ zone, today: isByDay ? undefined : today, getMemberName: getName }),
        getGroup: isByDay ? ({ startedAt }) => formatDayHeading(startedAt, today, zone) : undefined,
        empty: renderEmptyState(state),
      })}
    />
  )
}

export function DownloadCalls() {
  const [address] = useAddressState(callListState)
  const search = useCurrentListSearch('calls') || address.search
  return <DownloadCsv name="calls/export" params={{ ...address, search }} />
}
