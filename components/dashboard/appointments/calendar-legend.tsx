import { type AppointmentState, isOver } from '@/lib/dashboard/model/appointment.ts'
import type { CalendarResponse } from '@/lib/dashboard/appointments/calendar.ts'
import { getDayHours, hasHours, type Schedule } from '@/lib/dashboard/model/day-hours.ts'
import type { AppointmentRecord } from '@/lib/dashboard/appointments/record.ts'

export const CLOSED_CLASS =
  'bg-muted/60 bg-[repeating-linear-gradient(135deg,transparent_0_6px,color-mix(in_oklab,var(--border)_60%,transparent)_6px_7px)]'

/** Technician colors as CSS custom properties. With more technicians than colors, colors repeat. */
const CREW_CLASSES = [
  '[--crew:var(--accent)]',
  '[--crew:color-mix(in_oklch_decreasing_hue,var(--accent),var(--primary)_45%)]',
  '[--crew:color-mix(in_oklch_increasing_hue,var(--accent),var(--primary)_45%)]',
  '[--crew:var(--foreground)]',
]

export const getCrewClass = (technician: string | null, technicians: readonly string[] = []): string =>
  (technician !== null && CREW_CLASSES[technicians.indexOf(technician) % CREW_CLASSES.length]) || ''

const SWATCH_CLASS = 'inline-block h-4 flex-none rounded-sm'

type CalendarLegendProps = {
  week: Pick<CalendarResponse, 'days' | 'technicians' | keyof Schedule>
  visits: readonly AppointmentRecord[]
  now: Date
}

export function CalendarLegend({ week, visits, now }: CalendarLegendProps) {
  const { days, technicians } = week
  const hasState = (expectedState: AppointmentState) => visits.some(({ state }) => state === expectedState)
  const hasPastVisit = visits.some((visit) => isOver(visit, now))
  const legendItems = [
    {
      words: 'Requested, not confirmed',
      look: 'w-6 border border-dashed border-primary',
      isShown: hasState('requested'),
    },
    {
      words: hasPastVisit ? 'Done or past' : 'Done',
      look: 'w-6 bg-[color-mix(in_oklab,var(--border)_45%,var(--card))]',
      isShown: hasState('done') || hasPastVisit,
    },
    {
      words: 'Closed',
      look: `w-6 border border-border ${CLOSED_CLASS}`,
      isShown: hasHours(week) || days.some((day) => getDayHours(week, day).special),
    },
  ]
  const entries = [
    ...technicians
      .filter((name) =>
        visits.some((visit) => visit.technician === name && visit.state === 'confirmed' && !isOver(visit, now)),
      )
      .map((name) => ({
        words: name,
        look: `w-6 border-l-4 border-(--crew) bg-[color-mix(in_oklab,var(--crew)_14%,var(--card))] ${getCrewClass(name, technicians)}`,
      })),
    ...legendItems.filter(({ isShown }) => isShown),
  ]
  if (entries.length === 0) return null
  return (
    <ul aria-label="Legend" className="flex flex-wrap gap-x-5 gap-y-1.5 text-muted-foreground">
      {entries.map(({ words, look }) => (
        <li key={words} className="flex items-center gap-2">
          <span aria-hidden="true" className={`${SWATCH_CLASS} ${look}`} />
          {words}
        </li>
      ))}
    </ul>
  )
}
