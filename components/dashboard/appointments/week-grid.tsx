'use client'

import type { CSSProperties, KeyboardEvent } from 'react'
import type { CalendarAnswer } from '@/lib/appointments/calendar.ts'
import { APPOINTMENT_STATES, type AppointmentState } from '@/lib/appointments/appointment.ts'
import type { AppointmentRecord } from '@/lib/appointments/record.ts'
import {
  type Block,
  blocksOn,
  doubleBooked,
  extraHours,
  hourHeight,
  openOn,
  shownHours,
} from '@/lib/appointments/week-layout.ts'
import { type DayKey, dayKey, formatDayKey, formatWindow, minutesIn } from '@/lib/time/zone.ts'
import { DayHead, dayNumber, HourLabels, lengthOf, placeOf, VisitText } from '../../product/week.tsx'
import { useNow } from './use-now.ts'

/** In a window a visit has room for two lines, on a phone for a finger. */
export const WINDOW_SIZES = { usualHour: 3.25, heading: 1.375, visit: 2.375 }
const PHONE_SIZES = { usualHour: 3.5, heading: 1.5, visit: 2.875 }

type Props = {
  week: Pick<CalendarAnswer, 'days' | 'timeZone' | 'hours' | 'now'>
  /** Those that are shown, and all of the week: a filter does not hide that somebody is to be at two places. */
  visits: readonly AppointmentRecord[]
  allVisits: readonly AppointmentRecord[]
  /** On a phone, which shows one day. */
  day: DayKey
  onDay: (day: DayKey) => void
  onVisit: (id: string) => void
}

const VISIT = 'button[data-visit]'

/** The visit of another day that is nearest in time to one. */
function nearest(visits: HTMLElement[], at: number): HTMLElement | undefined {
  const distance = (visit: HTMLElement) => Math.abs(Number(visit.dataset.from) - at)
  return visits.toSorted((one, other) => distance(one) - distance(other))[0]
}

/** The nearest visit on the next day that has one, in the direction. */
function beside(visit: HTMLElement, step: 1 | -1): HTMLElement | undefined {
  const days = [...(visit.closest('.cal-days')?.querySelectorAll<HTMLElement>('.cal-day') ?? [])]
  const at = days.findIndex((day) => day.contains(visit))
  const others = step === 1 ? days.slice(at + 1) : days.slice(0, at).toReversed()
  for (const day of others) {
    const found = nearest([...day.querySelectorAll<HTMLElement>(VISIT)], Number(visit.dataset.from))
    if (found?.checkVisibility()) return found
  }
  return undefined
}

/** Arrows lead from visit to visit: up and down on a day, left and right to the nearest of the next day with one. */
export function moveBetweenVisits(event: KeyboardEvent<HTMLElement>): void {
  const visit = event.target instanceof Element ? event.target.closest<HTMLElement>(VISIT) : null
  const day = visit?.closest('.cal-day')
  if (!visit || !day) return
  const ofDay = [...day.querySelectorAll<HTMLElement>(VISIT)]
  const at = ofDay.indexOf(visit)
  const wanted: Record<string, () => HTMLElement | undefined> = {
    ArrowDown: () => ofDay[at + 1],
    ArrowUp: () => ofDay[at - 1],
    ArrowRight: () => beside(visit, 1),
    ArrowLeft: () => beside(visit, -1),
  }
  const move = wanted[event.key]
  if (!move) return
  move()?.focus()
  event.preventDefault()
}

type VisitProps = {
  visit: AppointmentRecord
  from: number
  /** The window, where no line above says it. */
  time: string | undefined
  isDoubleBooked: boolean
  onOpen: () => void
}

const VISIT_LOOKS: Record<AppointmentState, string> = {
  requested: 'border-dashed border-primary bg-card text-foreground hover:border-solid',
  confirmed: 'text-foreground hover:border-accent [&_.cal-visit-technician]:text-foreground',
  done: 'text-muted-foreground hover:border-input',
  cancelled: 'bg-card text-muted-foreground line-through hover:border-input',
}

