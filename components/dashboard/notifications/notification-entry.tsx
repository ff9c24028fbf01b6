import type { ReactNode } from 'react'
import type { NotificationKind } from '@/lib/dashboard/model/notification.ts'
import type { NotificationRecord } from '@/lib/dashboard/notifications/record.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { describeNotification, formatChannels } from './notification-text.ts'

const ICONS: Record<NotificationKind, IconName> = {
  alert: 'alert',
  assigned: 'person',
  mention: 'message',
  import: 'table',
  integration: 'plug',
  webhook: 'layers',
}

type EntryProps = {
  notification: NotificationRecord
  time: ReactNode
  getName: (userId: string) => string | undefined
  onRead: () => void
  onOpen?: () => void
}

export function NotificationEntry({ notification, time, getName, onRead, onOpen }: EntryProps) {
  const { kind, path, readAt, details } = notification
  const { title, note } = describeNotification(notification, getName)
  const isUnread = readAt === null
  const channels = formatChannels(details)
  const titleClass = isUnread ? 'font-semibold' : ''
  const isUrgent = isUnread && details.alert === 'urgent'
  const iconClass = isUnread ? 'border-input text-foreground' : 'border-border text-muted-foreground'
  const open = () => {
    if (isUnread) onRead()
    onOpen?.()
  }
  return (
    <li
      className={`relative flex gap-3 rounded-lg py-2 pr-1 pl-3 ${path ? 'hover:bg-muted has-[a:focus-visible]:bg-muted' : ''}`}
    >
      <span
        className={`mt-0.5 grid size-7 flex-none place-items-center rounded-full border ${isUrgent ? 'border-primary text-primary' : iconClass}`}
      >
        <Icon name={ICONS[kind]} size={14} />
      </span>
      <div className="min-w-0 flex-1 py-0.5 wrap-anywhere">
        <p>
          {isUnread && <span className="sr-only">Unread: </span>}
          {path ? (
            <AppLink href={path} onClick={open} className={`${titleClass} after:absolute after:inset-0`}>
              {title}
            </AppLink>
          ) : (
            <span className={titleClass}>{title}</span>
          )}
        </p>
        {note && <p className="text-muted-foreground">{note}</p>}
        <p className="text-muted-foreground">
          {time}
          {channels && (
            <>
              {' '}
              <span aria-hidden="true">·</span> {channels}
            </>
          )}
        </p>
      </div>
      {isUnread && (
        <IconButton
          className="group relative"
          aria-label={`Mark as read: ${title}`}
          title="Mark as read"
          onClick={onRead}
        >
          <span className="size-2 rounded-full bg-primary group-hover:hidden group-focus-visible:hidden" />
          <Icon name="check" size={16} className="hidden group-hover:block group-focus-visible:block" />
        </IconButton>
      )}
    </li>
  )
}
