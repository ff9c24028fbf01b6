/** Kinds of notifications, with their labels. */
export const NOTIFICATION_KINDS = {
  alert: 'Alert',
  assigned: 'Assigned to you',
  mention: 'Mention',
  import: 'Import',
  integration: 'Integration',
  webhook: 'Webhook',
} as const

export type NotificationKind = keyof typeof NOTIFICATION_KINDS

export const NOTIFICATION_KIND_NAMES = Object.keys(NOTIFICATION_KINDS) as NotificationKind[]

/** Channels that also sent a notification. */
export const CHANNELS = { mail: 'email', push: 'push' } as const

export type Channel = keyof typeof CHANNELS
