import type { InfiniteData } from '@tanstack/react-query'
import {
  notificationList,
  type NotificationList,
  type NotificationRecord,
  type UnreadCount,
  unreadCount,
} from '@/lib/dashboard/notifications/record.ts'
import { buildDashboardQuery, buildQueryKey, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { usePages } from '../loading.tsx'
import { buildCachedChange, sendChange, useOptimisticMutation } from '../use-optimistic-mutation.ts'

const LIST = 'notifications'
const UNREAD = 'notifications/unread'

export const buildUnreadQuery = (reader: Reader) => buildDashboardQuery(UNREAD, unreadCount, reader)

export const useNotifications = (reader: Reader, hasFailed = false) =>
  usePages({ name: LIST, schema: notificationList, reader, hasFailed })

const updateRows = (
  list: InfiniteData<NotificationList>,
  change: (row: NotificationRecord) => NotificationRecord,
): InfiniteData<NotificationList> => ({
  ...list,
  pages: list.pages.map((page) => ({ ...page, rows: page.rows.map(change) })),
})

const setRead = (row: NotificationRecord): NotificationRecord => ({
  ...row,
  readAt: row.readAt ?? new Date().toISOString(),
})

export function useMarkRead(reader: Reader) {
  return useOptimisticMutation({
    send: ({ id }: NotificationRecord) => sendChange<object>(`${LIST}/${id}`, 'PATCH', { isRead: true }),
    changes: [
      buildCachedChange(
        buildQueryKey(LIST, reader),
        (list: InfiniteData<NotificationList>, { id }: NotificationRecord) =>
          updateRows(list, (row) => (row.id === id ? setRead(row) : row)),
      ),
      buildCachedChange(buildQueryKey(UNREAD, reader), ({ unread }: UnreadCount): UnreadCount => ({
        unread: unread && unread - 1,
      })),
    ],
    failureTitle: 'Couldn’t mark it as read',
  })
}

export function useMarkAllRead(reader: Reader) {
  return useOptimisticMutation({
    send: (until: string) => sendChange<object>(LIST, 'PATCH', { isRead: true, until }),
    changes: [
      buildCachedChange(buildQueryKey(LIST, reader), (list: InfiniteData<NotificationList>) =>
        updateRows(list, setRead),
      ),
      buildCachedChange(buildQueryKey(UNREAD, reader), (): UnreadCount => ({ unread: 0 })),
    ],
    failureTitle: 'Couldn’t mark them as read',
  })
}
