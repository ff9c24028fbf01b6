/** Event types that companies can subscribe to, with their labels. */
export const WEBHOOK_EVENTS = {
  'call.created': 'A call was answered',
  'call.needs_attention': 'A call needs attention',
  'call.resolved': 'A call was resolved',
  'lead.created': 'A lead was added',
  'lead.updated': 'A lead was edited',
  'appointment.requested': 'A visit was requested',
  'appointment.confirmed': 'A visit was confirmed',
  'appointment.rescheduled': 'A visit was rescheduled',
  'appointment.canceled': 'A visit was canceled',
} as const

export type WebhookEvent = keyof typeof WEBHOOK_EVENTS

export const WEBHOOK_EVENT_NAMES = Object.keys(WEBHOOK_EVENTS) as WebhookEvent[]
