import { type AccessDenied, checkAccess } from '../../platform/auth/check-access.ts'
import type { Member } from '../../platform/auth/session-claims.ts'
import type { FeedRecord } from './record.ts'

/**
 * Checks whether a member may revoke a feed. Members may revoke their own feeds. All other feeds, including those of
 * former members, require the settings permission.
 */
export const checkRevokeAccess = (member: Member, { createdById }: FeedRecord): AccessDenied | undefined =>
  createdById === member.userId ? undefined : checkAccess(member, { permission: 'org:settings:manage' })
