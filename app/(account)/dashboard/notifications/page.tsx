import { NotificationsView } from '@/components/dashboard/notifications/notifications-view.tsx'
import { toNotificationReader } from '@/lib/dashboard/access/notification-reader.ts'
import { listNotifications } from '@/lib/dashboard/notifications/repository.ts'
import { buildAreaMetadata, openArea } from '../area.ts'
import { OrganizationQuery } from '../prefetched-query.tsx'

export const metadata = buildAreaMetadata('notifications')

export default async function NotificationsPage() {
  const { reader, member } = await openArea('notifications')
  return (
    <OrganizationQuery
      name="notifications"
      label="Loading notifications"
      reader={reader}
      read={async (tx) => ({ pages: [await listNotifications(tx, toNotificationReader(member))], pageParams: [''] })}
    >
      {(hasFailed) => <NotificationsView reader={reader} hasFailed={hasFailed} />}
    </OrganizationQuery>
  )
}
