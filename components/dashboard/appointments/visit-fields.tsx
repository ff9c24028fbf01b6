import { useId, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { buildOptionalLineSchema } from '@/lib/values/fields.ts'
import { z } from '@/lib/values/zod.ts'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { useQuery } from '@tanstack/react-query'
import { calendarResponse } from '@/lib/dashboard/appointments/calendar.ts'
import type { AppointmentRecord } from '@/lib/dashboard/appointments/record.ts'
import { buildDayBlocks } from '@/lib/dashboard/appointments/week-layout.ts'
import { type LocalWindow, localWindow, resolveWindow } from '@/lib/dashboard/appointments/window.ts'
import { buildDashboardQuery, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { toDayKey, formatWindow, toTimeKey, listWeekDays } from '@/lib/platform/time/zone.ts'
import { Icon } from '../../ui/icon.tsx'
import { type VisitCheckInput, visitWarnings } from '@/lib/dashboard/appointments/warnings.ts'
import { sendChange } from '../use-optimistic-mutation.ts'
import { useConfirmDialog } from '../use-confirm-dialog.tsx'

async function fetchWarnings(check: VisitCheckInput): Promise<string[]> {
  // If the check fails, there are no warnings to confirm. Saving then fails too and shows the error.
  const response = await sendChange('appointments/check', 'POST', check).catch(() => undefined)
  return visitWarnings.safeParse(response).data?.doubts ?? []
}

/** Asks for confirmation of a visit in the past, outside opening hours, or with a technician who is already booked. */
export function useVisitWarnings() {
  const { ask, dialog } = useConfirmDialog()
  const isConfirming = useRef(false)
  const confirmVisit = async (check: VisitCheckInput): Promise<boolean> => {
    if (isConfirming.current) return false
    isConfirming.current = true
    const warnings = await fetchWarnings(check)
    const dialogText = { title: 'Save anyway?', confirm: 'Save anyway', cancel: 'Go back' }
    const isConfirmed = warnings.length === 0 || (await ask({ ...dialogText, description: warnings.join(' ') }))
    isConfirming.current = false
    return isConfirmed
  }
  return { isSure: confirmVisit, question: dialog }
}

export const toLocalWindow = ({ startsAt, endsAt }: Pick<AppointmentRecord, 'startsAt' | 'endsAt'>, zone: string) => ({
  day: toDayKey(startsAt, zone),
  from: toTimeKey(startsAt, zone),
  to: toTimeKey(endsAt, zone),
})

export const createWindowSchema = (zone: string) =>
  localWindow.superRefine((window, context) => {
    if (context.issues.length > 0) return
    const windowTimes = resolveWindow(window, zone)
    if (!('problem' in windowTimes)) return
    const { field, message } = windowTimes.problem
    context.addIssue({ code: 'custom', path: [field], message })
  })

type Props = {
  reader: Reader
  timeZone: string
  technician: string | null
  editedVisitId?: string
}

function OtherVisits({ reader, timeZone, window, technician, editedVisitId }: Props & { window: LocalWindow }) {
  const isChosen = localWindow.shape.day.safeParse(window.day).success
  const [monday] = isChosen ? listWeekDays(window.day) : []
  const { data } = useQuery({
    ...buildDashboardQuery('appointments', calendarResponse, reader, { view: 'week', week: monday }),
    enabled: isChosen,
  })
  const windowTimes = localWindow.safeParse(window).success ? resolveWindow(window, timeZone) : undefined
  const dayBlocks = isChosen && data ? buildDayBlocks(data.appointments, window.day, timeZone) : []
  const otherVisits = dayBlocks
    .flatMap(({ appointments }) => appointments)
    .filter(({ id, state }) => id !== editedVisitId && state !== 'cancelled')
  const isAtTime = ({ startsAt, endsAt }: AppointmentRecord) =>
    windowTimes !== undefined &&
    'startsAt' in windowTimes &&
    startsAt < windowTimes.endsAt.toISOString() &&
    endsAt > windowTimes.startsAt.toISOString()
  const isConflicting = (visit: AppointmentRecord) =>
    technician !== null && technician !== '' && visit.technician === technician && isAtTime(visit)
  const clashingVisit = otherVisits.find(isConflicting)
  return (
    <div aria-live="polite">
      {clashingVisit && (
        <p className="mt-3 flex gap-2 font-medium">
          <Icon name="alert" size={18} className="mt-0.5 text-primary" />
          {`${technician} already has a visit then: ${clashingVisit.customer}, ${formatWindow(clashingVisit.startsAt, clashingVisit.endsAt, timeZone)}. You can still book it.`}
        </p>
      )}
      {otherVisits.length > 0 && (
        <>
          <p className="mt-3 text-muted-foreground">
            {otherVisits.length === 1 ? 'Also on this day' : `Also on this day, ${otherVisits.length} visits`}
          </p>
          <ul className="mt-1 grid gap-0.5">
            {otherVisits.map((visit) => (
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
  const buildField = (name: keyof LocalWindow) => ({
    ...register(`window.${name}`, { deps: ['window.day', 'window.from', 'window.to'] }),
    required: true,
    error: errors.window?.[name]?.message,
  })
  return (
    <fieldset>
      <legend className="sr-only">When</legend>
      <div className="grid grid-cols-2 gap-x-3 gap-y-4 max-sm:[&>:first-child]:col-span-full sm:grid-cols-[1.4fr_1fr_1fr]">
        <TextField label="Day" type="date" {...buildField('day')} />
        <TextField label="From" type="time" {...buildField('from')} />
        <TextField label="To" type="time" {...buildField('to')} />
      </div>
      <OtherVisits {...props} window={window} />
    </fieldset>
  )
}

export const visitText = z.object({
  customer: z.string().trim(),
  phone: buildOptionalLineSchema(80),
  address: buildOptionalLineSchema(300),
  job: z.string().trim(),
  technician: buildOptionalLineSchema(120),
})

export function VisitFields({ technicians }: { technicians: readonly string[] }) {
  const list = useId()
  const { register, formState } = useFormContext<z.input<typeof visitText>>()
  const { errors } = formState
  const getFieldProps = (name: 'customer' | 'phone' | 'address' | 'technician', maxLength: number) => ({
    ...register(name),
    maxLength,
    autoComplete: 'off',
    error: errors[name]?.message,
  })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField label="Customer" {...getFieldProps('customer', 120)} required />
      <TextField label="Phone" {...getFieldProps('phone', 40)} type="tel" />
      <div className="sm:col-span-2">
        <TextField label="Address" {...getFieldProps('address', 300)} />
      </div>
      <div className="sm:col-span-2">
        <TextArea {...register('job')} label="Job" required rows={2} maxLength={2_000} error={errors.job?.message} />
      </div>
      <div className="sm:col-span-2">
        <TextField label="Technician" {...getFieldProps('technician', 120)} list={list} placeholder="Unassigned" />
        <datalist id={list}>
          {technicians.map((technician) => (
            <option key={technician}>{technician}</option>
          ))}
        </datalist>
      </div>
    </div>
  )
}
