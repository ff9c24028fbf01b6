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
  /** Any day of the week; the current week by default. */
  week: day.optional(),
  /** The day of the technician view; in the week view, the day shown on a phone. */
  day: day.optional(),
  state: z.enum(APPOINTMENT_STATE_NAMES).optional(),
  technician: z.string().trim().min(1).max(120).optional(),
  /** List only: from today on, or before. */
  when: z.enum(['ahead', 'before']).default('ahead'),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  visit: z.uuid().optional(),
  /** Set while creating an appointment, for `lead` if given. */
  new: z.string().max(10).optional(),
  lead: z.uuid().optional(),
  subscribe: z.string().max(10).optional(),
})

export type CalendarAddress = z.output<typeof calendarAddress>

export const calendarHref = (address: CalendarAddress, change: Partial<CalendarAddress>): string =>
  AREAS.appointments.path + writeAddress(calendarAddress, { ...address, ...change })

export const weekAsked = ({ view, week, day: shown }: Pick<CalendarAddress, 'view' | 'week' | 'day'>) =>
  view === 'day' ? shown && weekOf(shown)[0] : week

/** Server query of a URL. Always loads the whole week: filters apply on the client. */
export const calendarParams = (address: CalendarAddress) => {
  const { view, state, technician, when, page } = address
  return view === 'list' ? { view, when, state, technician, page } : { view: 'week' as const, week: weekAsked(address) }
}

export const calendarAnswer = z.object({
  timeZone: z.string(),
  /** Time of the read, so that server and client render the same. */
  now: z.iso.datetime(),
  /** The requested week; in the list, the current one. */
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
