import ical, { escape, ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { APPOINTMENT_STATES, type AppointmentState } from '../model/appointment.ts'
import type { AppointmentRecord } from '../appointments/record.ts'
import { AREAS } from '../../platform/auth/access-table.ts'

const REFRESH_SECONDS = 15 * 60

/** Fits a phone's calendar. */
const TITLE_LENGTH = 80

const STATUS: Record<AppointmentState, ICalEventStatus> = {
  requested: ICalEventStatus.TENTATIVE,
  confirmed: ICalEventStatus.CONFIRMED,
  done: ICalEventStatus.CONFIRMED,
  cancelled: ICalEventStatus.CANCELLED,
}

/** iCalendar allows no control characters besides line breaks and tabs (RFC 5545, 3.3.11). */
const plain = (text: string): string => text.replaceAll(/(?![\t\n\r])\p{Cc}/gu, '')

/** Includes the status, since some calendar apps do not show STATUS. */
function titleOf({ customer, job, state }: AppointmentRecord): string {
  const [firstLine = ''] = job.split(/[\r\n]/, 1)
  const title = `${firstLine}, ${customer}`
  const whole = state === 'requested' || state === 'cancelled' ? `${APPOINTMENT_STATES[state]}: ${title}` : title
  const letters = [...whole]
  return letters.length > TITLE_LENGTH ? `${letters.slice(0, TITLE_LENGTH - 1).join('')}…` : whole
}

const descriptionOf = ({ job, customer, phone, technician, state, reason }: AppointmentRecord): string =>
  [
    job,
    '',
    `Customer: ${customer}`,
    phone && `Phone: ${phone}`,
    technician && `Technician: ${technician}`,
    `State: ${APPOINTMENT_STATES[state]}`,
    reason && `Why it changed: ${reason}`,
  ]
    .filter((line) => line !== null)
    .join('\n')

/** RFC 5545. A stable UID and a growing SEQUENCE let clients update events. @param siteUrl origin for the event links */
export function calendarOf(name: string, appointments: readonly AppointmentRecord[], siteUrl: string): string {
  const calendar = ical({
    // The library does not escape the name.
    name: escape(plain(name), false),
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
      summary: plain(titleOf(appointment)),
      description: plain(descriptionOf(appointment)),
      location: address && plain(address),
      url: `${siteUrl}${AREAS.appointments.path}?visit=${id}`,
      status: STATUS[state],
      transparency: state === 'cancelled' ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
    })
  }
  return calendar.toString()
}
