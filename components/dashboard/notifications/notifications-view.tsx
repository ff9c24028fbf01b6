'use client'

import { AREAS } from '@/lib/platform/auth/access-table.ts'
import type { NotificationRecord } from '@/lib/dashboard/notifications/record.ts'
import type { Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { formatDayKey, formatTime, toDayKey } from '@/lib/platform/time/zone.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Loading, PagesResult } from '../loading.tsx'
import { Page } from '../page.tsx'
import { useMembers } from '../use-account.ts'
import { NotificationEntry } from './notification-entry.tsx'
import { useMarkAllRead, useMarkRead, useNotifications } from './use-notifications.ts'

function Days({ rows, timeZone, reader }: { rows: NotificationRecord[]; timeZone: string; reader: Reader }) {
  const { getName } = useMembers()
  const markRead = useMarkRead(reader)
  const days = [...Map.groupBy(rows, ({ createdAt }) => toDayKey(createdAt, timeZone))]
  return days.map(([day, notifications]) => (
    <section key={day} aria-label={formatDayKey(day, 'long')}>
      <h2 className="border-b border-input pb-2 text-base leading-tight tracking-normal">
        {formatDayKey(day, 'long')}
      </h2>
      <ul className="mt-1 -mx-3">
        {notifications.map((notification) => (
          <NotificationEntry
            key={notification.id}
            notification={notification}
            getName={getName}
            time={<time dateTime={notification.createdAt}>{formatTime(notification.createdAt, timeZone)}</time>}
            onRead={() => markRead.mutate(notification)}
          />
        ))}
      </ul>
    </section>
  ))
}

export function NotificationsView({ reader, hasFailed }: { reader: Reader; hasFailed: boolean }) {
  const list = useNotifications(reader, hasFailed)
  const markAllRead = useMarkAllRead(reader)
  const rows = list.pages.flatMap((page) => page.rows)
  const [newest] = rows
  const hasUnread = rows.some(({ readAt }) => readAt === null)
  return (
    <Page
      title={AREAS.notifications.label}
      lead="What was sent to you, and when. Entries are kept for 90 days."
      actions={
        <Button
          variant="quiet"
          disabled={!hasUnread || !newest}
          onClick={() => newest && markAllRead.mutate(newest.createdAt)}
        >
          Mark all as read
        </Button>
      }
    >
      <PagesResult
        subject="Your notifications"
        list={list}
        placeholder={<Loading label="Loading notifications" rows={6} />}
      >
        {(pages) =>
          rows.length > 0 ? (
            <div className="grid gap-6">
              <Days rows={rows} timeZone={pages[0]?.timeZone ?? 'UTC'} reader={reader} />
            </div>
          ) : (
            <Empty icon="bell" title="No notifications yet">
              Alerts, assignments, mentions, imports and failed connections will appear here.
            </Empty>
          )
        }
      </PagesResult>
    </Page>
  )
}
