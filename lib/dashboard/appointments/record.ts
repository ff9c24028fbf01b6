import { z } from '../../values/zod.ts'
import { APPOINTMENT_STATE_NAMES } from '../model/appointment.ts'
import { timestamp } from '../../values/fields.ts'

export const appointmentRecord = z.object({
  id: z.uuid().describe('Id of the appointment'),
  leadId: z.uuid().nullable().describe('The lead that it is for, while that is kept'),
  callId: z.uuid().nullable().describe('The call in which it was asked for, while that is kept'),
  customer: z.string().describe('Who is visited'),
  phone: z.string().nullable().describe('In E.164, such as +12125550142'),
  address: z.string().nullable().describe('Where the work is, as one line'),
  job: z.string().describe('What the visit is for'),
  startsAt: timestamp.describe('Beginning of the window, in UTC'),
  endsAt: timestamp.describe('End of the window, in UTC'),
  technician: z.string().nullable().describe('Who goes there'),
  state: z.enum(APPOINTMENT_STATE_NAMES).describe('Where it stands; a request waits for a person to confirm it'),
  reason: z.string().nullable().describe('Why it was moved or canceled the last time'),
  isTest: z.boolean().describe('Whether it came of a test call; it counts nowhere'),
  version: z.int().min(1).describe('Grows with each change; sent with a change, it keeps one from undoing another'),
  createdAt: timestamp.describe('When it was made, in UTC'),
  updatedAt: timestamp.describe('When it was changed last, in UTC'),
})

export type AppointmentRecord = z.infer<typeof appointmentRecord>
