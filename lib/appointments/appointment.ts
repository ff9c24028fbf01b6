/** Where an appointment stands, in words for people. A request waits for a person to confirm it. */
export const APPOINTMENT_STATES = {
  requested: 'Requested',
  confirmed: 'Confirmed',
  done: 'Done',
  cancelled: 'Canceled',
} as const

export type AppointmentState = keyof typeof APPOINTMENT_STATES

export const APPOINTMENT_STATE_NAMES = Object.keys(APPOINTMENT_STATES) as AppointmentState[]

/** What a state can become. Somebody who was mistaken can put a visit back that is done or cancelled. */
export const NEXT_STATES: Record<AppointmentState, readonly AppointmentState[]> = {
  requested: ['confirmed', 'cancelled'],
  confirmed: ['done', 'cancelled'],
  done: ['confirmed'],
  cancelled: ['requested', 'confirmed'],
}

/** Whether somebody is still going to come, so that the window matters. */
export const isAhead = (state: AppointmentState): boolean => state === 'requested' || state === 'confirmed'

/** Whether the time of a confirmed visit has passed, also where nobody has said yet that it is done. */
export const isOver = ({ state, endsAt }: { state: AppointmentState; endsAt: string }, now: Date): boolean =>
  state === 'confirmed' && Date.parse(endsAt) <= now.getTime()

/** The longest window, in hours: longer work is a visit for each day. */
export const MAX_WINDOW_HOURS = 24

/** Stands for nobody where appointments are filtered by who goes there. */
export const NO_TECHNICIAN = 'none'
