import { type AccessDenied, checkAccess } from '../auth/check-access.ts'
import type { Member } from '../auth/session-claims.ts'
import type { FeedRecord } from './record.ts'

/**
 * Why a member may not revoke a feed: the own ones are everybody's to revoke, those of others belong to whoever may change
 * settings. A feed of somebody who has left is nobody's own.
 */
export const revokingDenied = (member: Member, { createdById }: FeedRecord): AccessDenied | undefined =>
  createdById === member.userId ? undefined : checkAccess(member, { permission: 'org:settings:manage' })
