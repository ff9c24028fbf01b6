'use client'

import type { ReactNode } from 'react'
import {
  APPOINTMENT_STATE_NAMES,
  APPOINTMENT_STATES,
  type AppointmentState,
  NO_TECHNICIAN,
} from '@/lib/appointments/appointment.ts'
import { type CalendarAddress, calendarHref } from '@/lib/appointments/calendar.ts'
import { addDays, type DayKey, formatDayKey, weekOf } from '@/lib/time/zone.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useSample } from '../../ui/sample.ts'
import { Select } from '../../ui/select.tsx'
import { ICON_BUTTON } from '../../ui/icon-button.tsx'

const ALL = 'all'

const STATE_OPTIONS = [
  { value: ALL, label: 'All states' },
  ...APPOINTMENT_STATE_NAMES.map((state) => ({ value: state, label: APPOINTMENT_STATES[state] })),
]

type Change = Partial<CalendarAddress>

/** What leads elsewhere in the calendar: buttons, or links where each address is a page of its own. */
type Address = { address: CalendarAddress; onAddress: (change: Change) => void }

type ChangeButtonProps = Address & {
  change: Change
  /** Of a choice: whether it is the one that is shown. */
  isChosen?: boolean
  label?: string
  className: string
  children: ReactNode
}

/** Changes what is shown. Among sample data it is a link, and faint where there is no sample. */
function ChangeButton({ address, onAddress, change, isChosen, label, className, children }: ChangeButtonProps) {
  const sample = useSample()
  const chosen = { 'data-chosen': isChosen || undefined }
  if (!sample) {
    return (
      <button
        {...chosen}
        type="button"
        aria-label={label}
        aria-pressed={isChosen}
        className={`cursor-pointer ${className}`}
        onClick={() => onAddress(change)}
      >
        {children}
      </button>
    )
  }
  const href = sample.hrefOf(calendarHref(address, change))
  if (!href) return <span className={`pointer-events-none opacity-40 ${className}`}>{children}</span>
  return (
    <a {...chosen} className={className} href={href} aria-label={label} aria-current={isChosen ? 'page' : undefined}>
      {children}
    </a>
  )
}

type ChoiceProps<Value> = Address & {
  label: string
  options: readonly (readonly [value: Value, label: ReactNode])[]
  value: Value
  /** One that a phone does not offer. */
  notOnPhone?: Value
  changeTo: (value: Value) => Change
}

