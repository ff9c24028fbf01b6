import type { ReactNode } from 'react'
import { APPOINTMENT_STATES, NO_TECHNICIAN } from '@/lib/dashboard/model/appointment.ts'
import { type CalendarQuery, buildCalendarHref } from '@/lib/dashboard/appointments/calendar.ts'
import { addDays, type DayKey, formatDayKey, listWeekDays } from '@/lib/platform/time/zone.ts'
import { getButtonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useSample } from '../../ui/sample.ts'
import { Select } from '../../ui/select.tsx'
import { ICON_BUTTON_CLASS } from '../../ui/icon-button.tsx'
import type { Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { LabelFilter } from '../list/filter-bar.tsx'
import { ViewsMenu } from '../views/views-menu.tsx'

const ALL_TECHNICIANS = 'all'

type Change = Partial<CalendarQuery>

type CalendarQueryProps = { address: CalendarQuery; onAddress: (change: Change) => void }

type ChangeButtonProps = CalendarQueryProps & {
  change: Change
  isChosen?: boolean
  label?: string
  className: string
  children: ReactNode
}

/** Renders a button. In the sample dashboard it renders a link, or faint text if the sample has no such page. */
function ChangeButton({ address, onAddress, change, isChosen, label, className, children }: ChangeButtonProps) {
  const sample = useSample()
  const chosenAttribute = { 'data-chosen': isChosen || undefined }
  if (!sample) {
    return (
      <button
        {...chosenAttribute}
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
  const href = sample.getHref(buildCalendarHref(address, change))
  if (!href) return <span className={`pointer-events-none opacity-40 ${className}`}>{children}</span>
  return (
    <a
      {...chosenAttribute}
      className={className}
      href={href}
      aria-label={label}
      aria-current={isChosen ? 'page' : undefined}
    >
      {children}
    </a>
  )
}

type ChoiceProps<Value> = CalendarQueryProps & {
  label: string
  options: readonly (readonly [value: Value, label: ReactNode])[]
  value: Value
  desktopOnlyValue?: Value
  toChange: (value: Value) => Change
}

function Choice<Value extends string>({
  label,
  options,
  value,
  desktopOnlyValue,
  toChange,
  ...props
}: ChoiceProps<Value>) {
  return (
    <fieldset aria-label={label} className="inline-flex rounded-[0.625rem] border border-input bg-muted p-0.75">
      {options.map(([optionValue, name]) => (
        <ChangeButton
          key={optionValue}
          {...props}
          change={toChange(optionValue)}
          isChosen={optionValue === value}
          className={`${optionValue === desktopOnlyValue ? 'max-md:hidden ' : ''}grid min-h-9.5 min-w-11 place-items-center rounded-[0.4375rem] px-2.5 xl:px-3.5 whitespace-nowrap text-muted-foreground hover:text-foreground data-chosen:bg-card data-chosen:font-semibold data-chosen:text-foreground data-chosen:shadow-[0_0_0_1px_var(--border)] lg:pointer-fine:min-h-7.5`}
        >
          {name}
        </ChangeButton>
      ))}
    </fieldset>
  )
}

/** Returns a title such as "Nov 23 – 29, 2026" or "Dec 28, 2026 – Jan 3, 2027". */
function formatWeekTitle(days: readonly DayKey[]): string {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const formatDayName = (day: DayKey) => formatDayKey(day).replace(/^\w+, /, '')
  const [firstYear, lastYear] = [first.slice(0, 4), last.slice(0, 4)]
  if (firstYear !== lastYear) return `${formatDayName(first)}, ${firstYear} – ${formatDayName(last)}, ${lastYear}`
  const end = first.slice(0, 7) === last.slice(0, 7) ? String(Number(last.slice(-2))) : formatDayName(last)
  return `${formatDayName(first)} – ${end}, ${lastYear}`
}

/** Returns a title such as "Sun, Nov 29". Includes the year unless it is the current one. */
const formatDayTitle = (day: DayKey, today: DayKey): string =>
  day.slice(0, 4) === today.slice(0, 4) ? formatDayKey(day) : `${formatDayKey(day)}, ${day.slice(0, 4)}`

type Props = CalendarQueryProps & {
  days: readonly DayKey[]
  day: DayKey
  today: DayKey
  technicians: readonly string[]
  reader: Reader
}

function buildStepChange(
  step: -1 | 0 | 1,
  { address, days, day, today }: Pick<Props, 'address' | 'days' | 'day' | 'today'>,
): Change {
  if (address.view === 'day') {
    const next = step === 0 ? today : addDays(day, step)
    return { day: next === today ? undefined : next, week: undefined }
  }
  const monday = step === 0 ? today : addDays(days[0] ?? today, 7 * step)
  const isCurrentWeek = listWeekDays(today)[0] === listWeekDays(monday)[0]
  return { week: isCurrentWeek ? undefined : monday, day: undefined }
}

function Steps({
  unit,
  title,
  ...props
}: Omit<Props, 'technicians' | 'reader'> & { unit: 'Week' | 'Day'; title: string }) {
  return (
    <>
      <div className="flex items-center gap-1 max-md:flex-1">
        <ChangeButton
          {...props}
          change={buildStepChange(-1, props)}
          label={`${unit} before`}
          className={ICON_BUTTON_CLASS}
        >
          <Icon name="back" size={18} />
        </ChangeButton>
        <h2
          aria-live="polite"
          className="text-lg leading-tight tracking-normal whitespace-nowrap max-md:flex-1 max-md:text-center md:order-1 md:pl-2"
        >
          {title}
        </h2>
        <ChangeButton
          {...props}
          change={buildStepChange(1, props)}
          label={`${unit} after`}
          className={ICON_BUTTON_CLASS}
        >
          <Icon name="forward" size={18} />
        </ChangeButton>
      </div>
      <ChangeButton {...props} change={buildStepChange(0, props)} className={getButtonClass('quiet')}>
        Today
      </ChangeButton>
    </>
  )
}

function buildViewChange(selectedView: CalendarQuery['view'], { address: { view }, days, day, today }: Props): Change {
  if (view === 'day') return { view: selectedView, week: days.includes(today) ? undefined : days[0] }
  if (view === 'week' && selectedView === 'day') return { view: selectedView, day: day === today ? undefined : day }
  return { view: selectedView }
}

function Filters({ address, onAddress, technicians }: Pick<Props, 'address' | 'onAddress' | 'technicians'>) {
  const { state, technician } = address
  const isListed = technician === undefined || technician === NO_TECHNICIAN || technicians.includes(technician)
  const technicianOptions = [
    { value: ALL_TECHNICIANS, label: 'All technicians' },
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
        selected={state}
        onChange={(selectedState) => onAddress({ state: selectedState })}
      />
      <Select
        label="Technician"
        isLabelHidden
        className="max-md:min-w-0 max-md:flex-1 md:min-w-40"
        options={technicianOptions}
        value={technician ?? ALL_TECHNICIANS}
        onChange={(selectedTechnician) =>
          onAddress({ technician: selectedTechnician === ALL_TECHNICIANS ? undefined : selectedTechnician })
        }
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
  const { address, onAddress, days, day, today, technicians, reader } = props
  const { view, when, technician } = address
  const isSample = useSample() !== undefined
  const links = { address, onAddress }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2.5">
      {view === 'week' && <Steps {...props} unit="Week" title={formatWeekTitle(days)} />}
      {view === 'day' && <Steps {...props} unit="Day" title={formatDayTitle(day, today)} />}
      {view === 'list' && (
        <Choice
          {...links}
          label="Period"
          options={[
            ['ahead', 'Upcoming'],
            ['before', 'Past'],
          ]}
          value={when}
          toChange={(selectedPeriod) => ({ when: selectedPeriod })}
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
          desktopOnlyValue={view === 'day' ? 'week' : 'day'}
          value={view}
          toChange={(selectedView) => buildViewChange(selectedView, props)}
        />
      </div>
      {!isSample && <Filters {...links} technicians={technicians} />}
      <ViewsMenu list="appointments" reader={reader} />
      {isSample && view !== 'day' && (
        <Choice
          {...links}
          label="Technician"
          options={[[ALL_TECHNICIANS, 'All'], ...technicians.map((name) => [name, name] as const)]}
          value={technician ?? ALL_TECHNICIANS}
          toChange={(selectedTechnician) => ({
            technician: selectedTechnician === ALL_TECHNICIANS ? undefined : selectedTechnician,
          })}
        />
      )}
    </div>
  )
}
