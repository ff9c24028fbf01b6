import ical, { escape, ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { APPOINTMENT_STATES, type AppointmentState } from '../appointments/appointment.ts'
import type { AppointmentRecord } from '../appointments/record.ts'
import { AREAS } from '../auth/access-table.ts'

/** Seconds after which calendar programs are asked to read again. */
const REFRESH = 15 * 60

/** Longest title of an entry: what a phone shows of it. */
const TITLE_LENGTH = 80

const STATUS: Record<AppointmentState, ICalEventStatus> = {
  requested: ICalEventStatus.TENTATIVE,
  confirmed: ICalEventStatus.CONFIRMED,
  done: ICalEventStatus.CONFIRMED,
  cancelled: ICalEventStatus.CANCELLED,
}

/** A calendar may have no other control characters than the end of a line and the tabulator (RFC 5545, 3.3.11). */
const plain = (text: string): string => text.replaceAll(/(?![\t\n\r])\p{Cc}/gu, '')

/** The state is in the title too where it matters: some programs do not show the status. */
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

/**
 * The appointments as iCalendar (RFC 5545). An entry keeps its UID, and its SEQUENCE grows with each change, so that
 * programs change what they have and do not add another. Times are moments in UTC: each program shows them in its zone.
 * @param name of the calendar
 * @param siteUrl origin of the site, to which the entries link
 */
export function calendarOf(name: string, appointments: readonly AppointmentRecord[], siteUrl: string): string {
  const calendar = ical({
    // The library writes the name as it is.
    name: escape(plain(name), false),
    prodId: { company: new URL(siteUrl).hostname, product: 'appointments', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH,
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
