import { z } from 'zod'
import { AREAS } from '../../platform/auth/access-table.ts'
import { writeSearchParams } from '../query/search-params.ts'
import { closedDays } from '../model/closed-days.ts'
import { openingHours } from '../model/opening-hours.ts'
import { isDayKey, listWeekDays } from '../../platform/time/zone.ts'
import { APPOINTMENT_STATE_NAMES } from '../model/appointment.ts'
import { appointmentRecord } from './record.ts'

const day = z.string().refine((text) => isDayKey(text) && text >= '1970-01-08' && text < '2999-12-01')

export const calendarQuery = z.object({
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

export type CalendarQuery = z.output<typeof calendarQuery>

export const buildCalendarHref = (address: CalendarQuery, change: Partial<CalendarQuery>): string =>
  AREAS.appointments.path + writeSearchParams(calendarQuery, { ...address, ...change })

export const findRequestedWeek = ({ view, week, day: selectedDay }: Pick<CalendarQuery, 'view' | 'week' | 'day'>) =>
  view === 'day' ? selectedDay && listWeekDays(selectedDay)[0] : week

/**
 * Returns the query parameters for the server. The week view loads the whole week, because filters run on the client.
 */
export const toCalendarParams = (address: CalendarQuery) => {
  const { view, state, technician, when, page } = address
  return view === 'list'
    ? { view, when, state, technician, page }
    : { view: 'week' as const, week: findRequestedWeek(address) }
}

export const calendarResponse = z.object({
  timeZone: z.string(),
  /** Time of the read. The client renders with it, so that its output matches the server's. */
  now: z.iso.datetime(),
  /** Days of the requested week; in the list view, of the current week. */
  days: z.array(z.string()).length(7),
  hours: openingHours,
  closedDays,
  closedOnHolidays: z.boolean(),
  technicians: z.array(z.string()),
  appointments: z.array(appointmentRecord),
  total: z.int(),
  hasVisits: z.boolean(),
})

export type CalendarResponse = z.infer<typeof calendarResponse>

export const appointmentResponse = z.object({
  appointment: appointmentRecord,
  overlaps: z.array(appointmentRecord),
  timeZone: z.string(),
})

export type AppointmentResponse = z.infer<typeof appointmentResponse>

export const appointmentDraft = z.object({
  leadId: z.uuid(),
  callId: z.uuid().nullable(),
  customer: z.string(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  job: z.string(),
})

export type AppointmentDraft = z.infer<typeof appointmentDraft>
