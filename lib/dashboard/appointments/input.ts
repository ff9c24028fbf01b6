import { millisecondsInHour } from 'date-fns/constants'
import { z } from 'zod'
import { offsetTimestamp, buildOptionalLineSchema, buildStorableTextSchema } from '../../values/fields.ts'
import { phoneWithExtension } from '../../values/phone-number.ts'
import { APPOINTMENT_STATE_NAMES, MAX_WINDOW_HOURS, NO_TECHNICIAN } from '../model/appointment.ts'

export { type AppointmentRecord, appointmentRecord } from './record.ts'

export function findWindowProblem(startsAt: string | Date, endsAt: string | Date): string | undefined {
  const hours = (new Date(endsAt).getTime() - new Date(startsAt).getTime()) / millisecondsInHour
  if (hours <= 0) return 'The end must be after the start'
  if (hours > MAX_WINDOW_HOURS)
    return `An arrival window can be at most ${MAX_WINDOW_HOURS} hours; add a visit for each day`
  return undefined
}

type Window = { startsAt?: string | undefined; endsAt?: string | undefined }

function checkWindow({ value: { startsAt, endsAt }, issues }: z.core.ParsePayload<Window>): void {
  const message = startsAt && endsAt && findWindowProblem(startsAt, endsAt)
  if (message) issues.push({ code: 'custom', path: ['endsAt'], message, input: endsAt })
}

const fields = {
  leadId: z.uuid().nullable().describe('ID of the lead'),
  callId: z.uuid().nullable().describe('ID of the call that requested it'),
  customer: buildStorableTextSchema(120).describe('Customer name'),
  phone: phoneWithExtension
    .nullable()
    .describe('Phone number in any format; stored in E.164, with an extension appended to the job'),
  address: buildOptionalLineSchema(300).describe('Service address in one line'),
  job: buildStorableTextSchema(2_000).describe('Description of the job'),
  startsAt: offsetTimestamp.describe('Start of the arrival window, in ISO 8601 with a UTC offset'),
  endsAt: offsetTimestamp.describe(`End of the arrival window, at most ${MAX_WINDOW_HOURS} hours later`),
  technician: buildOptionalLineSchema(120).describe('Name of the technician'),
}

const { customer, job, startsAt, endsAt, ...optionalFields } = fields

export const appointmentInput = z
  .strictObject({ ...optionalFields, state: z.enum(['requested', 'confirmed']).describe('Status') })
  .partial()
  .extend({ customer, job, startsAt, endsAt })
  .check(checkWindow)

export type AppointmentInput = z.input<typeof appointmentInput>

/** A change of an appointment. Omitted fields stay unchanged. */
export const appointmentChange = z
  .strictObject({
    ...fields,
    state: z.enum(APPOINTMENT_STATE_NAMES).describe('Status'),
    reason: buildStorableTextSchema(500).describe('Reason for the change; required for a cancellation'),
  })
  .partial()
  .check(checkWindow)
  .refine(({ state, reason }) => state !== 'cancelled' || reason, {
    error: 'Enter a reason for the cancellation',
    path: ['reason'],
  })
  .refine((change) => !change.reason || change.startsAt || change.endsAt || change.state, {
    error: 'A reason requires a new time or state',
    path: ['reason'],
  })

export type AppointmentChange = z.input<typeof appointmentChange>

/** Filters of a list, combined with AND. */
export const appointmentFilter = z
  .strictObject({
    from: offsetTimestamp.describe('Ends after this time'),
    to: offsetTimestamp.describe('Starts before this time'),
    state: z.enum(APPOINTMENT_STATE_NAMES).describe('Status'),
    technician: buildStorableTextSchema(120).describe(`Name of the technician; ${NO_TECHNICIAN} for unassigned`),
    leadId: z.uuid().describe('ID of the lead'),
    callId: z.uuid().describe('ID of the call that requested it'),
  })
  .partial()

export type AppointmentFilter = z.infer<typeof appointmentFilter>

/** Sort orders of a list. A minus sorts descending. */
export const appointmentSort = z.enum(['startsAt', '-startsAt'])

export type AppointmentSort = z.infer<typeof appointmentSort>
