'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AREAS } from '@/lib/auth/access-table.ts'
import {
  ACTION_GROUPS,
  type ActionGroup,
  type EventFilter,
  eventFilter,
  type EventList,
  eventList,
  type EventRecord,
} from '@/lib/events/log.ts'
import { actionWords, detailWords } from '@/lib/events/words.ts'
import { endpointOf, queryKeyOf, type Reader } from '@/lib/query/dashboard-query.ts'
import { dayKey, formatDayKey, formatTime } from '@/lib/time/zone.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Select } from '../../ui/select.tsx'
import { useAddressState } from '../use-address-state.ts'
import { Loading, NotLoaded, Outdated } from '../loading.tsx'
import { useMembers } from '../use-members.ts'

const LEFT = 'Somebody who has left'

/** Who sets up lines belongs to no team but ours. */
const OUR_STAFF = 'Our staff'

type NameOf = (actor: EventRecord['actor']) => string

/** Names of who did something: people's are with Clerk, and may come later than the log. */
function useNames(reader: Reader): { nameOf: NameOf; team: { id: string; name: string }[] } {
  const { members: team, isComplete } = useMembers()
  const nameOf: NameOf = ({ kind, id, name }) => {
    if (kind === 'assistant') return 'The assistant'
    if (kind === 'site') return 'The site'
    if (kind === 'key') return name ? `The key “${name}”` : 'A key'
    if (id === reader.userId) return 'You'
    return team.find((person) => person.id === id)?.name ?? (isComplete || id === null ? LEFT : '…')
  }
  return { nameOf, team }
}

/** Where an entry leads. */
function hrefOf(subject: NonNullable<EventRecord['subject']>): string {
  switch (subject.kind) {
    case 'call':
      return `${AREAS.calls.path}/${subject.id}`
    case 'caller':
      return `${AREAS.callers.path}/${subject.id}`
    case 'lead':
      return `${AREAS.leads.path}/${subject.id}`
    case 'appointment':
    case 'feed':
      return AREAS.appointments.path
    case 'connection':
      return AREAS.integrations.path
    case 'key':
      return AREAS.keys.path
  }
}

function Entry({ entry, timeZone, nameOf }: { entry: EventRecord; timeZone: string; nameOf: NameOf }) {
  const { at, actor, action, subject, details } = entry
  const more = detailWords(details, timeZone)
  const name = nameOf(actor)
  return (
    <li className="grid grid-cols-1 gap-x-6 gap-y-0.5 border-t border-border py-2.5 first:border-t-0 md:grid-cols-[6rem_minmax(0,1fr)]">
      <p className="min-w-0">
        <span className="font-semibold">{action === 'line.changed' && name === LEFT ? OUR_STAFF : name}</span>{' '}
        {subject ? (
          <Link href={hrefOf(subject)} className="text-link">
            {actionWords(action)}
          </Link>
        ) : (
          actionWords(action)
        )}
        {more && <span className="block text-muted-foreground">{more}</span>}
      </p>
      <time dateTime={at} className="whitespace-nowrap text-muted-foreground md:-order-1">
        {formatTime(at, timeZone)}
      </time>
    </li>
  )
}

/** Entries below the day on which they were made, in the zone of the business. */
function Days({ list, nameOf }: { list: Pick<EventList, 'rows' | 'timeZone'>; nameOf: NameOf }) {
  const { rows, timeZone } = list
  const days = [...Map.groupBy(rows, ({ at }) => dayKey(at, timeZone))]
  return days.map(([day, entries]) => (
    <section key={day} className="mt-6 first:mt-0" aria-label={formatDayKey(day, 'long')}>
      <h3 className="border-b border-input pb-2 text-base leading-tight tracking-normal">
        {formatDayKey(day, 'long')}
      </h3>
      <ul>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} timeZone={timeZone} nameOf={nameOf} />
        ))}
      </ul>
    </section>
  ))
}

const GROUPS = [
  { value: 'any', label: 'Everything' },
  ...Object.entries(ACTION_GROUPS).map(([value, label]) => ({ value: value as ActionGroup, label })),
] as const

type FiltersProps = {
  state: EventFilter
  setState: (change: Partial<EventFilter>) => void
  people: { id: string; name: string }[]
  keys: EventList['keys']
}

function Filters({ state, setState, people, keys }: FiltersProps) {
  const who = [
    ...people.map(({ id, name }) => ({ value: `person:${id}`, label: name })),
    { value: 'assistant', label: 'The assistant' },
    { value: 'site', label: 'The site' },
    ...keys.map(({ id, name }) => ({ value: `key:${id}`, label: `The key “${name}”` })),
  ]
  // Somebody who has left, by a link that was kept.
  if (state.who && who.every(({ value }) => value !== state.who)) who.push({ value: state.who, label: LEFT })
  return (
    <div className="mb-6 grid gap-4 sm:grid-cols-2 lg:max-w-168">
      <Select
        label="What"
        options={GROUPS}
        value={state.group ?? 'any'}
        onChange={(group) => setState({ group: group === 'any' ? undefined : group })}
      />
      <Combobox
        label="Who"
        options={who}
        value={state.who ?? null}
        onChange={(chosen) => setState({ who: chosen ?? undefined })}
        placeholder="Everybody"
      />
    </div>
  )
}

function useLog(reader: Reader, { group, who }: EventFilter, isEnabled: boolean) {
  const params = { group, who }
  return useInfiniteQuery({
    queryKey: queryKeyOf('log', reader, params),
    queryFn: async ({ pageParam, signal }) => {
      const response = await fetch(endpointOf('log', { ...params, cursor: pageParam }), { signal })
      if (!response.ok) throw new Error(`The log answered with status ${response.status}`)
      return eventList.parse(await response.json())
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    enabled: isEnabled,
  })
}

/** Who opened or changed what, and when. */
export function LogView({ reader, hasFailed }: { reader: Reader; hasFailed: boolean }) {
  const [state, setState] = useAddressState(eventFilter)
  const [isAsked, setIsAsked] = useState(false)
  const { nameOf, team } = useNames(reader)
  const log = useLog(reader, state, isAsked || !hasFailed)
  const { data, isError, isFetching, hasNextPage, fetchNextPage } = log
  const retry = () => {
    setIsAsked(true)
    void log.refetch()
  }
  const [first] = data?.pages ?? []
  const rows = data?.pages.flatMap((page) => page.rows) ?? []
  const isNarrowed = state.group !== undefined || state.who !== undefined
  return (
    <Panel title="Entries">
      <Filters state={state} setState={setState} people={team} keys={first?.keys ?? []} />
      {!first && isFetching && <Loading label="Loading the log" rows={6} />}
      {!first && !isFetching && <NotLoaded what="The log" retry={retry} />}
      {first && isError && <Outdated what="The log" isTrying={isFetching} retry={retry} />}
      {first && rows.length === 0 && (
        <Empty
          icon="table"
          title={isNarrowed ? 'Nothing of this kind' : 'Nothing yet'}
          action={
            isNarrowed && (
              <Button variant="quiet" onClick={() => setState({ group: undefined, who: undefined })}>
                Show everything
              </Button>
            )
          }
        >
          {isNarrowed
            ? 'No entry is about this, or by them.'
            : 'Every time somebody opens or changes something, it is written here.'}
        </Empty>
      )}
      {first && <Days list={{ rows, timeZone: first.timeZone }} nameOf={nameOf} />}
      {hasNextPage && (
        <p className="mt-5">
          <Button variant="quiet" disabled={isFetching} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </p>
      )}
    </Panel>
  )
}
