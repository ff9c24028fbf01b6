import { isAllowed } from '../../platform/auth/check-access.ts'
import type { Member } from '../../platform/auth/session-claims.ts'

export type RecordReader = { userId: string; mayReadAppointments: boolean }

export const toRecordReader = (member: Member): RecordReader => ({
  userId: member.userId,
  mayReadAppointments: isAllowed(member, { permission: 'org:appointments:read' }),
})
