import ical, { escape, ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { APPOINTMENT_STATES, type AppointmentState } from '../model/appointment.ts'
import type { AppointmentRecord } from '../appointments/record.ts'
import { AREAS } from '../../platform/auth/access-table.ts'

const REFRESH_SECONDS = 15 * 60

/** Maximum characters of an event title, so that it fits a phone screen. */
const MAX_TITLE_LENGTH = 80

const ICAL_STATUSES: Record<AppointmentState, ICalEventStatus> = {
  requested: ICalEventStatus.TENTATIVE,
  confirmed: ICalEventStatus.CONFIRMED,
  done: ICalEventStatus.CONFIRMED,
  cancelled: ICalEventStatus.CANCELLED,
}

/** Removes control characters. iCalendar allows only line breaks and tabs (RFC 5545, section 3.3.11). */
const stripControlCharacters = (text: string): string => text.replaceAll(/(?![\t\n\r])\p{Cc}/gu, '')

/** Builds the event title. Includes the status, because some calendar apps ignore the STATUS property. */
function buildTitle({ customer, job, state }: AppointmentRecord): string {
  const [firstLine = ''] = job.split(/[\r\n]/, 1)
  const title = `${firstLine}, ${customer}`
  const fullTitle = state === 'requested' || state === 'cancelled' ? `${APPOINTMENT_STATES[state]}: ${title}` : title
  const characters = [...fullTitle]
  return characters.length > MAX_TITLE_LENGTH ? `${characters.slice(0, MAX_TITLE_LENGTH - 1).join('')}…` : fullTitle
}

const buildDescription = ({ job, customer, phone, technician, state, reason }: AppointmentRecord): string =>
  [
    job,
    '',
    `Customer: ${customer}`,
    phone && `Phone: ${phone}`,
    technician && `Technician: ${technician}`,
    `Status: ${APPOINTMENT_STATES[state]}`,
    reason && `Reason for the change: ${reason}`,
  ]
    .filter((line) => line !== null)
    .join('\n')

/**
 * Builds an iCalendar file (RFC 5545). Clients update an event if its UID stays the same and its SEQUENCE grows.
 * @param siteUrl origin for the links of the events
 */
export function buildCalendar(name: string, appointments: readonly AppointmentRecord[], siteUrl: string): string {
  const calendar = ical({
    // The library does not escape the calendar name.
    name: escape(stripControlCharacters(name), false),
    prodId: { company: new URL(siteUrl).hostname, product: 'appointments', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
  })
  for (const appointment of appointments) {
    const { id, address, startsAt, endsAt, state, version, createdAt, updatedAt } = appointment
    calendar.createEvent({
      id,
      sequence: version,
      stamp: new Date(updatedAt),
      created: new Date(createdAt),
      lastModified: new Date(updatedAt),
      start: new Date(startsAt),
      end: new Date(endsAt),
      summary: stripControlCharacters(buildTitle(appointment)),
      description: stripControlCharacters(buildDescription(appointment)),
      location: address && stripControlCharacters(address),
      url: `${siteUrl}${AREAS.appointments.path}?visit=${id}`,
      status: ICAL_STATUSES[state],
      transparency: state === 'cancelled' ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
    })
  }
  return calendar.toString()
}