/** One of a few, beside each other, of which one is chosen. */
function Choice<Value extends string>({ label, options, value, notOnPhone, changeTo, ...props }: ChoiceProps<Value>) {
  return (
    <fieldset aria-label={label} className="inline-flex rounded-[0.625rem] border border-input bg-muted p-0.75">
      {options.map(([each, name]) => (
        <ChangeButton
          key={each}
          {...props}
          change={changeTo(each)}
          isChosen={each === value}
          className={`${each === notOnPhone ? 'max-md:hidden ' : ''}grid min-h-9.5 min-w-11 place-items-center rounded-[0.4375rem] px-2.5 xl:px-3.5 whitespace-nowrap text-muted-foreground hover:text-foreground data-chosen:bg-card data-chosen:font-semibold data-chosen:text-foreground data-chosen:shadow-[0_0_0_1px_var(--border)] lg:pointer-fine:min-h-7.5`}
        >
          {name}
        </ChangeButton>
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

type Props = Address & {
  days: readonly DayKey[]
  /** The one of them that is shown where one is. */
  day: DayKey
  today: DayKey
  technicians: readonly string[]
}

/** To the week or the day before, the present one or the next. */
function stepTo(
  step: -1 | 0 | 1,
  { address, days, day, today }: Pick<Props, 'address' | 'days' | 'day' | 'today'>,
): Change {
  if (address.view === 'day') {
    const next = step === 0 ? today : addDays(day, step)
    return { day: next === today ? undefined : next, week: undefined }
  }
  const monday = step === 0 ? today : addDays(days[0] ?? today, 7 * step)
  const isPresent = weekOf(today)[0] === weekOf(monday)[0]
  return { week: isPresent ? undefined : monday, day: undefined }
}

function Steps({ unit, title, ...props }: Omit<Props, 'technicians'> & { unit: 'Week' | 'Day'; title: string }) {
  return (
    <>
      <div className="flex items-center gap-1 max-md:flex-1">
        <ChangeButton {...props} change={stepTo(-1, props)} label={`${unit} before`} className={ICON_BUTTON}>
          <Icon name="back" size={18} />
        </ChangeButton>
        <h2
          aria-live="polite"
          className="text-lg leading-tight tracking-normal whitespace-nowrap max-md:flex-1 max-md:text-center md:order-1 md:pl-2"
        >
          {title}
        </h2>
        <ChangeButton {...props} change={stepTo(1, props)} label={`${unit} after`} className={ICON_BUTTON}>
          <Icon name="forward" size={18} />
        </ChangeButton>
      </div>
      <ChangeButton {...props} change={stepTo(0, props)} className={buttonClass('quiet')}>
        Today
      </ChangeButton>
    </>
  )
}

/** From a day to its week, and from a week to the day of it that is marked, or the present one. */
function viewChange(chosen: CalendarAddress['view'], { address: { view }, days, day, today }: Props): Change {
  if (view === 'day') return { view: chosen, week: days.includes(today) ? undefined : days[0] }
  if (view === 'week' && chosen === 'day') return { view: chosen, day: day === today ? undefined : day }
  return { view: chosen }
}

/** State and technician, of which there may be many. */
function Filters({ address, onAddress, technicians }: Pick<Props, 'address' | 'onAddress' | 'technicians'>) {
  const { state, technician } = address
  const isListed = technician === undefined || technician === NO_TECHNICIAN || technicians.includes(technician)
  const technicianOptions = [
    { value: ALL, label: 'All technicians' },
    { value: NO_TECHNICIAN, label: 'No one yet' },
    ...[...technicians, ...(isListed ? [] : [technician])].map((name) => ({ value: name, label: name })),
  ]
  return (
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
  )
}

const DayOfWeek = () => (
  <>
    <span className="max-md:hidden">Week</span>
    <span className="md:hidden">Day</span>
  </>
)

/** What is shown of the calendar: which week or day, or which end of the list, and which of the visits. */
export function CalendarToolbar(props: Props) {
  const { address, onAddress, days, day, today, technicians } = props
  const { view, when, technician } = address
  const isSample = useSample() !== undefined
  const links = { address, onAddress }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2.5">
      {view === 'week' && <Steps {...props} unit="Week" title={weekTitle(days)} />}
      {view === 'day' && <Steps {...props} unit="Day" title={dayTitle(day, today)} />}
      {view === 'list' && (
        <Choice
          {...links}
          label="Which visits"
          options={[
            ['ahead', 'From today'],
            ['before', 'Before'],
          ]}
          value={when}
          changeTo={(chosen) => ({ when: chosen })}
        />
      )}
      <div className="md:ml-auto">
        {/* On a phone a week shows one of its days, so that it is what is called a day there. */}
        <Choice
          {...links}
          label="View"
          options={[
            ['week', <DayOfWeek key="week" />],
            ['list', 'List'],
            ['day', 'Day'],
          ]}
          notOnPhone={view === 'day' ? 'week' : 'day'}
          value={view}
          changeTo={(chosen) => viewChange(chosen, props)}
        />
      </div>
      {!isSample && <Filters {...links} technicians={technicians} />}
      {/* In a day each technician has a column. */}
      {isSample && view !== 'day' && (
        <Choice
          {...links}
          label="Technician"
          options={[[ALL, 'All'], ...technicians.map((name) => [name, name] as const)]}
          value={technician ?? ALL}
          changeTo={(chosen) => ({ technician: chosen === ALL ? undefined : chosen })}
        />
      )}
    </div>
  )
}
