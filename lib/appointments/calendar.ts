import { z } from 'zod'
import { AREAS } from '../auth/access-table.ts'
import { writeAddress } from '../query/address-state.ts'
import { openingHours } from '../settings/opening-hours.ts'
import { isDayKey, weekOf } from '../time/zone.ts'
import { APPOINTMENT_STATE_NAMES } from './appointment.ts'
import { appointmentRecord } from './record.ts'

/** A day of which the calendar can be shown. */
const day = z.string().refine((text) => isDayKey(text) && text >= '1970-01-08' && text < '2999-12-01')

/** What the calendar's page holds in its address; see `AddressSchema`. */
export const calendarAddress = z.object({
  view: z.enum(['week', 'list', 'day']).default('week'),
  /** A day of the week that is shown; the present one without it. */
  week: day.optional(),
  /** The day that is shown by technician; of the week the one on a phone, which shows one at a time. */
  day: day.optional(),
  state: z.enum(APPOINTMENT_STATE_NAMES).optional(),
  technician: z.string().trim().min(1).max(120).optional(),
  /** Of the list: from today on, or before. */
  when: z.enum(['ahead', 'before']).default('ahead'),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  /** The appointment that is open. */
  visit: z.uuid().optional(),
  /** Whether a new one is being made, and of which lead. */
  new: z.string().max(10).optional(),
  lead: z.uuid().optional(),
  /** Whether the addresses for calendar programs are shown. */
  subscribe: z.string().max(10).optional(),
})

export type CalendarAddress = z.output<typeof calendarAddress>

/** Where the calendar is after a change of its address. */
export const calendarHref = (address: CalendarAddress, change: Partial<CalendarAddress>): string =>
  AREAS.appointments.path + writeAddress(calendarAddress, { ...address, ...change })

/** A day of the week whose visits an address asks for; undefined for the present week. */
export const weekAsked = ({ view, week, day: shown }: Pick<CalendarAddress, 'view' | 'week' | 'day'>) =>
  view === 'day' ? shown && weekOf(shown)[0] : week

/**
 * What is asked of the server for an address. All visits of a week come at once, also for a day of it: filters are applied
 * where they are shown.
 */
export const calendarParams = (address: CalendarAddress) => {
  const { view, state, technician, when, page } = address
  return view === 'list' ? { view, when, state, technician, page } : { view: 'week' as const, week: weekAsked(address) }
}

/** Visits of a week or a page of the list, in the zone of the business. */
export const calendarAnswer = z.object({
  timeZone: z.string(),
  /** When it was read: the server and the browser draw the same. */
  now: z.iso.datetime(),
  /** The seven days of the week that was asked for, of a list the present one. */
  days: z.array(z.string()).length(7),
  hours: openingHours,
  /** Names that can be chosen. */
  technicians: z.array(z.string()),
  appointments: z.array(appointmentRecord),
  total: z.int(),
  /** Whether there is any visit at all, of whatever time. */
  hasVisits: z.boolean(),
})

export type CalendarAnswer = z.infer<typeof calendarAnswer>

/** One appointment, with the visits at which its technician is to be at the same time. */
export const appointmentAnswer = z.object({
  appointment: appointmentRecord,
  overlaps: z.array(appointmentRecord),
  timeZone: z.string(),
})

export type AppointmentAnswer = z.infer<typeof appointmentAnswer>

/** What a new visit begins with when it is made of a lead. */
export const appointmentDraft = z.object({
  leadId: z.uuid(),
  callId: z.uuid().nullable(),
  customer: z.string(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  job: z.string(),
})

export type AppointmentDraft = z.infer<typeof appointmentDraft>