function Visit({ visit, from, time, isDoubleBooked, onOpen }: VisitProps) {
  const { id, customer, job, technician, state, isTest } = visit
  const warning = isDoubleBooked ? `. ${technician} is at two places at this time` : ''
  return (
    <li className="group/row cal-row">
      <button
        type="button"
        data-visit={id}
        data-from={from}
        data-state={state}
        className={`cal-visit cursor-pointer text-left transition-colors group-data-shared/window:rounded-none group-data-shared/window:group-last/row:rounded-b-md focus-visible:z-3 focus-visible:-outline-offset-2 focus-visible:shadow-none max-md:pl-3 max-md:text-sm max-md:[&_:is(.cal-visit-time,.cal-visit-more)]:text-xs ${VISIT_LOOKS[state]}`}
        onClick={onOpen}
      >
        <VisitText
          time={time}
          customer={isTest ? `Test: ${customer}` : customer}
          technician={technician ?? 'Nobody yet'}
          job={job}
          isDoubleBooked={isDoubleBooked}
        />
        <span className="sr-only">{`, ${APPOINTMENT_STATES[state].toLowerCase()}${warning}`}</span>
      </button>
    </li>
  )
}

type WindowBlockProps = {
  block: Block
  hours: { from: number }
  timeZone: string
  doubles: ReadonlySet<string>
  onVisit: (id: string) => void
}

/** The visits of one window, each of which can be opened. */
export function WindowBlock({ block, hours, timeZone, doubles, onVisit }: WindowBlockProps) {
  const { appointments, from } = block
  const [first] = appointments
  const time = first && formatWindow(first.startsAt, first.endsAt, timeZone)
  const isShared = appointments.length > 1
  return (
    <li
      className="group/window cal-window data-shared:grid data-shared:grid-rows-[auto_minmax(0,1fr)]"
      data-shared={isShared || undefined}
      style={placeOf(block, hours)}
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
            isDoubleBooked={doubles.has(visit.id)}
            onOpen={() => onVisit(visit.id)}
          />
        ))}
      </ul>
    </li>
  )
}

/** What is said of a day on which clocks change. */
function clockChange(day: DayKey, timeZone: string): string | undefined {
  const extra = extraHours(day, timeZone)
  if (extra === 0) return undefined
  return extra < 0 ? 'Clocks go forward' : 'Clocks go back'
}

type DayProps = {
  day: DayKey
  blocks: Block[]
  hours: { from: number; to: number }
  week: Props['week']
  now: Date
  isShownOnPhone: boolean
  doubles: ReadonlySet<string>
  onVisit: (id: string) => void
}

const Closed = ({ style }: { style: CSSProperties }) => (
  <span className="absolute inset-x-0 bg-muted/75" style={style} />
)

/** Behind the visits of a day: when the business is closed, and what time it is. */
export function HoursOfDay({
  day,
  hours,
  week,
  now,
}: Pick<DayProps, 'day' | 'hours' | 'now'> & { week: Pick<Props['week'], 'timeZone' | 'hours'> }) {
  const { timeZone } = week
  const isToday = dayKey(now, timeZone) === day
  const open = openOn(day, week.hours)
  const [first, last] = [hours.from * 60, hours.to * 60]
  const minute = minutesIn(now, timeZone)
  const knowsHours = Object.keys(week.hours).length > 0
  return (
    <>
      {knowsHours && (
        <>
          <Closed style={{ top: 0, height: lengthOf((open?.from ?? last) - first) }} />
          {open && <Closed style={{ top: lengthOf(open.to - first), bottom: 0 }} />}
        </>
      )}
      {isToday && minute >= first && minute < last && (
        <span
          className="pointer-events-none absolute inset-x-0 z-2 h-0 border-t-2 border-foreground before:absolute before:-top-1.25 before:-left-1 before:size-2 before:rounded-full before:bg-foreground"
          style={{ top: lengthOf(minute - first) }}
        >
          <span className="sr-only">Now</span>
        </span>
      )}
    </>
  )
}

