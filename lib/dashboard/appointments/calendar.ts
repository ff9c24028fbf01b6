import { z } from 'zod'
import { AREAS } from '../../platform/auth/access-table.ts'
import { writeAddress } from '../query/address-state.ts'
import { openingHours } from '../model/opening-hours.ts'
import { isDayKey, weekOf } from '../../platform/time/zone.ts'
import { APPOINTMENT_STATE_NAMES } from '../model/appointment.ts'
import { appointmentRecord } from './record.ts'

const day = z.string().refine((text) => isDayKey(text) && text >= '1970-01-08' && text < '2999-12-01')

export const calendarAddress = z.object({
  view: z.enum(['week', 'list', 'day']).default('week'),
  /** Any day of the week to show; the current week if omitted. */
  week: day.optional(),
  /** The day to show in the day view. On phones, the week view also shows only this day. */
  day: day.optional(),
  state: z.enum(APPOINTMENT_STATE_NAMES).optional(),
  technician: z.string().trim().min(1).max(120).optional(),
  /** List view only: visits from today on, or earlier ones. */
  when: z.enum(['ahead', 'before']).default('ahead'),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  visit: z.uuid().optional(),
  /** Present while the form for a new appointment is open. `lead` preselects its lead. */
  new: z.string().max(10).optional(),
  lead: z.uuid().optional(),
  subscribe: z.string().max(10).optional(),
})

export type CalendarAddress = z.output<typeof calendarAddress>

export const calendarHref = (address: CalendarAddress, change: Partial<CalendarAddress>): string =>
  AREAS.appointments.path + writeAddress(calendarAddress, { ...address, ...change })

export const weekAsked = ({ view, week, day: shown }: Pick<CalendarAddress, 'view' | 'week' | 'day'>) =>
  view === 'day' ? shown && weekOf(shown)[0] : week

/**
 * Returns the query parameters for the server. The week view loads the whole week, because filters run on the client.
 */
export const calendarParams = (address: CalendarAddress) => {
  const { view, state, technician, when, page } = address
  return view === 'list' ? { view, when, state, technician, page } : { view: 'week' as const, week: weekAsked(address) }
}

export const calendarAnswer = z.object({
  timeZone: z.string(),
  /** Time of the read. The client renders with it, so that its output matches the server's. */
  now: z.iso.datetime(),
  /** Days of the requested week; in the list view, of the current week. */
  days: z.array(z.string()).length(7),
  hours: openingHours,
  technicians: z.array(z.string()),
  appointments: z.array(appointmentRecord),
  total: z.int(),
  hasVisits: z.boolean(),
})

export type CalendarAnswer = z.infer<typeof calendarAnswer>

export const appointmentAnswer = z.object({
  appointment: appointmentRecord,
  overlaps: z.array(appointmentRecord),
  timeZone: z.string(),
})

export type AppointmentAnswer = z.infer<typeof appointmentAnswer>

export const appointmentDraft = z.object({
  leadId: z.uuid(),
  callId: z.uuid().nullable(),
  customer: z.string(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  job: z.string(),
})

export type AppointmentDraft = z.infer<typeof appointmentDraft>
