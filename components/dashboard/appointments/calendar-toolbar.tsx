'use client'

import {
  APPOINTMENT_STATE_NAMES,
  APPOINTMENT_STATES,
  type AppointmentState,
  NO_TECHNICIAN,
} from '@/lib/appointments/appointment.ts'
import type { CalendarAddress } from '@/lib/appointments/calendar.ts'
import { type DayKey, formatDayKey } from '@/lib/time/zone.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Select } from '../../ui/select.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

const ALL = 'all'

const STATE_OPTIONS = [
  { value: ALL, label: 'All states' },
  ...APPOINTMENT_STATE_NAMES.map((state) => ({ value: state, label: APPOINTMENT_STATES[state] })),
]

/** One of two or three views, as buttons of which one is pressed. */
function Choice<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: readonly (readonly [value: Value, label: string])[]
  value: Value
  onChange: (value: Value) => void
}) {
  return (
    <fieldset aria-label={label} className="inline-flex rounded-[0.625rem] border border-input bg-muted p-0.75">
      {options.map(([each, name]) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === value}
          className="min-h-9.5 cursor-pointer rounded-[0.4375rem] px-3.5 whitespace-nowrap text-muted-foreground hover:text-foreground aria-pressed:bg-card aria-pressed:font-semibold aria-pressed:text-foreground aria-pressed:shadow-[0_0_0_1px_var(--border)] lg:pointer-fine:min-h-7.5"
          onClick={() => onChange(each)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  )
}

/** "Nov 23 – 29, 2026", and what of it is different at the end: "Dec 28, 2026 – Jan 3, 2027". */
export function weekTitle(days: readonly DayKey[]): string {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const name = (day: DayKey) => formatDayKey(day).replace(/^\w+, /, '')
  const [firstYear, lastYear] = [first.slice(0, 4), last.slice(0, 4)]
  if (firstYear !== lastYear) return `${name(first)}, ${firstYear} – ${name(last)}, ${lastYear}`
  const end = first.slice(0, 7) === last.slice(0, 7) ? String(Number(last.slice(-2))) : name(last)
  return `${name(first)} – ${end}, ${lastYear}`
}

/** "Sun, Nov 29", with the year where it is another one. */
const dayTitle = (day: DayKey, today: DayKey): string =>
  day.slice(0, 4) === today.slice(0, 4) ? formatDayKey(day) : `${formatDayKey(day)}, ${day.slice(0, 4)}`

type Props = {
  address: CalendarAddress
  onAddress: (change: Partial<CalendarAddress>) => void
  days: readonly DayKey[]
  /** The one of them that is shown where one is. */
  day: DayKey
  today: DayKey
  technicians: readonly string[]
  /** To the week or the day before, the present one or the next. */
  onStep: (step: -1 | 0 | 1) => void
}

type StepsProps = { unit: 'Week' | 'Day'; title: string } & Pick<Props, 'onStep'>

function Steps({ unit, title, onStep }: StepsProps) {
  return (
    <>
      <div className="flex items-center gap-1 max-md:w-full">
        <IconButton aria-label={`${unit} before`} onClick={() => onStep(-1)}>
          <Icon name="back" size={18} />
        </IconButton>
        <h2
          aria-live="polite"
          className="text-lg leading-tight tracking-normal whitespace-nowrap max-md:flex-1 max-md:text-center md:order-1 md:pl-2"
        >
          {title}
        </h2>
        <IconButton aria-label={`${unit} after`} onClick={() => onStep(1)}>
          <Icon name="forward" size={18} />
        </IconButton>
      </div>
      <Button variant="quiet" onClick={() => onStep(0)}>
        Today
      </Button>
    </>
  )
}

/** What is shown of the calendar: which week or day, or which end of the list, and which of the visits. */
export function CalendarToolbar({ address, onAddress, days, day, today, technicians, onStep }: Props) {
  const { view, when, state, technician } = address
  const changeView = (chosen: CalendarAddress['view']) => {
    // From a day to its week, and from a week to the day of it that is marked, or the present one.
    const isPresent = days.includes(today)
    if (view === 'day') onAddress({ view: chosen, week: isPresent ? undefined : days[0] })
    else if (view === 'week' && chosen === 'day') onAddress({ view: chosen, day: day === today ? undefined : day })
    else onAddress({ view: chosen })
  }
  const isListed = technician === undefined || technician === NO_TECHNICIAN || technicians.includes(technician)
  const technicianOptions = [
    { value: ALL, label: 'All technicians' },
    { value: NO_TECHNICIAN, label: 'Nobody yet' },
    ...[...technicians, ...(isListed ? [] : [technician])].map((name) => ({ value: name, label: name })),
  ]
  return (
    <div className="flex flex-wrap items-center gap-3">
      {view === 'week' && <Steps unit="Week" title={weekTitle(days)} onStep={onStep} />}
      {view === 'day' && <Steps unit="Day" title={dayTitle(day, today)} onStep={onStep} />}
      {view === 'list' && (
        <Choice
          label="Which visits"
          options={[
            ['ahead', 'From today'],
            ['before', 'Before'],
          ]}
          value={when}
          onChange={(chosen) => onAddress({ when: chosen })}
        />
      )}
      <div className="ml-auto">
        <Choice
          label="View"
          options={[
            ['week', 'Week'],
            ['list', 'List'],
            ['day', 'Day'],
          ]}
          value={view}
          onChange={changeView}
        />
      </div>
      <div className="flex items-center gap-2 max-md:w-full">
        <Select
          label="State"
          isLabelHidden
          className="max-md:min-w-0 max-md:flex-1 md:min-w-36"
          options={STATE_OPTIONS}
          value={state ?? ALL}
          onChange={(chosen) => onAddress({ state: chosen === ALL ? undefined : (chosen as AppointmentState) })}
        />
        <Select
          label="Technician"
          isLabelHidden
          className="max-md:min-w-0 max-md:flex-1 md:min-w-40"
          options={technicianOptions}
          value={technician ?? ALL}
          onChange={(chosen) => onAddress({ technician: chosen === ALL ? undefined : chosen })}
        />
      </div>
    </div>
  )
}
