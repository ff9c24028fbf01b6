'use client'

import { AREAS } from '@/lib/platform/auth/access-table.ts'
import {
  ACTION_GROUPS,
  type EventFilter,
  eventFilter,
  type EventList,
  eventList,
  type EventRecord,
} from '@/lib/dashboard/audit/log.ts'
import { formatAction, formatDetails } from '@/components/dashboard/log/event-format.ts'
import type { Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { toDayKey, formatDayKey, formatTime } from '@/lib/platform/time/zone.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Empty } from '../../ui/empty.tsx'
import { useAddressState } from '../use-address-state.ts'
import { LabelFilter } from '../list/filter-bar.tsx'
import { Loading, PagesResult, usePages } from '../loading.tsx'
import { useMembers } from '../use-account.ts'
import { TextLink } from '../page.tsx'

const FORMER_MEMBER_LABEL = 'A former member'

/** Name of the operators who set up phone lines. They are not members of the organization. */
const STAFF_LABEL = 'Our staff'

type GetActorName = (actor: EventRecord['actor']) => string

/** Returns the names of members. They come from Clerk and may load after the log. */
function useNames(reader: Reader): { getActorName: GetActorName; team: { id: string; name: string }[] } {
  const { members: team, isComplete } = useMembers()
  const getActorName: GetActorName = ({ kind, id, name }) => {
    if (kind === 'assistant') return 'The assistant'
    if (kind === 'site') return 'Ductwise'
    if (kind === 'key') return name ? `API key “${name}”` : 'An API key'
    if (id === reader.userId) return 'You'
    return team.find((person) => person.id === id)?.name ?? (isComplete || id === null ? FORMER_MEMBER_LABEL : '…')
  }
  return { getActorName, team }
}

function getSubjectHref(subject: NonNullable<EventRecord['subject']>): string {
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

function Entry({
  entry,
  timeZone,
  getActorName,
}: {
  entry: EventRecord
  timeZone: string
  getActorName: GetActorName
}) {
  const { at, actor, action, subject, details } = entry
  const detailText = formatDetails(details, timeZone)
  const name = getActorName(actor)
  return (
    <li className="grid grid-cols-1 gap-x-6 gap-y-0.5 border-t border-border py-2.5 first:border-t-0 md:grid-cols-[6rem_minmax(0,1fr)]">
      <p className="min-w-0">
        <span className="font-semibold">
          {action === 'line.changed' && name === FORMER_MEMBER_LABEL ? STAFF_LABEL : name}
        </span>{' '}
        {subject ? <TextLink href={getSubjectHref(subject)}>{formatAction(action)}</TextLink> : formatAction(action)}
        {detailText && <span className="block text-muted-foreground">{detailText}</span>}
      </p>
      <time dateTime={at} className="whitespace-nowrap text-muted-foreground md:-order-1">
        {formatTime(at, timeZone)}
      </time>
    </li>
  )
}

function Days({ list, getActorName }: { list: Pick<EventList, 'rows' | 'timeZone'>; getActorName: GetActorName }) {
  const { rows, timeZone } = list
  const days = [...Map.groupBy(rows, ({ at }) => toDayKey(at, timeZone))]
  return days.map(([day, entries]) => (
    <section key={day} className="mt-6 first:mt-0" aria-label={formatDayKey(day, 'long')}>
      <h3 className="border-b border-input pb-2 text-base leading-tight tracking-normal">
        {formatDayKey(day, 'long')}
      </h3>
      <ul>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} timeZone={timeZone} getActorName={getActorName} />
        ))}
      </ul>
    </section>
  ))
}

type FiltersProps = {
  state: EventFilter
  setState: (change: Partial<EventFilter>) => void
  people: { id: string; name: string }[]
  keys: EventList['keys']
}

function Filters({ state, setState, people, keys }: FiltersProps) {
  const actorOptions = [
    ...people.map(({ id, name }) => ({ value: `person:${id}`, label: name })),
    { value: 'assistant', label: 'The assistant' },
    { value: 'site', label: 'Ductwise' },
    ...keys.map(({ id, name }) => ({ value: `key:${id}`, label: `API key “${name}”` })),
  ]
  // A bookmarked link may filter by a former member.
  if (state.who && actorOptions.every(({ value }) => value !== state.who))
    actorOptions.push({ value: state.who, label: FORMER_MEMBER_LABEL })
  return (
    <div className="mb-6 grid gap-4 sm:grid-cols-2 lg:max-w-168">
      <LabelFilter
        label="Type"
        isLabelHidden={false}
        anyLabel="All types"
        labels={ACTION_GROUPS}
        selected={state.group}
        onChange={(group) => setState({ group })}
      />
      <Combobox
        label="Person or system"
        options={actorOptions}
        value={state.who ?? null}
        onChange={(actor) => setState({ who: actor ?? undefined })}
        placeholder="Everyone"
      />
    </div>
  )
}

export function LogView({ reader, hasFailed }: { reader: Reader; hasFailed: boolean }) {
  const [state, setState] = useAddressState(eventFilter)
  const { getActorName, team } = useNames(reader)
  const { group, who } = state
  const log = usePages({ name: 'log', schema: eventList, reader, params: { group, who }, hasFailed })
  const isNarrowed = group !== undefined || who !== undefined
  const clearButton = isNarrowed && (
    <Button variant="quiet" onClick={() => setState({ group: undefined, who: undefined })}>
      Clear filters
    </Button>
  )
  return (
    <Panel title="Activity">
      <Filters state={state} setState={setState} people={team} keys={log.pages[0]?.keys ?? []} />
      <PagesResult subject="The audit log" list={log} placeholder={<Loading label="Loading audit log" rows={6} />}>
        {(pages) => {
          const rows = pages.flatMap((page) => page.rows)
          if (rows.length > 0)
            return <Days list={{ rows, timeZone: pages[0]?.timeZone ?? 'UTC' }} getActorName={getActorName} />
          return (
            <Empty icon="table" title={isNarrowed ? 'No matching activity' : 'No activity yet'} action={clearButton}>
              {isNarrowed ? 'Try a different type or person.' : 'Every view and change is recorded here.'}
            </Empty>
          )
        }}
      </PagesResult>
    </Panel>
  )
}
