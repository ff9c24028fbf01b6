import { minutesIn, type Moment } from '../time/zone.ts'
import type { OnCallList } from './organization-settings.ts'

const DAY = 24 * 60

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

const timeOf = (minutes: number): string =>
  [Math.floor(minutes / 60) % 24, minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

/** Whether somebody with these hours is on call in a minute of the day; hours that end earlier than they begin go over midnight. */
function isCovered({ hours }: Pick<OnCallList[number], 'hours'>, minute: number): boolean {
  if (!hours) return true
  const [from, to] = [minutesOf(hours.from), minutesOf(hours.to)]
  return from < to ? minute >= from && minute < to : minute >= from || minute < to
}

/** The parts of a day in which nobody on the list is on call, such as 07:00 to 18:00; one over midnight is one. */
export function hoursWithoutAnybody(
  list: readonly Pick<OnCallList[number], 'hours'>[],
): { from: string; to: string }[] {
  const isEmpty = Array.from({ length: DAY }, (_, minute) => !list.some((person) => isCovered(person, minute)))
  if (isEmpty.every(Boolean)) return [{ from: '00:00', to: '00:00' }]
  const starts = isEmpty.flatMap((empty, minute) => (empty && !isEmpty[(minute + DAY - 1) % DAY] ? [minute] : []))
  return starts.map((start) => {
    let end = start
    while (isEmpty[end % DAY]) end += 1
    return { from: timeOf(start), to: timeOf(end) }
  })
}

/** Whether somebody with these hours is on call at a moment, by the clock of the business. */
export const isOnCallAt = (person: Pick<OnCallList[number], 'hours'>, at: Moment, zone: string): boolean =>
  isCovered(person, minutesIn(at, zone))
