/** What an account of the local systems holds. All names are made up, and the numbers are kept for stories. */

export const COMPANY = 'Sample Heating & Air'

export const CUSTOMERS = [
  { first: 'Kim', last: 'Sample', phone: '(212) 555-0142' },
  { first: 'Lee', last: 'Sample', phone: '(212) 555-0143' },
  { first: 'Alex', last: 'Sample', phone: '(212) 555-0144' },
] as const

export const CHANNELS = ['dispatch', 'general'] as const

export const ZAPS = ['New booking to spreadsheet', 'Urgent call to group text'] as const

/** Number of the account at HubSpot, and of the company at QuickBooks. */
export const PORTAL_ID = 5_550_100
export const REALM_ID = '5550100'

/** Moments in milliseconds since 1970. */
export type Times = { from: number; to: number }

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** The hour of the day, in UTC, at which each calendar that an account has from the beginning is busy for an hour. */
const BUSY_HOUR = { office: 15, crew: 16 } as const

export type SampleCalendar = keyof typeof BUSY_HOUR

/** When a sample calendar is busy: one hour on each working day, the crew right after the office. */
export function sampleBusy(calendar: SampleCalendar, { from, to }: Times): Times[] {
  const times: Times[] = []
  for (let day = Math.floor(from / DAY) * DAY; day < to; day += DAY) {
    const start = day + BUSY_HOUR[calendar] * HOUR
    const isWorkingDay = new Date(day).getUTCDay() % 6 !== 0
    if (isWorkingDay && start < to && start + HOUR > from) times.push({ from: start, to: start + HOUR })
  }
  return times
}
