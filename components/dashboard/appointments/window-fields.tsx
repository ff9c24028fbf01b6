'use client'

import { useQuery } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import { calendarAnswer } from '@/lib/appointments/calendar.ts'
import type { AppointmentRecord } from '@/lib/appointments/record.ts'
import { blocksOn } from '@/lib/appointments/week-layout.ts'
import { type LocalWindow, localWindow, windowIn } from '@/lib/appointments/window.ts'
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

/** A window that somebody chooses, which there is in this zone. */
export const windowInZone = (zone: string) =>
  localWindow.superRefine((window, context) => {
    if (context.issues.length > 0) return
    const moments = windowIn(window, zone)
    if (!('problem' in moments)) return
    const { field, message } = moments.problem
    context.addIssue({ code: 'custom', path: [field], message })
  })

type Props = {
  reader: Reader
  timeZone: string
  technician: string | null
  /** The visit that is moved: it is not beside itself. */
  ownId?: string
}

/** The other visits of the chosen day that have a part in the window, or are the technician's. */
function OthersOnDay({ reader, timeZone, window, technician, ownId }: Props & { window: LocalWindow }) {
  const isChosen = localWindow.shape.day.safeParse(window.day).success
  const [monday] = isChosen ? weekOf(window.day) : []
  const { data } = useQuery({
    ...dashboardQuery('appointments', calendarAnswer, reader, { view: 'week', week: monday }),
    enabled: isChosen,
  })
  const moments = localWindow.safeParse(window).success ? windowIn(window, timeZone) : undefined
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
  const { register, control, formState } = useFormContext<{ window: LocalWindow }>()
  const { errors } = formState
  const window = useWatch({ control, name: 'window' })
  const field = (name: keyof LocalWindow) => ({
    // What is wrong with one of them may be mended in another one.
    ...register(`window.${name}`, { deps: ['window.day', 'window.from', 'window.to'] }),
    required: true,
    error: errors.window?.[name]?.message,
  })
  return (
    <fieldset>
      <legend className="sr-only">When</legend>
      <div className="grid grid-cols-2 gap-x-3 gap-y-4 max-sm:[&>:first-child]:col-span-full sm:grid-cols-[1.4fr_1fr_1fr]">
        <TextField label="Day" type="date" {...field('day')} />
        <TextField label="From" type="time" {...field('from')} />
        <TextField label="To" type="time" {...field('to')} />
      </div>
      <OthersOnDay {...props} window={window} />
    </fieldset>
  )
}
