import { type ReactNode, useId, useState } from 'react'
import { addDays, type DayKey, isDayKey } from '@/lib/platform/time/zone.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useSample } from '../../ui/sample.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'

/** First and last day of a period, both inclusive. The call list also accepts exact times. */
type DayRange = { from?: string | undefined; to?: string | undefined }

export type SetListState<State> = (change: Partial<State>, options?: { history: 'push' | 'replace' }) => void

const PERIOD_LABELS = {
  any: 'All dates',
  today: 'Today',
  week: 'Last 7 days',
  month: 'Last 30 days',
  days: 'Custom dates',
  times: 'Exact times',
} as const

type Period = keyof typeof PERIOD_LABELS

const PERIOD_OPTIONS = (Object.keys(PERIOD_LABELS) as Period[]).map((value) => ({ value, label: PERIOD_LABELS[value] }))

const START_OFFSET_DAYS = { today: 0, week: -6, month: -29 } as const

type RecentPeriod = keyof typeof START_OFFSET_DAYS

const isRecent = (period: Period): period is RecentPeriod => period in START_OFFSET_DAYS

export const hasTimes = ({ from, to }: DayRange): boolean =>
  [from, to].some((bound) => bound !== undefined && !isDayKey(bound))

function getPeriod({ from, to }: DayRange, today: DayKey | undefined): Period {
  if (!from && !to) return 'any'
  if (hasTimes({ from, to })) return 'times'
  const recentPeriod = (Object.keys(START_OFFSET_DAYS) as RecentPeriod[]).find(
    (period) => today && !to && from === addDays(today, START_OFFSET_DAYS[period]),
  )
  return recentPeriod ?? 'days'
}

type LabelFilterProps<Name extends string> = {
  label: string
  anyLabel: string
  labels: Record<Name, string>
  selected: Name | readonly Name[] | undefined
  onChange: (chosen: Name | undefined) => void
  isLabelHidden?: boolean
  className?: string
}

export function LabelFilter<Name extends string>({
  label,
  anyLabel,
  labels,
  selected,
  onChange,
  isLabelHidden = true,
  className,
}: LabelFilterProps<Name>) {
  const names = [selected ?? []].flat() as Name[]
  const hasMultiple = names.length > 1
  return (
    <Select<Name | 'any' | 'several'>
      label={label}
      isLabelHidden={isLabelHidden}
      className={className}
      options={[
        { value: 'any', label: anyLabel },
        ...(hasMultiple ? [{ value: 'several' as const, label: names.map((name) => labels[name]).join(', ') }] : []),
        ...(Object.keys(labels) as Name[]).map((value) => ({ value, label: labels[value] })),
      ]}
      value={hasMultiple ? 'several' : (names[0] ?? 'any')}
      onChange={(value) => value !== 'several' && onChange(value === 'any' ? undefined : value)}
    />
  )
}

type FilterBarProps<Sort extends string> = {
  label: string
  placeholder: string
  state: { search: string; sort: Sort } & DayRange
  setState: SetListState<{ search: string; sort: Sort } & DayRange>
  /** Current day in the business's time zone. Undefined until the list has loaded. */
  today: string | undefined
  sorts: Record<Sort, string>
  isFiltered: boolean
  filterCount?: number
  className: string
  children: ReactNode
  beside?: ReactNode
  below?: ReactNode
}

export function FilterBar<Sort extends string>({
  label,
  placeholder,
  state,
  setState,
  today,
  sorts,
  isFiltered,
  filterCount = 0,
  className,
  children,
  beside,
  below,
}: FilterBarProps<Sort>) {
  const id = useId()
  const isSample = useSample() !== undefined
  const [isOpen, setIsOpen] = useState(isFiltered)
  const [isChoosingDays, setIsChoosingDays] = useState(false)
  const period = getPeriod(state, today)
  const areDaysVisible = isChoosingDays || period === 'days'
  const displayedPeriod = areDaysVisible ? 'days' : period
  const selectPeriod = (selectedPeriod: Period) => {
    setIsChoosingDays(selectedPeriod === 'days')
    if (selectedPeriod === 'any' || (selectedPeriod === 'days' && period === 'times'))
      setState({ from: undefined, to: undefined })
    if (isRecent(selectedPeriod) && today)
      setState({ from: addDays(today, START_OFFSET_DAYS[selectedPeriod]), to: undefined })
  }
  if (isSample) return null
  return (
    <div className="flex flex-wrap gap-2">
      <SearchField
        className="min-w-0 flex-1 basis-48 md:basis-full xl:basis-64"
        label={label}
        placeholder={placeholder}
        value={state.search}
        onSearch={(search) => setState({ search }, { history: 'replace' })}
      />
      <IconButton
        className="border border-input aria-expanded:bg-muted aria-expanded:text-foreground data-set:bg-muted data-set:text-foreground md:hidden"
        aria-label={filterCount > 0 ? `Filters and sort, ${filterCount} active` : 'Filters and sort'}
        aria-expanded={isOpen}
        aria-controls={id}
        data-set={filterCount > 0 || undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="sliders" size={18} />
      </IconButton>
      <div
        id={id}
        className={`grid w-full grid-cols-2 gap-2 max-md:not-data-open:hidden md:w-auto md:flex-1 xl:flex-none ${className}`}
        data-open={isOpen || undefined}
      >
        {children}
        <Select<Period>
          label="Dates"
          isLabelHidden
          // Exact times only come from a URL. The user can replace them, but cannot select them.
          options={PERIOD_OPTIONS.filter(({ value }) => value !== 'times' || displayedPeriod === 'times')}
          value={displayedPeriod}
          onChange={selectPeriod}
        />
        <Select<Sort>
          className="max-md:col-span-full md:hidden"
          label="Sort by"
          isLabelHidden
          options={(Object.keys(sorts) as Sort[]).map((value) => ({ value, label: sorts[value] }))}
          value={state.sort}
          onChange={(sort) => setState({ sort })}
        />
      </div>
      {beside}
      {areDaysVisible && (
        <fieldset
          className="grid w-full grid-cols-2 gap-2 max-md:not-data-open:hidden md:grid-cols-[repeat(2,11rem)] md:justify-end"
          data-open={isOpen || undefined}
        >
          <legend className="sr-only">Dates</legend>
          <TextField
            label="From"
            type="date"
            value={state.from ?? ''}
            max={state.to}
            onChange={({ target }) => setState({ from: target.value || undefined })}
          />
          <TextField
            label="To"
            type="date"
            value={state.to ?? ''}
            min={state.from}
            onChange={({ target }) => setState({ to: target.value || undefined })}
          />
        </fieldset>
      )}
      {below}
    </div>
  )
}
