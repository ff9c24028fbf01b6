import { APPOINTMENT_STATES, type AppointmentState } from '@/lib/appointments/appointment.ts'
import { type AppointmentRecord, appointmentRecord } from '@/lib/appointments/record.ts'
import { dayKey, formatDay, formatDayKey, formatWindow } from '@/lib/time/zone.ts'
import type { Tone } from '../../ui/badge.tsx'

/** A request waits for somebody; what is confirmed is calm. */
export const STATE_TONES: Record<AppointmentState, Tone> = {
  requested: 'primary',
  confirmed: 'accent',
  done: 'quiet',
  cancelled: 'quiet',
}

type Window = Pick<AppointmentRecord, 'startsAt' | 'endsAt'>

/** "Tue, Mar 10, 8–10 AM" */
export const shortWindow = ({ startsAt, endsAt }: Window, zone: string): string =>
  `${formatDay(startsAt, zone)}, ${formatWindow(startsAt, endsAt, zone)}`

/** "Tuesday, March 10, 2026, 8–10 AM" */
export const longWindow = ({ startsAt, endsAt }: Window, zone: string): string =>
  `${formatDayKey(dayKey(startsAt, zone), 'long')}, ${formatWindow(startsAt, endsAt, zone)}`

/** What a visit is now that somebody else has changed it, in a sentence. */
export function currentWords(current: unknown, zone: string): string | undefined {
  const { success, data } = appointmentRecord.safeParse(current)
  if (!success) return undefined
  const state = APPOINTMENT_STATES[data.state].toLowerCase()
  return `It is now ${state}, ${shortWindow(data, zone)}. Make your change again if it is still wanted.`
}
