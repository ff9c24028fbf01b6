import { APPOINTMENT_STATES, type AppointmentState } from '@/lib/dashboard/model/appointment.ts'
import { type AppointmentRecord, appointmentRecord } from '@/lib/dashboard/appointments/record.ts'
import { toDayKey, formatDay, formatDayKey, formatWindow } from '@/lib/platform/time/zone.ts'
import type { Tone } from '../../ui/badge.tsx'

export const STATE_TONES: Record<AppointmentState, Tone> = {
  requested: 'primary',
  confirmed: 'accent',
  done: 'quiet',
  cancelled: 'quiet',
}

type Window = Pick<AppointmentRecord, 'startsAt' | 'endsAt'>

/** Returns text such as "Tue, Mar 10, 8–10 AM". */
export const formatShortWindow = ({ startsAt, endsAt }: Window, zone: string): string =>
  `${formatDay(startsAt, zone)}, ${formatWindow(startsAt, endsAt, zone)}`

/** Returns text such as "Tuesday, March 10, 2026, 8–10 AM". */
export const formatLongWindow = ({ startsAt, endsAt }: Window, zone: string): string =>
  `${formatDayKey(toDayKey(startsAt, zone), 'long')}, ${formatWindow(startsAt, endsAt, zone)}`

export function describeCurrentVisit(current: unknown, zone: string): string | undefined {
  const { success, data } = appointmentRecord.safeParse(current)
  if (!success) return undefined
  const state = APPOINTMENT_STATES[data.state].toLowerCase()
  return `It is now ${state}, ${formatShortWindow(data, zone)}. Make your change again if you still need it.`
}
