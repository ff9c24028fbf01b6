import { AREAS } from '@/lib/platform/auth/access-table.ts'
import type { Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { formatDay, formatTime } from '@/lib/platform/time/zone.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LoadError, Loading, StaleNotice } from '../loading.tsx'
import { useMembers } from '../use-account.ts'
import { NotificationEntry } from './notification-entry.tsx'
import { useMarkAllRead, useMarkRead, useNotifications } from './use-notifications.ts'

const LATEST_COUNT = 10

const actionClass =
  'min-h-11 cursor-pointer rounded-lg px-2 text-muted-foreground hover:text-foreground disabled:cursor-default disabled:opacity-40 lg:pointer-fine:min-h-9'

/** Renders the latest notifications in the popover of the bell. */
export function LatestNotifications({ reader, onClose }: { reader: Reader; onClose: () => void }) {
  const list = useNotifications(reader)
  const { getName } = useMembers()
  const markRead = useMarkRead(reader)
  const markAllRead = useMarkAllRead(reader)
  const [page] = list.pages
  const timeZone = page?.timeZone ?? 'UTC'
  const rows = page?.rows.slice(0, LATEST_COUNT) ?? []
  const hasUnread = list.pages.some((loadedPage) => loadedPage.rows.some(({ readAt }) => readAt === null))
  const newest = rows[0]
  return (
    <>
      <div className="flex items-center justify-between gap-4 border-b border-border py-1 pr-2 pl-4">
        <h2 className="text-base leading-tight tracking-normal">Notifications</h2>
        <button
          type="button"
          className={actionClass}
          disabled={!hasUnread || !newest}
          onClick={() => newest && markAllRead.mutate(newest.createdAt)}
        >
          Mark all as read
        </button>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1">
        {!page && !list.isError && (
          <div className="p-3">
            <Loading label="Loading notifications" rows={3} />
          </div>
        )}
        {!page && list.isError && (
          <div className="p-3">
            <LoadError subject="Your notifications" retry={list.retry} />
          </div>
        )}
        {page && list.isError && (
          <div className="px-3 pt-2">
            <StaleNotice subject="Your notifications" isRetrying={list.isFetching} retry={list.retry} />
          </div>
        )}
        {page && rows.length === 0 && (
          <div className="grid justify-items-center gap-2 px-5 py-8 text-center text-muted-foreground">
            <Icon name="bell" size={22} />
            <p className="max-w-[34ch] text-balance">
              No notifications yet. Alerts, assignments and mentions will appear here.
            </p>
          </div>
        )}
        {rows.length > 0 && (
          <ul aria-label="Latest notifications">
            {rows.map((notification) => (
              <NotificationEntry
                key={notification.id}
                notification={notification}
                getName={getName}
                time={
                  <time dateTime={notification.createdAt}>
                    {formatDay(notification.createdAt, timeZone)}, {formatTime(notification.createdAt, timeZone)}
                  </time>
                }
                onRead={() => markRead.mutate(notification)}
                onOpen={onClose}
              />
            ))}
          </ul>
        )}
      </div>
      <div className="border-t border-border p-1">
        <AppLink
          href={AREAS.notifications.path}
          onClick={onClose}
          className="flex min-h-11 items-center justify-center rounded-lg px-3 text-link hover:bg-muted lg:pointer-fine:min-h-9"
        >
          All notifications
        </AppLink>
      </div>
    </>
  )
}
