import type { ReactNode } from 'react'
import { APPOINTMENT_STATES, NO_TECHNICIAN } from '@/lib/dashboard/model/appointment.ts'
import { type CalendarAddress, calendarHref } from '@/lib/dashboard/appointments/calendar.ts'
import { addDays, type DayKey, formatDayKey, weekOf } from '@/lib/platform/time/zone.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useSample } from '../../ui/sample.ts'
import { Select } from '../../ui/select.tsx'
import { ICON_BUTTON } from '../../ui/icon-button.tsx'
import { LabelFilter } from '../list/filter-bar.tsx'

const ALL = 'all'

type Change = Partial<CalendarAddress>

type Address = { address: CalendarAddress; onAddress: (change: Change) => void }

type ChangeButtonProps = Address & {
  change: Change
  isChosen?: boolean
  label?: string
  className: string
  children: ReactNode
}

/** Renders a button. In the sample dashboard it renders a link, or faint text if the sample has no such page. */
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
  notOnPhone?: Value
  changeTo: (value: Value) => Change
}

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

/** Returns a title such as "Nov 23 – 29, 2026" or "Dec 28, 2026 – Jan 3, 2027". */
function weekTitle(days: readonly DayKey[]): string {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const name = (day: DayKey) => formatDayKey(day).replace(/^\w+, /, '')
  const [firstYear, lastYear] = [first.slice(0, 4), last.slice(0, 4)]
  if (firstYear !== lastYear) return `${name(first)}, ${firstYear} – ${name(last)}, ${lastYear}`
  const end = first.slice(0, 7) === last.slice(0, 7) ? String(Number(last.slice(-2))) : name(last)
  return `${name(first)} – ${end}, ${lastYear}`
}

/** Returns a title such as "Sun, Nov 29". Includes the year unless it is the current one. */
const dayTitle = (day: DayKey, today: DayKey): string =>
  day.slice(0, 4) === today.slice(0, 4) ? formatDayKey(day) : `${formatDayKey(day)}, ${day.slice(0, 4)}`

type Props = Address & {
  days: readonly DayKey[]
  day: DayKey
  today: DayKey
  technicians: readonly string[]
}

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

function viewChange(chosen: CalendarAddress['view'], { address: { view }, days, day, today }: Props): Change {
  if (view === 'day') return { view: chosen, week: days.includes(today) ? undefined : days[0] }
  if (view === 'week' && chosen === 'day') return { view: chosen, day: day === today ? undefined : day }
  return { view: chosen }
}

function Filters({ address, onAddress, technicians }: Pick<Props, 'address' | 'onAddress' | 'technicians'>) {
  const { state, technician } = address
  const isListed = technician === undefined || technician === NO_TECHNICIAN || technicians.includes(technician)
  const technicianOptions = [
    { value: ALL, label: 'All technicians' },
    { value: NO_TECHNICIAN, label: 'Unassigned' },
    ...[...technicians, ...(isListed ? [] : [technician])].map((name) => ({ value: name, label: name })),
  ]
  return (
    <div className="flex items-center gap-2 max-md:w-full">
      <LabelFilter
        label="Status"
        className="max-md:min-w-0 max-md:flex-1 md:min-w-36"
        anyLabel="All statuses"
        labels={APPOINTMENT_STATES}
        chosen={state}
        onChange={(chosen) => onAddress({ state: chosen })}
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
          label="Period"
          options={[
            ['ahead', 'Upcoming'],
            ['before', 'Past'],
          ]}
          value={when}
          changeTo={(chosen) => ({ when: chosen })}
        />
      )}
      <div className="md:ml-auto">
        {/* On a phone the week view shows one day, so its label is "Day" there. */}
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
