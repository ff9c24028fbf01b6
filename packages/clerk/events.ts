import type { Invitation, Membership, Organization, Session, User } from './store/types.ts'

/** What happened, named as Clerk's webhooks are. */
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
   * To be called inside the transaction of the change, and while everything the event is about can still be read: before the
   * records of a `deleted` event are deleted.
   */
  emit: (event: ClerkEvent) => void
  /** `listener` runs at once, inside that transaction: what it throws undoes the change. */
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