function DayColumn({ day, blocks, hours, week, now, isShownOnPhone, doubles, onVisit }: DayProps) {
  const { timeZone } = week
  const isToday = dayKey(now, timeZone) === day
  return (
    <section
      className="cal-day max-md:not-data-shown:hidden"
      aria-label={formatDayKey(day, 'long')}
      data-shown={isShownOnPhone || undefined}
      data-today={isToday || undefined}
    >
      <HoursOfDay {...{ day, hours, week, now }} />
      {blocks.length === 0 && (
        <p className="absolute inset-x-0 top-12 z-1 text-center text-muted-foreground md:hidden">
          No visits on this day
        </p>
      )}
      <ol>
        {blocks.map((block) => (
          <WindowBlock key={`${block.from} ${block.to}`} {...{ block, hours, timeZone, doubles, onVisit }} />
        ))}
      </ol>
    </section>
  )
}

/** The day strip of a phone: which of the seven days is shown, and how much is on each. */
function DayStrip({
  days,
  counts,
  day,
  today,
  onDay,
}: {
  days: readonly DayKey[]
  counts: readonly number[]
  day: DayKey
  today: DayKey
  onDay: (day: DayKey) => void
}) {
  return (
    <ul className="grid grid-cols-7 border-b border-border p-1.5 md:hidden" aria-label="Days of this week">
      {days.map((each, position) => (
        <li key={each}>
          <button
            type="button"
            aria-pressed={each === day}
            data-today={each === today || undefined}
            className="group grid min-h-15 w-full cursor-pointer justify-items-center gap-0.5 rounded-lg py-1.5 text-[0.75rem] leading-[1.3] text-muted-foreground aria-pressed:bg-foreground aria-pressed:text-background"
            onClick={() => onDay(each)}
          >
            <span aria-hidden="true">{formatDayKey(each).slice(0, 3)}</span>
            <span
              aria-hidden="true"
              className="text-[1rem] font-semibold text-foreground group-data-today:underline group-data-today:decoration-2 group-data-today:underline-offset-[0.25em] group-aria-pressed:text-background"
            >
              {dayNumber(each)}
            </span>
            <span
              aria-hidden="true"
              className={`size-1.25 rounded-full ${(counts[position] ?? 0) > 0 ? 'bg-current' : ''}`}
            />
            <span className="sr-only">
              {`${formatDayKey(each, 'long')}, ${counts[position] === 1 ? '1 visit' : `${counts[position] ?? 0} visits`}`}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The visits of a week on a grid of hours by the clock of the business; on a phone those of one day. */
export function WeekGrid({ week, visits, allVisits, day, onDay, onVisit }: Props) {
  const { days, timeZone } = week
  const now = useNow(week.now)
  const today = dayKey(now, timeZone)
  const blocks = days.map((each) => blocksOn(visits, each, timeZone))
  const allBlocks = days.flatMap((each) => blocksOn(allVisits, each, timeZone))
  const hours = shownHours(allBlocks, week.hours)
  const heights = {
    '--hour-window': `${hourHeight(allBlocks, WINDOW_SIZES)}rem`,
    '--hour-phone': `${hourHeight(blocksOn(visits, day, timeZone), PHONE_SIZES)}rem`,
  } as CSSProperties
  const doubles = doubleBooked(allVisits)
  return (
    <div className="cal max-md:[--hour:var(--hour-phone)]" style={heights}>
      <DayStrip
        days={days}
        counts={blocks.map((ofDay) => ofDay.flatMap(({ appointments }) => appointments).length)}
        day={day}
        today={today}
        onDay={onDay}
      />
      <div className="sticky top-0 z-4 cal-heads max-md:hidden" aria-hidden="true">
        {days.map((each) => (
          <DayHead
            key={each}
            day={each}
            isToday={each === today}
            note={clockChange(each, timeZone)}
            className="data-today:font-semibold data-today:text-foreground data-today:shadow-[inset_0_2px_0_var(--foreground)]"
          />
        ))}
      </div>
      <div className="cal-body">
        <HourLabels hours={hours} />
        {/* The keys are those of the visits inside, which are reached with the tabulator. */}
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
        <div
          className="cal-days max-md:grid-cols-1"
          style={{ height: lengthOf((hours.to - hours.from) * 60) }}
          onKeyDown={moveBetweenVisits}
        >
          {days.map((each, position) => (
            <DayColumn
              key={each}
              day={each}
              blocks={blocks[position] ?? []}
              hours={hours}
              week={week}
              now={now}
              isShownOnPhone={each === day}
              doubles={doubles}
              onVisit={onVisit}
            />
          ))}
        </div>
      </div>
    </div>
  )
}
