'use client'

import { type AppointmentState, isOver } from '@/lib/appointments/appointment.ts'
import type { CalendarAnswer } from '@/lib/appointments/calendar.ts'
import type { AppointmentRecord } from '@/lib/appointments/record.ts'

/** Hatched: in both themes it is told apart from the hours that are open. */
export const CLOSED =
  'bg-muted/60 bg-[repeating-linear-gradient(135deg,transparent_0_6px,color-mix(in_oklab,var(--border)_60%,transparent)_6px_7px)]'

/** Colors there are for technicians, as custom properties; whoever comes after them has one that another has as well. */
const CREWS = [
  '[--crew:var(--accent)]',
  '[--crew:color-mix(in_oklch_decreasing_hue,var(--accent),var(--primary)_45%)]',
  '[--crew:color-mix(in_oklch_increasing_hue,var(--accent),var(--primary)_45%)]',
  '[--crew:var(--foreground)]',
]

/** The class with a technician's color; none for somebody who is not among the technicians. */
export const crewOf = (technician: string | null, technicians: readonly string[] = []): string =>
  (technician !== null && CREWS[technicians.indexOf(technician) % CREWS.length]) || ''

const SWATCH = 'inline-block h-4 flex-none rounded-sm'

type CalendarLegendProps = {
  week: Pick<CalendarAnswer, 'hours' | 'technicians'>
  visits: readonly AppointmentRecord[]
  now: Date
}

/** What the looks of the visits and hours of a calendar mean; only of those that are there. */
export function CalendarLegend({ week: { hours, technicians }, visits, now }: CalendarLegendProps) {
  const has = (wanted: AppointmentState) => visits.some(({ state }) => state === wanted)
  const isAnyOver = visits.some((visit) => isOver(visit, now))
  const looks = [
    {
      words: 'Requested, not confirmed yet',
      look: 'w-6 border border-dashed border-primary',
      isShown: has('requested'),
    },
    {
      words: isAnyOver ? 'Done or over' : 'Done',
      look: 'w-6 bg-[color-mix(in_oklab,var(--border)_45%,var(--card))]',
      isShown: has('done') || isAnyOver,
    },
    { words: 'Closed', look: `w-6 border border-border ${CLOSED}`, isShown: Object.keys(hours).length > 0 },
  ]
  const entries = [
    ...technicians
      .filter((name) =>
        visits.some((visit) => visit.technician === name && visit.state === 'confirmed' && !isOver(visit, now)),
      )
      .map((name) => ({
        words: name,
        look: `w-6 border-l-4 border-(--crew) bg-[color-mix(in_oklab,var(--crew)_14%,var(--card))] ${crewOf(name, technicians)}`,
      })),
    ...looks.filter(({ isShown }) => isShown),
  ]
  if (entries.length === 0) return null
  return (
    <ul aria-label="What the calendar shows" className="flex flex-wrap gap-x-5 gap-y-1.5 text-muted-foreground">
      {entries.map(({ words, look }) => (
        <li key={words} className="flex items-center gap-2">
          <span aria-hidden="true" className={`${SWATCH} ${look}`} />
          {words}
        </li>
      ))}
    </ul>
  )
}
