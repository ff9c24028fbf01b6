import { getDayHours, type Schedule } from '../model/day-hours.ts'
import { parseMinutes } from '../model/opening-hours.ts'
import { addDays, type DayKey, getMinutesOfDay, getStartOfDay } from '../../platform/time/zone.ts'
import { isUpcoming } from '../model/appointment.ts'
import type { AppointmentRecord } from './record.ts'

const DAY_MINUTES = 24 * 60

/**
 * Minimum block height in minutes, so that the text fits. In the hour that repeats when daylight saving time ends, a
 * window may start and end at the same clock time.
 */
const MIN_BLOCK_MINUTES = 30

/** Visits with the same window, as one block. `from` and `to` are minutes after midnight. */
export type CalendarBlock = {
  appointments: AppointmentRecord[]
  from: number
  to: number
  /** 0-based column among `lanes` columns of overlapping windows. */
  lane: number
  lanes: number
}

type Span = { appointment: AppointmentRecord; from: number; to: number }

type Window = Pick<CalendarBlock, 'appointments' | 'from' | 'to'>

function findSpanOnDay(appointment: AppointmentRecord, day: DayKey, zone: string): Span | undefined {
  const { startsAt, endsAt } = appointment
  const [dayStart, end] = [getStartOfDay(day, zone), getStartOfDay(addDays(day, 1), zone)]
  const [startTime, endTime] = [new Date(startsAt), new Date(endsAt)]
  if (startTime >= end || endTime <= dayStart) return undefined
  const from = startTime < dayStart ? 0 : getMinutesOfDay(startTime, zone)
  const to = endTime >= end ? DAY_MINUTES : getMinutesOfDay(endTime, zone)
  const last = Math.min(from, DAY_MINUTES - MIN_BLOCK_MINUTES)
  return { appointment, from: last, to: Math.max(to, last + MIN_BLOCK_MINUTES) }
}

/** Groups visits with the same window, because crews often start at the same time. Canceled visits come last. */
function groupSpans(spans: Span[]): Window[] {
  const windows = Map.groupBy(spans, ({ from, to }) => `${from} ${to}`)
  const rankAppointment = ({ state }: AppointmentRecord) => Number(state === 'cancelled')
  const compareAppointments = (a: AppointmentRecord, b: AppointmentRecord) =>
    rankAppointment(a) - rankAppointment(b) ||
    (a.technician ?? '').localeCompare(b.technician ?? '', 'en') ||
    a.customer.localeCompare(b.customer, 'en')
  return [...windows.values()]
    .map((sameSpans) => ({
      from: sameSpans[0]?.from ?? 0,
      to: sameSpans[0]?.to ?? 0,
      appointments: sameSpans.map(({ appointment }) => appointment).toSorted(compareAppointments),
    }))
    .toSorted((a, b) => a.from - b.from || b.to - a.to)
}

function assignLanes(windows: Window[]): CalendarBlock[] {
  const laneEnds: number[] = []
  const placedWindows = windows.map((window) => {
    const freeLane = laneEnds.findIndex((end) => end <= window.from)
    const lane = freeLane === -1 ? laneEnds.length : freeLane
    laneEnds[lane] = window.to
    return { ...window, lane }
  })
  return placedWindows.map((block) => ({ ...block, lanes: laneEnds.length }))
}

export function buildDayBlocks(appointments: readonly AppointmentRecord[], day: DayKey, zone: string): CalendarBlock[] {
  const windows = groupSpans(appointments.flatMap((appointment) => findSpanOnDay(appointment, day, zone) ?? []))
  const groups: Window[][] = []
  let end = 0
  for (const window of windows) {
    const group = window.from < end ? groups.at(-1) : undefined
    if (group) group.push(window)
    else groups.push([window])
    end = Math.max(group ? end : 0, window.to)
  }
  return groups.flatMap(assignLanes)
}

export function findDoubleBookedIds(appointments: readonly AppointmentRecord[]): Set<string> {
  const doubleBookedIds = new Set<string>()
  const openAppointments = appointments.filter(
    ({ technician, state, isTest }) => technician && isUpcoming(state) && !isTest,
  )
  for (const [position, appointment] of openAppointments.entries()) {
    for (const laterAppointment of openAppointments.slice(position + 1)) {
      if (
        appointment.technician !== laterAppointment.technician ||
        appointment.startsAt >= laterAppointment.endsAt ||
        laterAppointment.startsAt >= appointment.endsAt
      )
        continue
      doubleBookedIds.add(appointment.id).add(laterAppointment.id)
    }
  }
  return doubleBookedIds
}

const DEFAULT_VISIBLE_HOURS = { from: 7, to: 18 }

/**
 * Returns the range of hours to show, end exclusive. It covers the default hours, the weekly hours, the hours of the
 * shown days and all visits.
 */
export function findVisibleHours(
  blocks: readonly CalendarBlock[],
  schedule: Schedule,
  days: readonly DayKey[],
): { from: number; to: number } {
  const openRanges = [
    ...Object.values(schedule.hours),
    ...days.flatMap((day) => getDayHours(schedule, day).openHours ?? []),
  ]
  const starts = [...openRanges.map(({ from }) => parseMinutes(from)), ...blocks.map(({ from }) => from)]
  const ends = [...openRanges.map(({ to }) => parseMinutes(to)), ...blocks.map(({ to }) => to)]
  return {
    from: Math.min(DEFAULT_VISIBLE_HOURS.from, ...starts.map((minutes) => Math.floor(minutes / 60))),
    to: Math.max(DEFAULT_VISIBLE_HOURS.to, ...ends.map((minutes) => Math.ceil(minutes / 60))),
  }
}

/** Returns the opening hours of a day in minutes after midnight, or null if the business is closed. */
export function findOpenMinutes(day: DayKey, schedule: Schedule): { from: number; to: number } | null {
  const { openHours } = getDayHours(schedule, day)
  return openHours && { from: parseMinutes(openHours.from), to: parseMinutes(openHours.to) }
}

/** Returns the length of a day minus 24 hours: 1 or -1 on days when daylight saving time ends or starts. */
export const countExtraHours = (day: DayKey, zone: string): number =>
  (getStartOfDay(addDays(day, 1), zone).getTime() - getStartOfDay(day, zone).getTime()) / 3_600_000 - 24

/** Heights in rem. */
export type BlockSizes = { minHourHeight: number; heading: number; visit: number }

/** Returns the hour height in rem that gives every window enough room for its visits. */
export function computeHourHeight(
  blocks: readonly CalendarBlock[],
  { minHourHeight, heading, visit }: BlockSizes,
): number {
  const hourHeights = blocks.map(({ from, to, appointments: { length } }) => {
    const height = (length > 1 ? heading : 0) + length * visit
    return (height * 60) / (to - from)
  })
  return Math.max(minHourHeight, ...hourHeights)
}
