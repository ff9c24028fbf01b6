import { type DayKey, formatDayKey } from '@/lib/platform/time/zone.ts'
import { formatSpecialDay, type SpecialDay } from '@/lib/dashboard/model/day-hours.ts'
import { formatDayNumber } from './week.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { useSample } from '../../ui/sample.ts'

export function DayStrip({
  days,
  counts,
  requests,
  specials,
  day,
  today,
  hrefOfDay,
  onDay,
}: {
  days: readonly DayKey[]
  counts: readonly number[]
  requests: readonly boolean[]
  specials: readonly (SpecialDay | null)[]
  day: DayKey
  today: DayKey
  hrefOfDay: (day: DayKey) => string
  onDay: (day: DayKey) => void
}) {
  const isSample = useSample() !== undefined
  return (
    <ul className="grid grid-cols-7 border-b border-border p-1.5 md:hidden" aria-label="Days of this week">
      {days.map((weekDay, position) => {
        const special = specials[position]
        const dayContent = {
          'data-today': weekDay === today || undefined,
          'data-shown': weekDay === day || undefined,
          className:
            'group grid min-h-15 w-full cursor-pointer content-start justify-items-center gap-0.5 rounded-lg py-1.5 text-[0.75rem] leading-[1.3] text-muted-foreground data-shown:bg-foreground data-shown:text-background',
        }
        const content = (
          <>
            <span aria-hidden="true">{formatDayKey(weekDay).slice(0, 3)}</span>
            <span
              aria-hidden="true"
              className="text-[1rem] font-semibold text-foreground group-data-shown:text-background group-[[data-today]:not([data-shown])]:underline group-[[data-today]:not([data-shown])]:decoration-2 group-[[data-today]:not([data-shown])]:underline-offset-[0.25em]"
            >
              {formatDayNumber(weekDay)}
            </span>
            {special && special.kind !== 'hours' && (
              <span aria-hidden="true" className="max-w-full truncate">
                Closed
              </span>
            )}
            <span
              aria-hidden="true"
              className={`size-1.5 rounded-full ${requests[position] ? 'bg-primary' : (counts[position] ?? 0) > 0 ? 'bg-current' : ''}`}
            />
            <span className="sr-only">
              {`${formatDayKey(weekDay, 'long')}, ${counts[position] === 1 ? '1 visit' : `${counts[position] ?? 0} visits`}${requests[position] ? ', includes a request' : ''}${special ? `, ${formatSpecialDay(special)}` : ''}`}
            </span>
          </>
        )
        return (
          <li key={weekDay}>
            {isSample ? (
              <AppLink {...dayContent} href={hrefOfDay(weekDay)} aria-current={weekDay === day ? 'date' : undefined}>
                {content}
              </AppLink>
            ) : (
              <button type="button" aria-pressed={weekDay === day} onClick={() => onDay(weekDay)} {...dayContent}>
                {content}
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
