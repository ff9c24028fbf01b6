import { minutesOf, type OpeningHours, weekdayOf } from '../model/opening-hours.ts'
import { addDays, type DayKey, minutesIn, startOfDayIn } from '../../platform/time/zone.ts'
import { isAhead } from '../model/appointment.ts'
import type { AppointmentRecord } from './record.ts'

const DAY_MINUTES = 24 * 60

/**
 * Minimum block height in minutes, so that the text fits. A window in the repeated hour of a clock change may start and
 * end at the same clock time.
 */
const MIN_MINUTES = 30

/** Visits with the same window, as one block. `from` and `to` are minutes after midnight. */
export type Block = {
  appointments: AppointmentRecord[]
  from: number
  to: number
  /** 0-based column among `lanes` columns of overlapping windows. */
  lane: number
  lanes: number
}

type Span = { appointment: AppointmentRecord; from: number; to: number }

type Window = Pick<Block, 'appointments' | 'from' | 'to'>

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

/** Groups visits with the same window, because crews often share start times. Canceled visits come last. */
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

const USUAL = { from: 7, to: 18 }

/** Returns the range of hours to show, end exclusive. It covers the default hours, the opening hours and all visits. */
export function shownHours(blocks: readonly Block[], hours: OpeningHours): { from: number; to: number } {
  const open = Object.values(hours)
  const begins = [...open.map(({ from }) => minutesOf(from)), ...blocks.map(({ from }) => from)]
  const ends = [...open.map(({ to }) => minutesOf(to)), ...blocks.map(({ to }) => to)]
  return {
    from: Math.min(USUAL.from, ...begins.map((minutes) => Math.floor(minutes / 60))),
    to: Math.max(USUAL.to, ...ends.map((minutes) => Math.ceil(minutes / 60))),
  }
}

/** Returns the opening hours of a day in minutes after midnight, or undefined if the business is closed. */
export function openOn(day: DayKey, hours: OpeningHours): { from: number; to: number } | undefined {
  const open = hours[weekdayOf(day)]
  return open && { from: minutesOf(open.from), to: minutesOf(open.to) }
}

/** Returns the length of a day minus 24 hours: 1 or -1 on days with a clock change. */
export const extraHours = (day: DayKey, zone: string): number =>
  (startOfDayIn(addDays(day, 1), zone).getTime() - startOfDayIn(day, zone).getTime()) / 3_600_000 - 24

/** Heights in rem. */
export type Sizes = { usualHour: number; heading: number; visit: number }

/** Returns the hour height in rem at which every window has room for its visits. */
export function hourHeight(blocks: readonly Block[], { usualHour, heading, visit }: Sizes): number {
  const needed = blocks.map(({ from, to, appointments: { length } }) => {
    const height = (length > 1 ? heading : 0) + length * visit
    return (height * 60) / (to - from)
  })
  return Math.max(usualHour, ...needed)
}
