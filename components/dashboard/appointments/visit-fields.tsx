import { useId, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { optionalLine } from '@/lib/values/fields.ts'
import { z } from '@/lib/values/zod.ts'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { useQuery } from '@tanstack/react-query'
import { calendarAnswer } from '@/lib/dashboard/appointments/calendar.ts'
import type { AppointmentRecord } from '@/lib/dashboard/appointments/record.ts'
import { blocksOn } from '@/lib/dashboard/appointments/week-layout.ts'
import { type LocalWindow, localWindow, windowIn } from '@/lib/dashboard/appointments/window.ts'
import { dashboardQuery, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { dayKey, formatWindow, timeKey, weekOf } from '@/lib/platform/time/zone.ts'
import { Icon } from '../../ui/icon.tsx'
import { type VisitCheck, visitDoubts } from '@/lib/dashboard/appointments/doubts.ts'
import { sendChange } from '../use-optimistic-mutation.ts'
import { useQuestion } from '../use-question.tsx'

async function readDoubts(check: VisitCheck): Promise<string[]> {
  // If the check fails, there are no warnings to confirm. Saving then fails too and shows the error.
  const read = await sendChange('appointments/check', 'POST', check).catch(() => undefined)
  return visitDoubts.safeParse(read).data?.doubts ?? []
}

/** Asks for confirmation of a visit in the past, outside opening hours, or with a technician who is already booked. */
export function useVisitDoubts() {
  const { ask, dialog } = useQuestion()
  const isAsking = useRef(false)
  const isSure = async (check: VisitCheck): Promise<boolean> => {
    if (isAsking.current) return false
    isAsking.current = true
    const doubts = await readDoubts(check)
    const words = { title: 'Save anyway?', confirm: 'Save anyway', cancel: 'Go back' }
    const answer = doubts.length === 0 || (await ask({ ...words, description: doubts.join(' ') }))
    isAsking.current = false
    return answer
  }
  return { isSure, question: dialog }
}

export const windowOf = ({ startsAt, endsAt }: Pick<AppointmentRecord, 'startsAt' | 'endsAt'>, zone: string) => ({
  day: dayKey(startsAt, zone),
  from: timeKey(startsAt, zone),
  to: timeKey(endsAt, zone),
})

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
  ownId?: string
}

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
          {`${technician} already has a visit then: ${clash.customer}, ${formatWindow(clash.startsAt, clash.endsAt, timeZone)}. You can still book it.`}
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

export function WindowFields(props: Props) {
  const { register, control, formState } = useFormContext<{ window: LocalWindow }>()
  const { errors } = formState
  const window = useWatch({ control, name: 'window' })
  const field = (name: keyof LocalWindow) => ({
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

export const visitText = z.object({
  customer: z.string().trim(),
  phone: optionalLine(80),
  address: optionalLine(300),
  job: z.string().trim(),
  technician: optionalLine(120),
})

export function VisitFields({ technicians }: { technicians: readonly string[] }) {
  const list = useId()
  const { register, formState } = useFormContext<z.input<typeof visitText>>()
  const { errors } = formState
  const text = (name: 'customer' | 'phone' | 'address' | 'technician', maxLength: number) => ({
    ...register(name),
    maxLength,
    autoComplete: 'off',
    error: errors[name]?.message,
  })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField label="Customer" {...text('customer', 120)} required />
      <TextField label="Phone" {...text('phone', 40)} type="tel" />
      <div className="sm:col-span-2">
        <TextField label="Address" {...text('address', 300)} />
      </div>
      <div className="sm:col-span-2">
        <TextArea {...register('job')} label="Job" required rows={2} maxLength={2_000} error={errors.job?.message} />
      </div>
      <div className="sm:col-span-2">
        <TextField label="Technician" {...text('technician', 120)} list={list} placeholder="Unassigned" />
        <datalist id={list}>
          {technicians.map((technician) => (
            <option key={technician}>{technician}</option>
          ))}
        </datalist>
      </div>
    </div>
  )
}
