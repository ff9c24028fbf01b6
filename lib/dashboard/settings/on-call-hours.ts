import { minutesInDay } from 'date-fns/constants'
import { getMinutesOfDay, type Moment } from '../../platform/time/zone.ts'
import { parseMinutes, formatMinutes } from '../model/opening-hours.ts'
import type { OnCallList } from '../model/organization-settings.ts'

/** Returns whether a minute is within on-call hours. Hours whose end is before their start span midnight. */
function isCovered({ hours }: Pick<OnCallList[number], 'hours'>, minute: number): boolean {
  if (!hours) return true
  const [from, to] = [parseMinutes(hours.from), parseMinutes(hours.to)]
  return from < to ? minute >= from && minute < to : minute >= from || minute < to
}

/** Returns the gaps in on-call coverage, such as 07:00 to 18:00. A gap over midnight counts as one. */
export function findUncoveredHours(list: readonly Pick<OnCallList[number], 'hours'>[]): { from: string; to: string }[] {
  const uncoveredMinutes = Array.from(
    { length: minutesInDay },
    (_, minute) => !list.some((person) => isCovered(person, minute)),
  )
  if (uncoveredMinutes.every(Boolean)) return [{ from: '00:00', to: '00:00' }]
  const starts = uncoveredMinutes.flatMap((isUncovered, minute) =>
    isUncovered && !uncoveredMinutes[(minute + minutesInDay - 1) % minutesInDay] ? [minute] : [],
  )
  return starts.map((start) => {
    let end = start
    while (uncoveredMinutes[end % minutesInDay]) end += 1
    return { from: formatMinutes(start), to: formatMinutes(end) }
  })
}

/** Returns whether a teammate is on call, according to the local time of the business. */
export const isOnCallAt = (person: Pick<OnCallList[number], 'hours'>, at: Moment, zone: string): boolean =>
  isCovered(person, getMinutesOfDay(at, zone))
