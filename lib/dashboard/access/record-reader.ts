import { isAllowed } from '../../platform/auth/check-access.ts'
import type { Member } from '../../platform/auth/session-claims.ts'

export type RecordReader = { userId: string; canReadAppointments: boolean }

export const toRecordReader = (member: Member): RecordReader => ({
  userId: member.userId,
  canReadAppointments: isAllowed(member, { permission: 'org:appointments:read' }),
})
