'use client'

import { useState } from 'react'
import { addDays, type DayKey, isDayKey } from '@/lib/time/zone.ts'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'

const PERIODS = {
  any: 'Any day',
  today: 'Today',
  week: 'Last 7 days',
  month: 'Last 30 days',
  days: 'Other days',
  times: 'Exact times',
} as const

type Period = keyof typeof PERIODS

const PERIOD_OPTIONS = (Object.keys(PERIODS) as Period[]).map((value) => ({ value, label: PERIODS[value] }))

/** Only an address says exact times: they can be seen and left, and not chosen. */
const CHOSEN_OPTIONS = PERIOD_OPTIONS.filter(({ value }) => value !== 'times')

/** How many days a period that ends today began before it. */
const DAYS_BEFORE = { today: 0, week: -6, month: -29 } as const

type Recent = keyof typeof DAYS_BEFORE

const isRecent = (period: Period): period is Recent => period in DAYS_BEFORE

/** The days that a list is narrowed to; both are in it. A list of calls may be narrowed to moments instead. */
type Days = { from?: string | undefined; to?: string | undefined }

/** Whether a list is narrowed to moments, as by the link from a count to its calls. */
export const hasTimes = ({ from, to }: Days): boolean =>
  [from, to].some((each) => each !== undefined && !isDayKey(each))

function periodOf({ from, to }: Days, today: DayKey | undefined): Period {
  if (!from && !to) return 'any'
  if (hasTimes({ from, to })) return 'times'
  const recent = (Object.keys(DAYS_BEFORE) as Recent[]).find(
    (period) => today && !to && from === addDays(today, DAYS_BEFORE[period]),
  )
  return recent ?? 'days'
}

/**
 * The choice of a period for a list, in the days that its address holds.
 * @param today in the zone of the business; undefined until it is known
 */
export function usePeriod(days: Days, onChange: (days: Days) => void, today: DayKey | undefined) {
  const [isChoosing, setIsChoosing] = useState(false)
  const period = periodOf(days, today)
  const areDaysShown = isChoosing || period === 'days'
  const choose = (chosen: Period) => {
    setIsChoosing(chosen === 'days')
    if (chosen === 'any' || (chosen === 'days' && period === 'times')) onChange({ from: undefined, to: undefined })
    if (isRecent(chosen) && today) onChange({ from: addDays(today, DAYS_BEFORE[chosen]), to: undefined })
  }
  return { shown: areDaysShown ? ('days' as const) : period, areDaysShown, choose }
}

/** Any day, one of the periods that end today, or others. */
export function PeriodSelect({ value, onChange }: { value: Period; onChange: (chosen: Period) => void }) {
  const options = value === 'times' ? PERIOD_OPTIONS : CHOSEN_OPTIONS
  return <Select<Period> label="Days" isLabelHidden options={options} value={value} onChange={onChange} />
}

type PeriodDaysProps = { isOpen: boolean; days: Days; onChange: (days: Days) => void }

/** The first and the last day of a period of one's own; on a phone they are shown with the other filters. */
export function PeriodDays({ isOpen, days: { from, to }, onChange }: PeriodDaysProps) {
  return (
    <fieldset
      className="grid w-full grid-cols-2 gap-2 max-md:not-data-open:hidden md:grid-cols-[repeat(2,11rem)] md:justify-end"
      data-open={isOpen || undefined}
    >
      <legend className="sr-only">Days</legend>
      <TextField
        label="From"
        type="date"
        value={from ?? ''}
        max={to}
        onChange={({ target }) => onChange({ from: target.value || undefined })}
      />
      <TextField
        label="To"
        type="date"
        value={to ?? ''}
        min={from}
        onChange={({ target }) => onChange({ to: target.value || undefined })}
      />
    </fieldset>
  )
}
