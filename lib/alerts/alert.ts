/** Why somebody has to know of a call at once, in words for people. */
export const ALERT_KINDS = {
  urgent: 'Urgent call',
  handover: 'Call handed to you',
  promise: 'Something was promised to a caller',
} as const

export type AlertKind = keyof typeof ALERT_KINDS

export const ALERT_KIND_NAMES = Object.keys(ALERT_KINDS) as AlertKind[]
