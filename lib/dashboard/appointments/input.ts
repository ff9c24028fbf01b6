import { millisecondsInHour } from 'date-fns/constants'
import { z } from 'zod'
import { moment, optionalLine, storableText } from '../../values/fields.ts'
import { phoneWithExtension } from '../../values/phone-number.ts'
import { APPOINTMENT_STATE_NAMES, MAX_WINDOW_HOURS, NO_TECHNICIAN } from '../model/appointment.ts'

export { type AppointmentRecord, appointmentRecord } from './record.ts'

export function windowProblem(startsAt: string | Date, endsAt: string | Date): string | undefined {
  const hours = (new Date(endsAt).getTime() - new Date(startsAt).getTime()) / millisecondsInHour
  if (hours <= 0) return 'The end has to be later than the beginning'
  if (hours > MAX_WINDOW_HOURS) return `A window has at most ${MAX_WINDOW_HOURS} hours: make a visit for each day`
  return undefined
}

type Window = { startsAt?: string | undefined; endsAt?: string | undefined }

function checkWindow({ value: { startsAt, endsAt }, issues }: z.core.ParsePayload<Window>): void {
  const message = startsAt && endsAt && windowProblem(startsAt, endsAt)
  if (message) issues.push({ code: 'custom', path: ['endsAt'], message, input: endsAt })
}

const fields = {
  leadId: z.uuid().nullable().describe('The lead that it is for'),
  callId: z.uuid().nullable().describe('The call in which it was asked for'),
  customer: storableText(120).describe('Who is visited'),
  phone: phoneWithExtension
    .nullable()
    .describe('Phone number as people write it; kept in E.164, an extension at the end of the job'),
  address: optionalLine(300).describe('Where the work is, as one line'),
  job: storableText(2_000).describe('What the visit is for'),
  startsAt: moment.describe('Beginning of the window, in ISO 8601 with its offset from UTC'),
  endsAt: moment.describe(`End of the window, at most ${MAX_WINDOW_HOURS} hours later`),
  technician: optionalLine(120).describe('Who goes there'),
}

const { customer, job, startsAt, endsAt, ...optional } = fields

export const appointmentInput = z
  .strictObject({ ...optional, state: z.enum(['requested', 'confirmed']).describe('Where it stands') })
  .partial()
  .extend({ customer, job, startsAt, endsAt })
  .check(checkWindow)

export type AppointmentInput = z.input<typeof appointmentInput>

/** A change of an appointment. Omitted fields stay unchanged. */
export const appointmentChange = z
  .strictObject({
    ...fields,
    state: z.enum(APPOINTMENT_STATE_NAMES).describe('Where it stands'),
    reason: storableText(500).describe('Why it is moved or canceled; a cancellation needs one'),
  })
  .partial()
  .check(checkWindow)
  .refine(({ state, reason }) => state !== 'cancelled' || reason, {
    error: 'Say why it is canceled',
    path: ['reason'],
  })
  .refine((change) => !change.reason || change.startsAt || change.endsAt || change.state, {
    error: 'A reason goes with another time or state',
    path: ['reason'],
  })

export type AppointmentChange = z.input<typeof appointmentChange>

/** Filters of a list, combined with AND. */
export const appointmentFilter = z
  .strictObject({
    from: moment.describe('Those that end after this moment'),
    to: moment.describe('Those that begin before this moment'),
    state: z.enum(APPOINTMENT_STATE_NAMES).describe('Where it stands'),
    technician: storableText(120).describe(`Who goes there; ${NO_TECHNICIAN} for those without anybody`),
    leadId: z.uuid().describe('The lead that it is for'),
    callId: z.uuid().describe('The call in which it was asked for'),
  })
  .partial()

export type AppointmentFilter = z.infer<typeof appointmentFilter>

/** Sort orders of a list. A minus sorts descending. */
export const appointmentSort = z.enum(['startsAt', '-startsAt'])

export type AppointmentSort = z.infer<typeof appointmentSort>
