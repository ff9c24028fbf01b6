import type { CSSProperties } from 'react'
import { APPOINTMENT_STATES } from '@/lib/dashboard/model/appointment.ts'
import type { CalendarResponse } from '@/lib/dashboard/appointments/calendar.ts'
import { groupByTechnician, type TechnicianDay } from '@/lib/dashboard/appointments/day-layout.ts'
import type { AppointmentRecord } from '@/lib/dashboard/appointments/record.ts'
import {
  type CalendarBlock,
  buildDayBlocks,
  findDoubleBookedIds,
  computeHourHeight,
  findVisibleHours,
} from '@/lib/dashboard/appointments/week-layout.ts'
import { formatSpecialDay, getDayHours, type Schedule } from '@/lib/dashboard/model/day-hours.ts'
import { type DayKey, toDayKey, formatDayKey, formatWindow } from '@/lib/platform/time/zone.ts'
import { Badge } from '../../ui/badge.tsx'
import { OpenVisit, useNow, CalendarBody, HoursOfDay, WINDOW_SIZES, Windows } from './week-grid.tsx'
import { STATE_TONES } from './visit-format.ts'
import { formatCount } from '@/lib/values/format.ts'

const UNASSIGNED_LABEL = 'Unassigned'

type Props = {
  answer: Pick<CalendarResponse, 'timeZone' | 'now' | keyof Schedule>
  day: DayKey
  /**
   * Visits that match the filter. `allVisits` is unfiltered, so that double bookings are marked even if a filter hides
   * one visit.
   */
  visits: readonly AppointmentRecord[]
  allVisits: readonly AppointmentRecord[]
  technicians: readonly string[]
  hasUnassigned: boolean
  onVisit: (id: string) => void
}

type RowProps = { visit: AppointmentRecord; zone: string; isDoubleBooked: boolean; onVisit: (id: string) => void }

function Row({ visit, zone, isDoubleBooked, onVisit }: RowProps) {
  const { id, customer, job, address, startsAt, endsAt, state } = visit
  return (
    <li>
      <OpenVisit
        visit={visit}
        className="-mx-2.5 flex w-[calc(100%+1.25rem)] items-start gap-3 rounded-lg px-2.5 py-2 text-left hover:bg-muted"
        onOpen={() => onVisit(id)}
      >
        <span className="min-w-0 flex-1">
          <span className={state === 'cancelled' ? 'line-through' : 'font-semibold'}>
            {formatWindow(startsAt, endsAt, zone)}
          </span>
          <span className="block">{customer}</span>
          <span className="line-clamp-2 text-muted-foreground">{[job, address].filter(Boolean).join(' · ')}</span>
          {isDoubleBooked && <span className="block text-primary">Double-booked</span>}
        </span>
        <Badge tone={STATE_TONES[state]}>{APPOINTMENT_STATES[state]}</Badge>
      </OpenVisit>
    </li>
  )
}

type ColumnsProps = { columns: TechnicianDay[] } & Pick<Props, 'answer' | 'day' | 'onVisit'> & {
    doubles: ReadonlySet<string>
    blocks: CalendarBlock[][]
  }

function DayLists({ columns, answer, doubles, onVisit }: ColumnsProps) {
  const { timeZone: zone } = answer
  return (
    <div className="grid gap-3 md:hidden">
      {columns.map(({ technician, visits }) => (
        <section
          key={technician ?? UNASSIGNED_LABEL}
          aria-label={technician ?? UNASSIGNED_LABEL}
          className="rounded-xl panel px-5 py-3"
        >
          <h3 className="text-base leading-tight tracking-normal">{technician ?? UNASSIGNED_LABEL}</h3>
          {visits.length > 0 ? (
            <ul className="mt-1 grid gap-1">
              {visits.map((visit) => (
                <Row key={visit.id} {...{ visit, zone, onVisit }} isDoubleBooked={doubles.has(visit.id)} />
              ))}
            </ul>
          ) : (
            <p className="mt-1 text-muted-foreground">{technician === null ? 'No unassigned visits.' : 'No visits.'}</p>
          )}
        </section>
      ))}
    </div>
  )
}

function DayColumns({ columns, answer, day, doubles, blocks, onVisit }: ColumnsProps) {
  const { timeZone } = answer
  const now = useNow(answer.now)
  const hours = findVisibleHours(blocks.flat(), answer, [day])
  const sizes = {
    '--hour-window': `${computeHourHeight(blocks.flat(), WINDOW_SIZES)}rem`,
    '--days': columns.length,
    minWidth: `calc(3.5rem + ${columns.length} * 9rem)`,
  } as CSSProperties
  return (
    <section
      aria-label={`${formatDayKey(day, 'long')}, by technician`}
      className="overflow-x-auto rounded-xl max-md:hidden"
    >
      <div className="cal" style={sizes}>
        <div className="cal-heads" aria-hidden="true">
          {columns.map(({ technician, visits }) => (
            <div key={technician ?? UNASSIGNED_LABEL} className="cal-head">
              <span className="block truncate font-semibold text-foreground">{technician ?? UNASSIGNED_LABEL}</span>
              <span className="text-[0.75rem]">{formatCount(visits.length, 'visit')}</span>
            </div>
          ))}
        </div>
        <CalendarBody hours={hours}>
          {columns.map(({ technician }, position) => (
            <section
              key={technician ?? UNASSIGNED_LABEL}
              className="cal-day"
              aria-label={technician ?? UNASSIGNED_LABEL}
            >
              <HoursOfDay day={day} hours={hours} week={answer} now={now} hasTime={position === 0} />
              <Windows blocks={blocks[position] ?? []} {...{ hours, timeZone, now, doubles, onVisit }} />
            </section>
          ))}
        </CalendarBody>
      </div>
    </section>
  )
}

export function DayGrid({ answer, day, visits, allVisits, technicians, hasUnassigned, onVisit }: Props) {
  const { timeZone } = answer
  const isOnDay = ({ startsAt, endsAt }: AppointmentRecord) =>
    toDayKey(startsAt, timeZone) <= day && day <= toDayKey(new Date(Date.parse(endsAt) - 1), timeZone)
  const columns = groupByTechnician(visits.filter(isOnDay), technicians).filter(
    ({ technician, visits: columnVisits }) => technician !== null || hasUnassigned || columnVisits.length > 0,
  )
  const blocks = columns.map(({ visits: columnVisits }) => buildDayBlocks(columnVisits, day, timeZone))
  const columnsProps = { columns, answer, day, onVisit, blocks, doubles: findDoubleBookedIds(allVisits) }
  const { special } = getDayHours(answer, day)
  return (
    <>
      {special && <p className="font-medium">{formatSpecialDay(special)}</p>}
      <DayLists {...columnsProps} />
      <DayColumns {...columnsProps} />
    </>
  )
}
