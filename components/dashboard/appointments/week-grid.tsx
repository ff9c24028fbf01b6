'use client'

import type { CSSProperties, KeyboardEvent } from 'react'
import type { CalendarAnswer } from '@/lib/appointments/calendar.ts'
import { APPOINTMENT_STATES } from '@/lib/appointments/appointment.ts'
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
const WINDOW_SIZES = { usualHour: 3.25, heading: 1.375, visit: 2.375 }
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
function moveBetweenVisits(event: KeyboardEvent<HTMLElement>): void {
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

function Visit({ visit, from, time, isDoubleBooked, onOpen }: VisitProps) {
  const { id, customer, job, technician, state } = visit
  const warning = isDoubleBooked ? `. ${technician} is at two places at this time` : ''
  return (
    <li className="cal-row">
      <button type="button" data-visit={id} data-from={from} data-state={state} className="cal-visit" onClick={onOpen}>
        <VisitText
          time={time}
          customer={customer}
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

function WindowBlock({ block, hours, timeZone, doubles, onVisit }: WindowBlockProps) {
  const { appointments, from } = block
  const [first] = appointments
  const time = first && formatWindow(first.startsAt, first.endsAt, timeZone)
  const isShared = appointments.length > 1
  return (
    <li className="cal-window" data-shared={isShared || undefined} style={placeOf(block, hours)}>
      {isShared && <p className="cal-window-time">{time}</p>}
      <ul>
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

function DayColumn({ day, blocks, hours, week, now, isShownOnPhone, doubles, onVisit }: DayProps) {
  const { timeZone } = week
  const isToday = dayKey(now, timeZone) === day
  const open = openOn(day, week.hours)
  const [first, last] = [hours.from * 60, hours.to * 60]
  const minute = minutesIn(now, timeZone)
  const knowsHours = Object.keys(week.hours).length > 0
  return (
    <section
      className="cal-day"
      aria-label={formatDayKey(day, 'long')}
      data-shown={isShownOnPhone || undefined}
      data-today={isToday || undefined}
    >
      {knowsHours && (
        <>
          <span className="cal-closed" style={{ top: 0, height: lengthOf((open?.from ?? last) - first) }} />
          {open && <span className="cal-closed" style={{ top: lengthOf(open.to - first), bottom: 0 }} />}
        </>
      )}
      {isToday && minute >= first && minute < last && (
        <span className="cal-now" style={{ top: lengthOf(minute - first) }}>
          <span className="sr-only">Now</span>
        </span>
      )}
      {blocks.length === 0 && <p className="cal-none">No visits on this day</p>}
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
    <ul className="cal-strip" aria-label="Days of this week">
      {days.map((each, position) => (
        <li key={each}>
          <button
            type="button"
            aria-pressed={each === day}
            data-today={each === today || undefined}
            onClick={() => onDay(each)}
          >
            <span aria-hidden="true">{formatDayKey(each).slice(0, 3)}</span>
            <span aria-hidden="true" className="cal-strip-number">
              {dayNumber(each)}
            </span>
            <span aria-hidden="true" className="cal-strip-dot" data-some={(counts[position] ?? 0) > 0 || undefined} />
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
    <div className="cal" style={heights}>
      <DayStrip
        days={days}
        counts={blocks.map((ofDay) => ofDay.flatMap(({ appointments }) => appointments).length)}
        day={day}
        today={today}
        onDay={onDay}
      />
      <div className="cal-heads" aria-hidden="true">
        {days.map((each) => (
          <DayHead key={each} day={each} isToday={each === today} note={clockChange(each, timeZone)} />
        ))}
      </div>
      <div className="cal-body">
        <HourLabels hours={hours} />
        {/* The keys are those of the visits inside, which are reached with the tabulator. */}
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
        <div
          className="cal-days"
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
