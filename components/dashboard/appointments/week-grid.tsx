import { type CSSProperties, type KeyboardEvent, type ReactNode, type ComponentProps, useEffect, useState } from 'react'
import type { CalendarResponse } from '@/lib/dashboard/appointments/calendar.ts'
import { APPOINTMENT_STATES, type AppointmentState, isUpcoming, isOver } from '@/lib/dashboard/model/appointment.ts'
import type { AppointmentRecord } from '@/lib/dashboard/appointments/record.ts'
import {
  type CalendarBlock,
  buildDayBlocks,
  findDoubleBookedIds,
  countExtraHours,
  computeHourHeight,
  findOpenMinutes,
  findVisibleHours,
} from '@/lib/dashboard/appointments/week-layout.ts'
import {
  type DayKey,
  toDayKey,
  formatDayKey,
  formatTime,
  formatWindow,
  getMinutesOfDay,
} from '@/lib/platform/time/zone.ts'
import { formatSpecialDay, getDayHours, hasHours, type Schedule } from '@/lib/dashboard/model/day-hours.ts'
import { CLOSED_DAY_KINDS } from '@/lib/dashboard/model/closed-days.ts'
import { DayHead, HourLabels, toCssLength, toPosition, VisitText } from './week.tsx'
import { CalendarLegend, CLOSED_CLASS, getCrewClass } from './calendar-legend.tsx'
import { DayStrip } from './day-strip.tsx'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { useSample } from '../../ui/sample.ts'

type OpenVisitProps = Omit<ComponentProps<'button'>, 'onClick'> & {
  visit: Pick<AppointmentRecord, 'callId'>
  onOpen: () => void
}

export function OpenVisit({ visit: { callId }, onOpen, className = '', children, ...props }: OpenVisitProps) {
  const isSample = useSample() !== undefined
  if (isSample) {
    return (
      <AppLink className={className} href={`${AREAS.calls.path}/${callId}`} {...(props as ComponentProps<'a'>)}>
        {children}
      </AppLink>
    )
  }
  return (
    <button type="button" {...props} className={`cursor-pointer ${className}`} onClick={onOpen}>
      {children}
    </button>
  )
}

const TICK_MS = 30_000

/**
 * Returns the current time. The first value comes from the server, so that hydration matches. The sample dashboard
 * keeps the first value.
 */
