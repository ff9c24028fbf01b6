'use client'

import { useId, useState } from 'react'
import { SOURCE_NAMES, SOURCES, type Source, type Urgency, URGENCIES, URGENCY_NAMES } from '@/lib/leads/lead.ts'
import { FILTERS, LEAD_PAGE_SORTS, type LeadListState } from '@/lib/leads/list-state.ts'
import { Icon } from '../../ui/icon.tsx'
import { useMembers } from '../use-members.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import { PeriodDays, PeriodSelect, usePeriod } from '../period-filter.tsx'
import { ColumnMenu } from './column-menu.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

const ANY = 'any'

const URGENCY_OPTIONS = [
  { value: ANY, label: 'Any urgency' },
  ...URGENCY_NAMES.map((value) => ({ value, label: URGENCIES[value] })),
] as { value: Urgency | typeof ANY; label: string }[]

const SOURCE_OPTIONS = [
  { value: ANY, label: 'Any source' },
  ...SOURCE_NAMES.map((value) => ({ value, label: SOURCES[value] })),
] as { value: Source | typeof ANY; label: string }[]

const SORT_WORDS: Record<LeadListState['sort'], string> = {
  '-createdAt': 'Latest first',
  createdAt: 'Oldest first',
  urgency: 'Most urgent first',
  '-urgency': 'Least urgent first',
  name: 'By name, A to Z',
  '-name': 'By name, Z to A',
}

const SORT_OPTIONS = LEAD_PAGE_SORTS.map((value) => ({ value, label: SORT_WORDS[value] }))

export type SetListState = (change: Partial<LeadListState>, options?: { history: 'push' | 'replace' }) => void

function AssigneeFilter({ state, setState }: { state: LeadListState; setState: SetListState }) {
  const { members, ownId } = useMembers()
  const others = members.filter(({ id }) => id !== ownId).map(({ id, name }) => ({ value: id, label: name }))
  const options = [{ value: 'me', label: 'Assigned to you' }, { value: 'none', label: 'Assigned to nobody' }, ...others]
  const chosen = state.assignee
  const isKnown = chosen === undefined || options.some(({ value }) => value === chosen)
  return (
    <Combobox
      label="Assigned to"
      isLabelHidden
      // As dark as the choices beside it, which say "any" as well.
      className="[&_input]:placeholder:text-foreground"
      placeholder="Any assignee"
      nothingFound="Nobody has this name."
      // Somebody who has left, or whose name has not come yet.
      options={isKnown ? options : [...options, { value: chosen, label: 'Somebody else' }]}
      value={chosen ?? null}
      onChange={(assignee) => setState({ assignee: assignee ?? undefined })}
    />
  )
}

type LeadFiltersProps = {
  state: LeadListState
  setState: SetListState
  /** In the zone of the business; undefined until it is known. */
  today: string | undefined
}

/** Searches and narrows the list of leads. */
export function LeadFilters({ state, setState, today }: LeadFiltersProps) {
  const id = useId()
  const period = usePeriod(state, setState, today)
  const narrowing = FILTERS.filter((name) => name !== 'to' && state[name] !== undefined).length
  const [isOpen, setIsOpen] = useState(narrowing > 0)
  return (
    <div className="flex flex-wrap gap-2">
      <SearchField
        className="min-w-0 flex-1 basis-48 md:basis-full xl:basis-64"
        label="Search leads"
        placeholder="Name, number, address or problem"
        value={state.search}
        onSearch={(search) => setState({ search }, { history: 'replace' })}
      />
      <IconButton
        className="border border-input aria-expanded:bg-muted aria-expanded:text-foreground data-set:bg-muted data-set:text-foreground md:hidden"
        aria-label={narrowing > 0 ? `Filters and order, ${narrowing} set` : 'Filters and order'}
        aria-expanded={isOpen}
        aria-controls={id}
        data-set={narrowing > 0 || undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="sliders" size={18} />
      </IconButton>
      <div
        id={id}
        className="grid w-full grid-cols-2 gap-2 max-md:not-data-open:hidden md:w-auto md:flex-1 md:grid-cols-4 xl:flex-none xl:grid-cols-[8.5rem_11rem_9rem_9rem]"
        data-open={isOpen || undefined}
      >
        <Select
          label="Urgency"
          isLabelHidden
          options={URGENCY_OPTIONS}
          value={state.urgency ?? ANY}
          onChange={(urgency) => setState({ urgency: urgency === ANY ? undefined : urgency })}
        />
        <AssigneeFilter state={state} setState={setState} />
        <Select
          label="Source"
          isLabelHidden
          options={SOURCE_OPTIONS}
          value={state.source ?? ANY}
          onChange={(source) => setState({ source: source === ANY ? undefined : source })}
        />
        <PeriodSelect value={period.shown} onChange={period.choose} />
        <Select
          className="max-md:col-span-full md:hidden"
          label="Order"
          isLabelHidden
          options={SORT_OPTIONS}
          value={state.sort}
          onChange={(sort) => setState({ sort })}
        />
      </div>
      <ColumnMenu without={state.without} onChange={(without) => setState({ without, page: state.page })} />
      {period.areDaysShown && <PeriodDays isOpen={isOpen} days={state} onChange={setState} />}
    </div>
  )
}
