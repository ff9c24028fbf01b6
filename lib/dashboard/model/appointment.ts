/** Labels of the states. `requested` visits wait for confirmation. */
export const APPOINTMENT_STATES = {
  requested: 'Requested',
  confirmed: 'Confirmed',
  done: 'Done',
  cancelled: 'Canceled',
} as const

export type AppointmentState = keyof typeof APPOINTMENT_STATES

export const APPOINTMENT_STATE_NAMES = Object.keys(APPOINTMENT_STATES) as AppointmentState[]

/** Allowed state transitions. A visit that was marked as done or canceled by mistake can be reset. */
export const NEXT_STATES: Record<AppointmentState, readonly AppointmentState[]> = {
  requested: ['confirmed', 'cancelled'],
  confirmed: ['done', 'cancelled'],
  done: ['confirmed'],
  cancelled: ['requested', 'confirmed'],
}

export const isUpcoming = (state: AppointmentState): boolean => state === 'requested' || state === 'confirmed'

/** Returns whether the window of a confirmed visit has passed, even if it is not marked as done. */
export const isOver = ({ state, endsAt }: { state: AppointmentState; endsAt: string }, now: Date): boolean =>
  state === 'confirmed' && Date.parse(endsAt) <= now.getTime()

/** Maximum window length in hours. Longer jobs need one visit per day. */
export const MAX_WINDOW_HOURS = 24

export const NO_TECHNICIAN = 'none'
