import { z } from '../../values/zod.ts'
import { APPOINTMENT_STATE_NAMES } from '../model/appointment.ts'
import { timestamp } from '../../values/fields.ts'

export const appointmentRecord = z.object({
  id: z.uuid().describe('ID of the appointment'),
  leadId: z.uuid().nullable().describe('ID of the lead; null after the lead is deleted'),
  callId: z.uuid().nullable().describe('ID of the call that requested it; null after the call is deleted'),
  customer: z.string().describe('Customer name'),
  phone: z.string().nullable().describe('In E.164, such as +12125550142'),
  address: z.string().nullable().describe('Service address in one line'),
  job: z.string().describe('Description of the job'),
  startsAt: timestamp.describe('Start of the arrival window, in UTC'),
  endsAt: timestamp.describe('End of the arrival window, in UTC'),
  technician: z.string().nullable().describe('Name of the technician'),
  state: z.enum(APPOINTMENT_STATE_NAMES).describe('Status; requested means that it awaits confirmation by the office'),
  reason: z.string().nullable().describe('Reason for the last reschedule or cancellation'),
  isTest: z.boolean().describe('Whether it comes from a test call, which isn’t counted'),
  version: z.int().min(1).describe('Increases with each change; send it with a change to detect concurrent edits'),
  createdAt: timestamp.describe('When it was created, in UTC'),
  updatedAt: timestamp.describe('When it was last updated, in UTC'),
})

export type AppointmentRecord = z.infer<typeof appointmentRecord>
