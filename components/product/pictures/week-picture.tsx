import { stegaClean } from 'next-sanity'
import { addDays, formatDayKey, formatWindow, isDayKey } from '@/lib/time/zone.ts'
import { DayHead, HourLabels, lengthOf, placeOf, VisitText } from '../week.tsx'
import type { PictureOf, PictureProps } from './picture.ts'

const DAYS = 5

/** Days that a narrow picture has room for, and one beside a text: the others are left out there. */
const [NARROW, BESIDE] = [2, 3]

function leftOut(index: number): string {
  if (index < NARROW) return ''
  return index < BESIDE ? '@max-md:hidden' : '@max-2xl:hidden'
}

type Visit = NonNullable<PictureOf<'weekPicture'>['visits']>[number]

/** Minutes after midnight of a time such as 08:30; undefined while an editor has written none. */
function minutesOf(time: string | undefined): number | undefined {
  const [, hours, minutes] = /^(\d{2}):(\d{2})$/.exec(stegaClean(time) ?? '') ?? []
  return hours && minutes ? Number(hours) * 60 + Number(minutes) : undefined
}

/** The visits that have a day and a window, with minutes by the clock. */
const placedOf = (visits: Visit[]) =>
  visits.flatMap((visit) => {
    const [from, to] = [minutesOf(visit.from), minutesOf(visit.to)]
    return from !== undefined && to !== undefined && from < to ? [{ visit, from, to }] : []
  })

type Placed = ReturnType<typeof placedOf>[number]

function WeekVisit({
  placed: { visit, from, to },
  day,
  hours,
}: {
  placed: Placed
  day: string
  hours: { from: number }
}) {
  const times = [visit.from, visit.to].map((time) => `${day}T${stegaClean(time)}Z`) as [string, string]
  return (
    <li className="cal-window" style={placeOf({ from, to, lane: 0, lanes: 1 }, hours)}>
      <div className="cal-row h-full">
        <div
          className={`cal-visit ${visit.isFilled ? 'border-accent' : 'text-foreground'}`}
          data-state={visit.isFilled ? 'confirmed' : 'done'}
        >
          <VisitText
            time={<time dateTime={stegaClean(visit.from)}>{formatWindow(...times, 'UTC')}</time>}
            customer={visit.customer}
            technician={visit.technician}
            job={visit.job}
          />
        </div>
      </div>
    </li>
  )
}

/** A week of the calendar from Monday to Friday; the window that a call filled stands out. */
export function WeekPicture({ picture }: PictureProps<'weekPicture'>) {
  const monday = stegaClean(picture.monday) ?? ''
  const placed = placedOf(picture.visits ?? [])
  if (!isDayKey(monday) || placed.length === 0) return null
  const days = Array.from({ length: DAYS }, (_, index) => addDays(monday, index))
  const hours = {
    from: Math.floor(Math.min(...placed.map(({ from }) => from)) / 60),
    to: Math.ceil(Math.max(...placed.map(({ to }) => to)) / 60),
  }
  return (
    <div className="cal [--days:5] [--hour:5.25rem] @max-2xl:[--days:3] @max-md:[--days:2]">
      <div className="cal-heads" aria-hidden="true">
        {days.map((day, index) => (
          <DayHead key={day} day={day} className={leftOut(index)} />
        ))}
      </div>
      <div className="cal-body overflow-clip">
        <HourLabels hours={hours} />
        <div className="cal-days" style={{ height: lengthOf((hours.to - hours.from) * 60) }}>
          {days.map((day, index) => (
            <div key={day} className={`cal-day ${leftOut(index)}`}>
              <p className="sr-only">{formatDayKey(day, 'long')}</p>
              <ol>
                {placed
                  .filter(({ visit }) => visit.day === index)
                  .map((each) => (
                    <WeekVisit key={each.visit._key} placed={each} day={day} hours={hours} />
                  ))}
              </ol>
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
