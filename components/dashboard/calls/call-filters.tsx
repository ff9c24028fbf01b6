'use client'

import { useId, useState } from 'react'
import { CALL_OUTCOME_NAMES, CALL_OUTCOMES, type CallOutcome } from '@/lib/calls/call.ts'
import { INTENT_NAMES, INTENTS, type Intent } from '@/lib/calls/intent.ts'
import type { CallListState } from '@/lib/calls/list-state.ts'
import { isDayKey, formatDay, formatTime } from '@/lib/time/zone.ts'
import { FilterChip } from '../../ui/filter-chip.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import { hasTimes, PeriodDays, PeriodSelect, usePeriod } from '../period-filter.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

const SORTS = [
  { value: '-startedAt', label: 'Latest first' },
  { value: 'startedAt', label: 'Oldest first' },
  { value: '-duration', label: 'Longest first' },
  { value: 'duration', label: 'Shortest first' },
] as const

type LabelFilterProps<Name extends string> = {
  label: string
  anyLabel: string
  labels: Record<Name, string>
  names: readonly Name[]
  chosen: readonly Name[]
  onChange: (chosen: Name[]) => void
}

/** Narrows the list to one label, or to any; an address can name several. */
function LabelFilter<Name extends string>({
  label,
  anyLabel,
  labels,
  names,
  chosen,
  onChange,
}: LabelFilterProps<Name>) {
  const several = chosen.map((each) => labels[each]).join(', ')
  return (
    <Select<Name | 'any' | 'several'>
      label={label}
      isLabelHidden
      options={[
        { value: 'any', label: anyLabel },
        ...(chosen.length > 1 ? [{ value: 'several' as const, label: several }] : []),
        ...names.map((value) => ({ value, label: labels[value] })),
      ]}
      value={chosen.length > 1 ? 'several' : (chosen[0] ?? 'any')}
      onChange={(value) => {
        if (value !== 'several') onChange(value === 'any' ? [] : [value])
      }}
    />
  )
}

type CallFiltersProps = {
  state: CallListState
  setState: (change: Partial<CallListState>, options?: { history: 'push' | 'replace' }) => void
  /** In the zone of the business; undefined until it is known. */
  today: string | undefined
  /** Of the business; undefined until it is known. */
  timeZone: string | undefined
}

/** "From Tue, Mar 3, 5:00 PM until Wed, Mar 4, 9:00 AM" */
function timesInWords({ from, to }: CallListState, zone: string): string {
  const words = (time: string) =>
    isDayKey(time) ? formatDay(`${time}T12:00Z`, 'UTC') : `${formatDay(time, zone)}, ${formatTime(time, zone)}`
  const text = [from && `from ${words(from)}`, to && `until ${words(to)}`].filter(Boolean).join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The filters that only a link sets, from a number to the calls that it counts. */
function LinkedFilters({ state, setState, timeZone }: Omit<CallFiltersProps, 'today'>) {
  const areTimesShown = hasTimes(state) && timeZone
  if (!areTimesShown && !state.counted) return null
  return (
    <ul className="flex w-full flex-wrap gap-2" aria-label="Filters of the link">
      {areTimesShown && (
        <li>
          <FilterChip onRemove={() => setState({ from: undefined, to: undefined })}>
            {timesInWords(state, timeZone)}
          </FilterChip>
        </li>
      )}
      {state.counted && (
        <li>
          <FilterChip onRemove={() => setState({ counted: false })}>Counted for the plan</FilterChip>
        </li>
      )}
    </ul>
  )
}

/** Narrows the list of calls. */
export function CallFilters({ state, setState, today, timeZone }: CallFiltersProps) {
  const period = usePeriod(state, setState, today)
  const id = useId()
  const isNarrowed = state.outcome.length > 0 || state.intent.length > 0 || Boolean(state.from ?? state.to)
  const [isOpen, setIsOpen] = useState(isNarrowed)
  return (
    <div className="flex flex-wrap gap-2">
      <SearchField
        className="min-w-0 flex-1 basis-48 md:basis-full xl:basis-64"
        label="Search calls"
        placeholder="Words, name or number"
        value={state.search}
        onSearch={(search) => setState({ search }, { history: 'replace' })}
      />
      <IconButton
        className="border border-input aria-expanded:bg-muted aria-expanded:text-foreground md:hidden"
        aria-label="Filters and order"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="sliders" size={18} />
      </IconButton>
      <div
        id={id}
        className="grid w-full grid-cols-2 gap-2 max-md:not-data-open:hidden max-md:[&>:nth-child(3)]:col-span-full md:w-auto md:flex-1 md:grid-cols-3 xl:flex-none xl:grid-cols-[12rem_12rem_10rem]"
        data-open={isOpen || undefined}
      >
        <LabelFilter<Intent>
          label="Reason"
          anyLabel="Any reason"
          labels={INTENTS}
          names={INTENT_NAMES}
          chosen={state.intent}
          onChange={(intent) => setState({ intent })}
        />
        <LabelFilter<CallOutcome>
          label="Outcome"
          anyLabel="Any outcome"
          labels={CALL_OUTCOMES}
          names={CALL_OUTCOME_NAMES}
          chosen={state.outcome}
          onChange={(outcome) => setState({ outcome })}
        />
        <PeriodSelect value={period.shown} onChange={period.choose} />
        <Select<CallListState['sort']>
          className="max-md:col-span-full md:hidden"
          label="Order"
          isLabelHidden
          options={SORTS}
          value={state.sort}
          onChange={(sort) => setState({ sort })}
        />
      </div>
      {period.areDaysShown && <PeriodDays isOpen={isOpen} days={state} onChange={setState} />}
      <LinkedFilters state={state} setState={setState} timeZone={timeZone} />
    </div>
  )
}
