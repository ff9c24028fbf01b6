import { type AccessDenied, checkAccess } from '../../platform/auth/check-access.ts'
import type { Member } from '../../platform/auth/session-claims.ts'
import type { FeedRecord } from './record.ts'

/** Members revoke their own feeds; revoking others, including those of former members, requires the settings permission. */
export const revokingDenied = (member: Member, { createdById }: FeedRecord): AccessDenied | undefined =>
  createdById === member.userId ? undefined : checkAccess(member, { permission: 'org:settings:manage' })
