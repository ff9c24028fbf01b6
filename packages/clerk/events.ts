import type { Invitation, Membership, Organization, Session, User } from './store/types.ts'

/** A change, named like Clerk's webhook for it. */
export type ClerkEvent =
  | { type: 'user.created' | 'user.updated' | 'user.deleted'; user: User }
  | { type: 'organization.created' | 'organization.updated' | 'organization.deleted'; organization: Organization }
  | {
      type: 'organizationMembership.created' | 'organizationMembership.updated' | 'organizationMembership.deleted'
      membership: Membership
    }
  | {
      type: 'organizationInvitation.created' | 'organizationInvitation.accepted' | 'organizationInvitation.revoked'
      invitation: Invitation
    }
  | { type: 'session.created' | 'session.ended' | 'session.removed' | 'session.revoked'; session: Session }

export type Events = {
  /**
   * Call it inside the transaction of the change; for a `deleted` event before the records are deleted, because the payload is made from
   * them.
   */
  emit: (event: ClerkEvent) => void
  /** `listener` runs at once, inside that transaction, which is rolled back when it throws. */
  listen: (listener: (event: ClerkEvent) => void) => void
}

export function createEvents(): Events {
  const listeners: ((event: ClerkEvent) => void)[] = []
  return {
    emit: (event) => {
      for (const listener of listeners) listener(event)
    },
    listen: (listener) => void listeners.push(listener),
  }
}
