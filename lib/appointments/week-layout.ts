import { type OpeningHours, WEEKDAYS } from '../settings/opening-hours.ts'
import { addDays, type DayKey, minutesIn, startOfDayIn } from '../time/zone.ts'
import { isAhead } from './appointment.ts'
import type { AppointmentRecord } from './record.ts'

const DAY_MINUTES = 24 * 60

/** The least height of a visit, so that its words have room: the two halves of an hour that comes twice are one on the clock. */
const MIN_MINUTES = 30

/** The visits of one window on a day of the calendar: minutes by the clock, and its place beside windows that it overlaps. */
export type Block = {
  appointments: AppointmentRecord[]
  from: number
  to: number
  /** Counted from 0, of so many lanes. */
  lane: number
  lanes: number
}

type Span = { appointment: AppointmentRecord; from: number; to: number }

type Window = Pick<Block, 'appointments' | 'from' | 'to'>

/** The part of a visit that is on a day; undefined when none is. A night's visit has a part on two days. */
function spanOn(appointment: AppointmentRecord, day: DayKey, zone: string): Span | undefined {
  const { startsAt, endsAt } = appointment
  const [begin, end] = [startOfDayIn(day, zone), startOfDayIn(addDays(day, 1), zone)]
  const [starts, ends] = [new Date(startsAt), new Date(endsAt)]
  if (starts >= end || ends <= begin) return undefined
  const from = starts < begin ? 0 : minutesIn(starts, zone)
  const to = ends >= end ? DAY_MINUTES : minutesIn(ends, zone)
  const last = Math.min(from, DAY_MINUTES - MIN_MINUTES)
  return { appointment, from: last, to: Math.max(to, last + MIN_MINUTES) }
}

/** Crews go out at the same times, so that visits with the same window are shown together; cancelled ones come last. */
function windowsOf(spans: Span[]): Window[] {
  const windows = Map.groupBy(spans, ({ from, to }) => `${from} ${to}`)
  const rank = ({ state }: AppointmentRecord) => Number(state === 'cancelled')
  const order = (one: AppointmentRecord, other: AppointmentRecord) =>
    rank(one) - rank(other) ||
    (one.technician ?? '').localeCompare(other.technician ?? '', 'en') ||
    one.customer.localeCompare(other.customer, 'en')
  return [...windows.values()]
    .map((same) => ({
      from: same[0]?.from ?? 0,
      to: same[0]?.to ?? 0,
      appointments: same.map(({ appointment }) => appointment).toSorted(order),
    }))
    .toSorted((one, other) => one.from - other.from || other.to - one.to)
}

/** Gives each of some windows that follow on each other without a gap the first lane that is free. */
function inLanes(windows: Window[]): Block[] {
  const ends: number[] = []
  const placed = windows.map((window) => {
    const free = ends.findIndex((end) => end <= window.from)
    const lane = free === -1 ? ends.length : free
    ends[lane] = window.to
    return { ...window, lane }
  })
  return placed.map((block) => ({ ...block, lanes: ends.length }))
}

/** The windows of a day with their visits, earliest first, beside each other where they overlap. */
export function blocksOn(appointments: readonly AppointmentRecord[], day: DayKey, zone: string): Block[] {
  const windows = windowsOf(appointments.flatMap((appointment) => spanOn(appointment, day, zone) ?? []))
  const groups: Window[][] = []
  let end = 0
  for (const window of windows) {
    const group = window.from < end ? groups.at(-1) : undefined
    if (group) group.push(window)
    else groups.push([window])
    end = Math.max(group ? end : 0, window.to)
  }
  return groups.flatMap(inLanes)
}

/** Ids of visits at which a technician is to be while they are at another; those that are done or cancelled do not count. */
export function doubleBooked(appointments: readonly AppointmentRecord[]): Set<string> {
  const found = new Set<string>()
  const ahead = appointments.filter(({ technician, state, isTest }) => technician && isAhead(state) && !isTest)
  for (const [position, one] of ahead.entries()) {
    for (const other of ahead.slice(position + 1)) {
      if (one.technician !== other.technician || one.startsAt >= other.endsAt || other.startsAt >= one.endsAt) continue
      found.add(one.id).add(other.id)
    }
  }
  return found
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** Hours that are shown even when nothing is in them. */
const USUAL = { from: 7, to: 18 }

/** The hours that a calendar shows, the last one excluded: the usual ones, those in which the business is open, and all with a visit. */
export function shownHours(blocks: readonly Block[], hours: OpeningHours): { from: number; to: number } {
  const open = Object.values(hours)
  const begins = [...open.map(({ from }) => minutesOf(from)), ...blocks.map(({ from }) => from)]
  const ends = [...open.map(({ to }) => minutesOf(to)), ...blocks.map(({ to }) => to)]
  return {
    from: Math.min(USUAL.from, ...begins.map((minutes) => Math.floor(minutes / 60))),
    to: Math.max(USUAL.to, ...ends.map((minutes) => Math.ceil(minutes / 60))),
  }
}

/** The minutes from which to which the business is open on a day; undefined when it is closed or has not said. */
export function openOn(day: DayKey, hours: OpeningHours): { from: number; to: number } | undefined {
  const weekday = WEEKDAYS[(new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7]
  const open = weekday && hours[weekday]
  return open && { from: minutesOf(open.from), to: minutesOf(open.to) }
}

/** Hours that a day has more or less than 24, where clocks are put back or forward. */
export const extraHours = (day: DayKey, zone: string): number =>
  (startOfDayIn(addDays(day, 1), zone).getTime() - startOfDayIn(day, zone).getTime()) / 3_600_000 - 24

/** Heights of what is in a window, in rem: the line above several visits, and the least for each of them. */
export type Sizes = { usualHour: number; heading: number; visit: number }

/** The height of an hour at which the fullest window has room for its visits, in rem. */
export function hourHeight(blocks: readonly Block[], { usualHour, heading, visit }: Sizes): number {
  const needed = blocks.map(({ from, to, appointments: { length } }) => {
    const height = (length > 1 ? heading : 0) + length * visit
    return (height * 60) / (to - from)
  })
  return Math.max(usualHour, ...needed)
}
