import { type Area, AREAS } from '../../platform/auth/access-table.ts'
import { isAllowed } from '../../platform/auth/check-access.ts'
import type { Member } from '../../platform/auth/session-claims.ts'
import type { NotificationReader } from '../notifications/repository.ts'

export const toNotificationReader = (member: Member): NotificationReader => ({
  userId: member.userId,
  canOpen: (name) => {
    const area: Area = AREAS[name]
    return isAllowed(member, area)
  },
})
