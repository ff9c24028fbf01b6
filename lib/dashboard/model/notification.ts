/** Kinds of notifications, with their labels. */
export const NOTIFICATION_KINDS = {
  alert: 'Alert',
  assigned: 'Assigned to you',
  import: 'Import',
  integration: 'Integration',
  webhook: 'Webhook',
} as const

export type NotificationKind = keyof typeof NOTIFICATION_KINDS