export function useNow(first: string): Date {
  const [now, setNow] = useState(() => new Date(first))
  const isSample = useSample() !== undefined
  useEffect(() => {
    if (isSample) return undefined
    const tick = () => setNow(new Date())
    tick()
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [isSample])
  return now
}

/** Sizes in rem. On a wide screen, an hour fits three lines of text. On a phone, it is large enough to tap. */
export const WINDOW_SIZES = { minHourHeight: 4.25, heading: 1.375, visit: 2.75 }
const PHONE_SIZES = { minHourHeight: 3.5, heading: 1.5, visit: 3 }

type Props = {
  week: Pick<CalendarResponse, 'days' | 'timeZone' | 'now' | 'technicians' | keyof Schedule>
  /**
   * Visits that match the filter. `allVisits` is unfiltered, so that double bookings are marked even if a filter hides
   * one visit.
   */
  visits: readonly AppointmentRecord[]
  allVisits: readonly AppointmentRecord[]
  day: DayKey
  hrefOfDay: (day: DayKey) => string
  onDay: (day: DayKey) => void
  onVisit: (id: string) => void
}

const VISIT_SELECTOR = 'button[data-visit]'

function findNearestVisit(visits: HTMLElement[], minutes: number): HTMLElement | undefined {
  const measureDistance = (visit: HTMLElement) => Math.abs(Number(visit.dataset.from) - minutes)
  return visits.toSorted((a, b) => measureDistance(a) - measureDistance(b))[0]
}

function findAdjacentVisit(visit: HTMLElement, step: 1 | -1): HTMLElement | undefined {
  const days = [...(visit.closest('.cal-days')?.querySelectorAll<HTMLElement>('.cal-day') ?? [])]
  const dayIndex = days.findIndex((day) => day.contains(visit))
  const otherDays = step === 1 ? days.slice(dayIndex + 1) : days.slice(0, dayIndex).toReversed()
  for (const day of otherDays) {
    const nearestVisit = findNearestVisit(
      [...day.querySelectorAll<HTMLElement>(VISIT_SELECTOR)],
      Number(visit.dataset.from),
    )
    if (nearestVisit?.checkVisibility()) return nearestVisit
  }
  return undefined
}

/**
 * Handles the arrow keys. Up and down move within a day. Left and right move to the nearest visit of the next day with
 * visits.
 */
function moveBetweenVisits(event: KeyboardEvent<HTMLElement>): void {
  const visit = event.target instanceof Element ? event.target.closest<HTMLElement>(VISIT_SELECTOR) : null
  const day = visit?.closest('.cal-day')
  if (!visit || !day) return
  const dayVisits = [...day.querySelectorAll<HTMLElement>(VISIT_SELECTOR)]
  const visitIndex = dayVisits.indexOf(visit)
  const targetsByKey: Record<string, () => HTMLElement | undefined> = {
    ArrowDown: () => dayVisits[visitIndex + 1],
    ArrowUp: () => dayVisits[visitIndex - 1],
    ArrowRight: () => findAdjacentVisit(visit, 1),
    ArrowLeft: () => findAdjacentVisit(visit, -1),
  }
  const findTarget = targetsByKey[event.key]
  if (!findTarget) return
  findTarget()?.focus()
  event.preventDefault()
}

type CalendarBodyProps = {
  hours: { from: number; to: number }
  className?: string
  children: ReactNode
}

export const CalendarBody = ({ hours, className = '', children }: CalendarBodyProps) => (
  <div className="cal-body">
    <HourLabels hours={hours} />
    {/* The `<div>` handles key events from the focusable visits inside it. */}
    {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
    <div
      className={`cal-days ${className}`}
      style={{ height: toCssLength((hours.to - hours.from) * 60) }}
      onKeyDown={moveBetweenVisits}
    >
      {children}
    </div>
  </div>
)

type VisitProps = {
  visit: AppointmentRecord
  from: number
  /** Undefined if several visits share a time window. Then a line above them shows the time. */
  time: string | undefined
  now: Date
  technicians: readonly string[] | undefined
  isDoubleBooked: boolean
  onOpen: () => void
}

/** Returns the hours without AM and PM, such as "10–12". The hour axis shows AM and PM. */
const formatClockHours = (window: string): string =>
  window.includes(',') ? window : window.replaceAll(/ [AP]M/g, '').replace(' – ', '–')

const VISIT_CLASSES: Record<AppointmentState, string> = {
  requested: 'border-dashed border-primary bg-card text-foreground hover:border-solid',
  confirmed:
    'border-(--crew,var(--accent))/40 bg-[color-mix(in_oklab,var(--crew,var(--accent))_14%,var(--card))] text-foreground hover:border-(--crew,var(--accent)) [&_.cal-visit-technician]:text-foreground',
  done: 'text-muted-foreground hover:border-input',
  cancelled: 'bg-card text-muted-foreground line-through hover:border-input',
}

function Visit({ visit, from, time, now, technicians, isDoubleBooked, onOpen }: VisitProps) {
  const { id, customer, job, address, technician, state, isTest } = visit
  const warning = isDoubleBooked ? `. ${technician} is double-booked` : ''
  const visitClassName = isOver(visit, now) ? 'done' : state
  return (
    <li className="group/row cal-row">
      <OpenVisit
        visit={visit}
        data-visit={id}
        data-from={from}
        data-state={visitClassName}
        className={`cal-visit text-left transition-colors group-data-shared/window:rounded-none group-data-shared/window:group-last/row:rounded-b-md focus-visible:z-3 focus-visible:-outline-offset-2 focus-visible:shadow-none max-md:pl-3 max-md:text-sm ${VISIT_CLASSES[visitClassName]} ${getCrewClass(technician, technicians)}`}
        onOpen={onOpen}
      >
        <VisitText
          time={
            time && (
              <>
                <span aria-hidden="true">{formatClockHours(time)}</span>
                <span className="sr-only">{time}</span>
              </>
            )
          }
          customer={isTest ? `Test: ${customer}` : customer}
          technician={
            technician ?? (
              <span className={isUpcoming(state) ? 'font-semibold text-primary' : undefined}>Unassigned</span>
            )
          }
          job={job}
          isDoubleBooked={isDoubleBooked}
        />
        {address && <span className="cal-visit-more cal-visit-place">{address}</span>}
        <span className="sr-only">{`, ${APPOINTMENT_STATES[state].toLowerCase()}${warning}`}</span>
      </OpenVisit>
    </li>
  )
}

type WindowBlockProps = {
  block: CalendarBlock
  technicians?: readonly string[]
  hours: { from: number }
  timeZone: string
  now: Date
  doubles: ReadonlySet<string>
  onVisit: (id: string) => void
}

function WindowBlock({ block, hours, timeZone, now, doubles, technicians, onVisit }: WindowBlockProps) {
  const { appointments, from } = block
  const [first] = appointments
  const time = first && formatWindow(first.startsAt, first.endsAt, timeZone)
  const isShared = appointments.length > 1
  return (
    <li
      className="group/window cal-window data-shared:grid data-shared:grid-rows-[auto_minmax(0,1fr)]"
      data-shared={isShared || undefined}
      style={toPosition(block, hours)}
    >
      {isShared && (
        <p className="overflow-hidden rounded-t-md bg-[color-mix(in_oklab,var(--border)_55%,var(--card))] px-1.5 pt-0.75 pb-0.5 text-[0.75rem] leading-[1.2] whitespace-nowrap text-muted-foreground max-md:text-xs">
          {time}
        </p>
      )}
      <ul className="grid h-full min-h-0 auto-rows-[minmax(0,1fr)] gap-px">
        {appointments.map((visit) => (
          <Visit
            key={visit.id}
            visit={visit}
            from={from}
            time={isShared ? undefined : time}
            now={now}
            technicians={technicians}
            isDoubleBooked={doubles.has(visit.id)}
            onOpen={() => onVisit(visit.id)}
          />
        ))}
      </ul>
    </li>
  )
}

export const Windows = ({
  blocks,
  ...props
}: Omit<WindowBlockProps, 'block'> & { blocks: readonly CalendarBlock[] }) => (
  <ol>
    {blocks.map((block) => (
      <WindowBlock key={`${block.from} ${block.to}`} block={block} {...props} />
    ))}
  </ol>
)

function formatClockChange(day: DayKey, timeZone: string): string | undefined {
  const hourDifference = countExtraHours(day, timeZone)
  if (hourDifference === 0) return undefined
  return hourDifference < 0 ? 'Daylight saving time starts' : 'Daylight saving time ends'
}

function formatDayNote(day: DayKey, week: Props['week']): string | undefined {
  const { special } = getDayHours(week, day)
  return special ? special.name || CLOSED_DAY_KINDS[special.kind] : formatClockChange(day, week.timeZone)
}

type DayProps = {
  day: DayKey
  blocks: CalendarBlock[]
  hours: { from: number; to: number }
  week: Props['week']
  now: Date
  isVisibleOnPhone: boolean
  doubles: ReadonlySet<string>
  onVisit: (id: string) => void
}

const Closed = ({ style }: { style: CSSProperties }) => (
  <span className={`absolute inset-x-0 ${CLOSED_CLASS}`} style={style} />
)

const Now = ({ top, children }: { top: string; children: ReactNode }) => (
  <>
    <span className="absolute inset-x-0 -mt-px h-0.5 bg-foreground" style={{ top }} />
    <span
      className="pointer-events-none absolute inset-x-0 z-2 h-0 before:absolute before:-top-1 before:-left-1 before:size-2 before:rounded-full before:bg-foreground"
      style={{ top }}
    >
      <span className="sr-only">Now</span>
      {children}
    </span>
  </>
)

export function HoursOfDay({
  day,
  hours,
  week,
  now,
  hasTime = true,
}: Pick<DayProps, 'day' | 'hours' | 'now'> & {
  week: Pick<Props['week'], 'timeZone' | keyof Schedule>
  hasTime?: boolean
}) {
  const { timeZone } = week
  const isToday = toDayKey(now, timeZone) === day
  const openHours = findOpenMinutes(day, week)
  const [first, last] = [hours.from * 60, hours.to * 60]
  const minute = getMinutesOfDay(now, timeZone)
  return (
    <>
      {(hasHours(week) || getDayHours(week, day).special) && (
        <>
          <Closed style={{ top: 0, height: toCssLength((openHours?.from ?? last) - first) }} />
          {openHours && <Closed style={{ top: toCssLength(openHours.to - first), bottom: 0 }} />}
        </>
      )}
      {isToday && minute >= first && minute < last && (
        <Now top={toCssLength(minute - first)}>
          {hasTime && (
            <span
              aria-hidden="true"
              className="absolute -top-2 right-0 rounded-sm bg-foreground px-1 text-[0.75rem] leading-4 font-semibold text-background"
            >
              {formatTime(now, timeZone)}
            </span>
          )}
        </Now>
      )}
    </>
  )
}

function DayColumn({ day, blocks, hours, week, now, isVisibleOnPhone, doubles, onVisit }: DayProps) {
  const { timeZone } = week
  const isToday = toDayKey(now, timeZone) === day
  const { special } = getDayHours(week, day)
  const specialText = special && formatSpecialDay(special)
  return (
    <section
      className="cal-day max-md:not-data-shown:hidden"
      aria-label={[formatDayKey(day, 'long'), specialText].filter(Boolean).join(': ')}
      data-shown={isVisibleOnPhone || undefined}
      data-today={isToday || undefined}
    >
      <HoursOfDay {...{ day, hours, week, now }} />
      {blocks.length === 0 && (
        <p className="absolute inset-x-0 top-12 z-1 text-center text-muted-foreground md:hidden">
          No visits on this day
        </p>
      )}
      <Windows {...{ blocks, hours, timeZone, now, doubles, onVisit }} technicians={week.technicians} />
    </section>
  )
}

export function WeekGrid({ week, visits, allVisits, day, hrefOfDay, onDay, onVisit }: Props) {
  const { days, timeZone } = week
  const now = useNow(week.now)
  const today = toDayKey(now, timeZone)
  const blocks = days.map((weekDay) => buildDayBlocks(visits, weekDay, timeZone))
  const allBlocks = days.flatMap((weekDay) => buildDayBlocks(allVisits, weekDay, timeZone))
  const hours = findVisibleHours(allBlocks, week, days)
  const heights = {
    '--hour-window': `${computeHourHeight(allBlocks, WINDOW_SIZES)}rem`,
    ...(hasHours(week) && {
      '--columns': days
        .map((weekDay, position) =>
          findOpenMinutes(weekDay, week) || blocks[position]?.length ? 'minmax(0,1fr)' : 'minmax(4.5rem,0.5fr)',
        )
        .join(' '),
    }),
    '--hour-phone': `${computeHourHeight(buildDayBlocks(visits, day, timeZone), PHONE_SIZES)}rem`,
  } as CSSProperties
  const doubleBookedIds = findDoubleBookedIds(allVisits)
  const { special: daySpecial } = getDayHours(week, day)
  return (
    <>
      <div className="cal max-md:[--hour:var(--hour-phone)]" style={heights}>
        <DayStrip
          days={days}
          specials={days.map((weekDay) => getDayHours(week, weekDay).special)}
          requests={blocks.map((dayBlocks) =>
            dayBlocks.some(({ appointments }) => appointments.some(({ state }) => state === 'requested')),
          )}
          counts={blocks.map((dayBlocks) => dayBlocks.flatMap(({ appointments }) => appointments).length)}
          day={day}
          today={today}
          hrefOfDay={hrefOfDay}
          onDay={onDay}
        />
        {daySpecial && (
          <p className="border-b border-border px-4 py-2 text-center font-medium md:hidden">
            {formatSpecialDay(daySpecial)}
          </p>
        )}
        <div className="sticky top-(--notice,0px) z-4 cal-heads max-md:hidden" aria-hidden="true">
          {days.map((weekDay) => (
            <DayHead
              key={weekDay}
              day={weekDay}
              isToday={weekDay === today}
              note={formatDayNote(weekDay, week)}
              className="data-today:font-semibold data-today:text-foreground data-today:shadow-[inset_0_2px_0_var(--foreground)]"
            />
          ))}
        </div>
        <CalendarBody hours={hours} className="max-md:grid-cols-1">
          {days.map((weekDay, position) => (
            <DayColumn
              key={weekDay}
              day={weekDay}
              blocks={blocks[position] ?? []}
              hours={hours}
              week={week}
              now={now}
              isVisibleOnPhone={weekDay === day}
              doubles={doubleBookedIds}
              onVisit={onVisit}
            />
          ))}
        </CalendarBody>
      </div>
      <CalendarLegend week={week} visits={visits} now={now} />
    </>
  )
}
