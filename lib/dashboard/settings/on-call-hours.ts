import { minutesInDay } from 'date-fns/constants'
import { minutesIn, type Moment } from '../../platform/time/zone.ts'
import { minutesOf, timeOf } from '../model/opening-hours.ts'
import type { OnCallList } from '../model/organization-settings.ts'

/** Hours that end before they start span midnight. */
function isCovered({ hours }: Pick<OnCallList[number], 'hours'>, minute: number): boolean {
  if (!hours) return true
  const [from, to] = [minutesOf(hours.from), minutesOf(hours.to)]
  return from < to ? minute >= from && minute < to : minute >= from || minute < to
}

/** Gaps in on-call coverage, such as 07:00 to 18:00; one over midnight is a single gap. */
export function hoursWithoutAnybody(
  list: readonly Pick<OnCallList[number], 'hours'>[],
): { from: string; to: string }[] {
  const isEmpty = Array.from({ length: minutesInDay }, (_, minute) => !list.some((person) => isCovered(person, minute)))
  if (isEmpty.every(Boolean)) return [{ from: '00:00', to: '00:00' }]
  const starts = isEmpty.flatMap((empty, minute) =>
    empty && !isEmpty[(minute + minutesInDay - 1) % minutesInDay] ? [minute] : [],
  )
  return starts.map((start) => {
    let end = start
    while (isEmpty[end % minutesInDay]) end += 1
    return { from: timeOf(start), to: timeOf(end) }
  })
}

/** By the business's local time. */
export const isOnCallAt = (person: Pick<OnCallList[number], 'hours'>, at: Moment, zone: string): boolean =>
  isCovered(person, minutesIn(at, zone))
