/** Sample accounts with invented names. The phone numbers are reserved for fiction. */

export const COMPANY = 'Sample Heating & Air'

export const CUSTOMERS = [
  { first: 'Kim', last: 'Sample', phone: '(212) 555-0142' },
  { first: 'Lee', last: 'Sample', phone: '(212) 555-0143' },
  { first: 'Alex', last: 'Sample', phone: '(212) 555-0144' },
] as const

/** Slack channels. Only admins may post in the restricted one. */
export const CHANNELS = [
  'dispatch',
  'general',
  'announcements',
  'after-hours',
  'installs',
  'parts',
  'warehouse',
] as const

export const RESTRICTED_CHANNEL = 'announcements'

export const ZAPS = ['New booking to spreadsheet', 'Urgent call to group text'] as const

/** Portal id in HubSpot and realm id in QuickBooks. */
export const PORTAL_ID = 5_550_100
export const REALM_ID = '5550100'

/** Times in milliseconds since 1970. */
export type Times = { from: number; to: number }

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const BUSY_HOURS = { office: 15, crew: 16 } as const

export type SampleCalendar = keyof typeof BUSY_HOURS

export function listSampleBusyTimes(calendar: SampleCalendar, { from, to }: Times): Times[] {
  const times: Times[] = []
  for (let day = Math.floor(from / DAY_MS) * DAY_MS; day < to; day += DAY_MS) {
    const start = day + BUSY_HOURS[calendar] * HOUR_MS
    const isWorkingDay = new Date(day).getUTCDay() % 6 !== 0
    if (isWorkingDay && start < to && start + HOUR_MS > from) times.push({ from: start, to: start + HOUR_MS })
  }
  return times
}
