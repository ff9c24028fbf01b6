import type { CSSProperties, ReactNode } from 'react'
import type { CalendarBlock } from '@/lib/dashboard/appointments/week-layout.ts'
import { type DayKey, formatDayKey } from '@/lib/platform/time/zone.ts'
import { Icon } from '../../ui/icon.tsx'

/*
 * The dashboard and the marketing picture share the components in this file. Their styles are in
 * app/styles/product.css.
 */

/** Converts minutes to a CSS length. `--hour` has another value on a phone. */
export const toCssLength = (minutes: number): string => `calc(var(--hour) * ${minutes / 60})`

const formatHourLabel = (hour: number): string => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`

export const formatDayNumber = (day: DayKey): string => String(Number(day.slice(-2)))

type DayHeadProps = { day: DayKey; isToday?: boolean; note?: ReactNode; className?: string }

export function DayHead({ day, isToday = false, note, className = '' }: DayHeadProps) {
  return (
    <div className={`cal-head ${className}`} data-today={isToday || undefined}>
      <span>{formatDayKey(day).slice(0, 3)}</span>{' '}
      <span className="font-semibold text-foreground">{formatDayNumber(day)}</span>
      {note && <span className="block text-[0.75rem]">{note}</span>}
    </div>
  )
}

export function HourLabels({ hours }: { hours: { from: number; to: number } }) {
  return (
    <div className="text-right text-xs leading-none text-muted-foreground" aria-hidden="true">
      {Array.from({ length: hours.to - hours.from }, (_, position) => hours.from + position).map((hour) => (
        <span
          key={hour}
          className="block pr-2 [translate:0_-0.4375rem] first:invisible"
          style={{ height: toCssLength(60) }}
        >
          {formatHourLabel(hour)}
        </span>
      ))}
    </div>
  )
}

export const toPosition = (
  { from, to, lane, lanes }: Pick<CalendarBlock, 'from' | 'to' | 'lane' | 'lanes'>,
  hours: { from: number },
): CSSProperties => ({
  top: toCssLength(from - hours.from * 60),
  height: toCssLength(to - from),
  left: `${(lane / lanes) * 100}%`,
  width: `${100 / lanes}%`,
})

type VisitTextProps = {
  /** Undefined if several visits share a time window. Then a line above them shows the time. */
  time?: ReactNode
  customer: ReactNode
  technician?: ReactNode
  job: ReactNode
  isDoubleBooked?: boolean
}

export function VisitText({ time, customer, technician, job, isDoubleBooked = false }: VisitTextProps) {
  return (
    <>
      {time && <span className="cal-visit-time">{time}</span>}
      <span className="cal-visit-name flex items-center gap-1 font-semibold">
        <span className="min-w-0 in-[figure]:truncate">{customer}</span>
        {isDoubleBooked && <Icon name="alert" size={14} className="flex-none text-primary" />}
      </span>
      {technician && <span className="cal-visit-more cal-visit-technician">{technician}</span>}
      <span className="cal-visit-more">{job}</span>
    </>
  )
}
