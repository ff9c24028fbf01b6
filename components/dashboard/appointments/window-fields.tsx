'use client'

import { useQuery } from '@tanstack/react-query'
import { calendarAnswer } from '@/lib/appointments/calendar.ts'
import type { AppointmentRecord } from '@/lib/appointments/record.ts'
import { blocksOn } from '@/lib/appointments/week-layout.ts'
import { type LocalWindow, localWindow, windowIn, type WindowProblem } from '@/lib/appointments/window.ts'
import { dashboardQuery, type Reader } from '@/lib/query/dashboard-query.ts'
import { dayKey, formatWindow, timeKey, weekOf } from '@/lib/time/zone.ts'
import { Icon } from '../../ui/icon.tsx'
import { TextField } from '../../ui/text-field.tsx'

/** The window of a visit as its form shows it. */
export const windowOf = ({ startsAt, endsAt }: Pick<AppointmentRecord, 'startsAt' | 'endsAt'>, zone: string) => ({
  day: dayKey(startsAt, zone),
  from: timeKey(startsAt, zone),
  to: timeKey(endsAt, zone),
})

/** What is wrong with a window that somebody is choosing; undefined when it can be used. */
export function problemOf(window: LocalWindow, zone: string): WindowProblem | undefined {
  const { success, error } = localWindow.safeParse(window)
  if (!success) {
    const [issue] = error.issues
    return { field: (issue?.path[0] ?? 'day') as WindowProblem['field'], message: issue?.message ?? 'Choose a time' }
  }
  const moments = windowIn(window, zone)
  return 'problem' in moments ? moments.problem : undefined
}

type Props = {
  reader: Reader
  timeZone: string
  window: LocalWindow
  onChange: (window: LocalWindow) => void
  /** Shown once somebody has tried to send it. */
  problem: WindowProblem | undefined
  technician: string | null
  /** The visit that is moved: it is not beside itself. */
  ownId?: string
}

/** The other visits of the chosen day that have a part in the window, or are the technician's. */
function OthersOnDay({ reader, timeZone, window, technician, ownId }: Omit<Props, 'onChange' | 'problem'>) {
  const isChosen = localWindow.shape.day.safeParse(window.day).success
  const [monday] = isChosen ? weekOf(window.day) : []
  const { data } = useQuery({
    ...dashboardQuery('appointments', calendarAnswer, reader, { view: 'week', week: monday }),
    enabled: isChosen,
  })
  const moments = isChosen && !problemOf(window, timeZone) ? windowIn(window, timeZone) : undefined
  const ofDay = isChosen && data ? blocksOn(data.appointments, window.day, timeZone) : []
  const others = ofDay
    .flatMap(({ appointments }) => appointments)
    .filter(({ id, state }) => id !== ownId && state !== 'cancelled')
  const isAtTime = ({ startsAt, endsAt }: AppointmentRecord) =>
    moments !== undefined &&
    'startsAt' in moments &&
    startsAt < moments.endsAt.toISOString() &&
    endsAt > moments.startsAt.toISOString()
  const isClash = (visit: AppointmentRecord) =>
    technician !== null && technician !== '' && visit.technician === technician && isAtTime(visit)
  const clash = others.find(isClash)
  return (
    <div aria-live="polite">
      {clash && (
        <p className="mt-3 flex gap-2 font-medium">
          <Icon name="alert" size={18} className="mt-0.5 text-primary" />
          {`${technician} already has a visit then: ${clash.customer}, ${formatWindow(clash.startsAt, clash.endsAt, timeZone)}. You can book it all the same.`}
        </p>
      )}
      {others.length > 0 && (
        <>
          <p className="mt-3 text-muted-foreground">
            {others.length === 1 ? 'Also on this day' : `Also on this day, ${others.length} visits`}
          </p>
          <ul className="mt-1 grid gap-0.5">
            {others.map((visit) => (
              <li key={visit.id} className={isAtTime(visit) ? 'font-medium' : 'text-muted-foreground'}>
                {`${formatWindow(visit.startsAt, visit.endsAt, timeZone)} · ${visit.customer}${visit.technician ? ` · ${visit.technician}` : ''}`}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/** Day, beginning and end of a window in the zone of the business, and what else is on that day. */
export function WindowFields(props: Props) {
  const { window, onChange, problem } = props
  const errorOf = (field: keyof LocalWindow) => (problem?.field === field ? problem.message : undefined)
  const set = (part: Partial<LocalWindow>) => onChange({ ...window, ...part })
  return (
    <fieldset>
      <legend className="sr-only">When</legend>
      <div className="grid grid-cols-2 gap-x-3 gap-y-4 max-sm:[&>:first-child]:col-span-full sm:grid-cols-[1.4fr_1fr_1fr]">
        <TextField
          label="Day"
          type="date"
          required
          value={window.day}
          error={errorOf('day')}
          onChange={({ target }) => set({ day: target.value })}
        />
        <TextField
          label="From"
          type="time"
          required
          value={window.from}
          error={errorOf('from')}
          onChange={({ target }) => set({ from: target.value })}
        />
        <TextField
          label="To"
          type="time"
          required
          value={window.to}
          error={errorOf('to')}
          onChange={({ target }) => set({ to: target.value })}
        />
      </div>
      <OthersOnDay {...props} />
    </fieldset>
  )
}
