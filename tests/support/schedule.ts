import type { Schedule } from '../../lib/dashboard/model/day-hours.ts'
import type { OpeningHours } from '../../lib/dashboard/model/opening-hours.ts'

/** Builds a schedule with weekly hours and, by default, no days that differ. */
export const buildSchedule = (hours: OpeningHours = {}, days: Partial<Schedule> = {}): Schedule => ({
  hours,
  closedDays: [],
  closedOnHolidays: false,
  ...days,
})
