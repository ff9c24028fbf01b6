'use client'

import { Popover } from '@base-ui/react/popover'
import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { MAX_SHOWN_UNREAD } from '@/lib/dashboard/notifications/record.ts'
import type { Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { ICON_BUTTON_CLASS } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { positionerClass } from '../../ui/popup.ts'
import { Loading } from '../loading.tsx'
import { buildUnreadQuery } from './use-notifications.ts'

const OUTAGE_RETRY_MS = 60_000

const LatestNotifications = dynamic(async () => (await import('./latest-notifications.tsx')).LatestNotifications, {
  loading: () => (
    <div className="p-4">
      <Loading label="Loading notifications" rows={3} />
    </div>
  ),
})

/**
 * Renders the bell with the number of unread notifications. The document title does not contain the number, because
 * screen readers would announce it on each page.
 */
export function NotificationBell({ reader }: { reader: Reader }) {
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useQuery({
    ...buildUnreadQuery(reader),
    // After an outage, the change feed reports no change.
    refetchInterval: ({ state }) => (state.data?.unread === null ? OUTAGE_RETRY_MS : false),
  })
  const unread = data?.unread ?? 0
  const shownUnread = unread > MAX_SHOWN_UNREAD ? `${MAX_SHOWN_UNREAD}+` : String(unread)
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger
        aria-label={unread > 0 ? `Notifications, ${shownUnread} unread` : 'Notifications'}
        // Base UI sets `data-pressed` while the popover is open, which `call.css` dims.
        className={`${ICON_BUTTON_CLASS} relative data-pressed:opacity-100`}
      >
        <Icon name="bell" size={20} />
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="absolute top-0.5 right-0 min-w-4.5 rounded-full bg-primary px-1 text-center text-xs/4.5 font-semibold text-background tabular-nums"
          >
            {shownUnread}
          </span>
        )}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner
          className={positionerClass}
          sideOffset={6}
          align="start"
          collisionPadding={8}
          positionMethod="fixed"
        >
          <Popover.Popup
            aria-label="Notifications"
            className="dash flex max-h-[min(36rem,var(--available-height))] w-[min(24rem,var(--available-width))] origin-(--transform-origin) flex-col rounded-xl border border-input bg-card outline-none floating transition-[opacity,scale] duration-120 data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0"
          >
            <LatestNotifications reader={reader} onClose={() => setIsOpen(false)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
