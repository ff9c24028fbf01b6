import { z } from 'zod'
import { timestamp } from '../../values/fields.ts'
import { NOTIFICATION_KIND_NAMES } from '../model/notification.ts'

export const notificationRecord = z.object({
  id: z.guid(),
  kind: z.enum(NOTIFICATION_KIND_NAMES),
  /** Ids, codes and counts. Empty if the user may not open the page of the subject. */
  details: z.record(z.string(), z.unknown()),
  /** Name of the caller or lead; null if unknown, deleted, or hidden from the user. */
  name: z.string().nullable(),
  /** Path of the page of the subject; null if it was deleted, or if the user may not open it. */
  path: z.string().nullable(),
  createdAt: timestamp,
  readAt: timestamp.nullable(),
})

export type NotificationRecord = z.infer<typeof notificationRecord>

export const notificationList = z.object({
  rows: z.array(notificationRecord),
  /** Cursor of the next page; null at the end. */
  next: z.string().nullable(),
  /** IANA time zone of the business. */
  timeZone: z.string(),
})

export type NotificationList = z.infer<typeof notificationList>

/** Highest number that the bell shows. More unread notifications show as "99+". */
export const MAX_SHOWN_UNREAD = 99

export const unreadCount = z.object({
  /** Number of unread notifications, at most `MAX_SHOWN_UNREAD` + 1; null if the database is unavailable. */
  unread: z.int().min(0).nullable(),
})

export type UnreadCount = z.infer<typeof unreadCount>

export const notificationChange = z.strictObject({ isRead: z.literal(true) })

export const notificationsChange = z.strictObject({
  isRead: z.literal(true),
  /** Time of the newest notification that the user saw. Later ones stay unread. */
  until: z.iso.datetime(),
})
