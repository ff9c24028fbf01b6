import type { ClerkEvent } from '../events.ts'
import type { Services } from '../http/services.ts'
import { invitationJson, membershipJson, organizationJson } from '../resources/organization.ts'
import { backendSessionJson } from '../resources/session.ts'
import { userJson } from '../resources/user.ts'

/** The payload that Clerk sends for an event (https://clerk.com/docs/webhooks/overview), with the data as it is now. */
export const eventPayload = (services: Services, event: ClerkEvent): string =>
  JSON.stringify({
    data: eventData(services, event),
    // Only the loopback reaches this server.
    event_attributes: { http_request: { client_ip: '127.0.0.1', user_agent: '' } },
    instance_id: 'ins_local',
    object: 'event',
    timestamp: services.clock.now(),
    type: event.type,
  })

function eventData(services: Services, event: ClerkEvent): Record<string, unknown> {
  if ('membership' in event) return membershipJson(services, event.membership, 'backend')
  if ('session' in event) return sessionData(services, event)
  if ('invitation' in event) {
    const { invitation } = event
    return {
      ...invitationJson(services, invitation, 'backend'),
      ...(invitation.userId && { user_id: invitation.userId }),
    }
  }
  if ('organization' in event) {
    const { organization } = event
    if (event.type !== 'organization.deleted') return organizationJson(services, organization, 'backend')
    return { object: 'organization', id: organization.id, slug: organization.slug, deleted: true }
  }
  const { user } = event
  if (event.type !== 'user.deleted') return userJson(services, user, 'backend', services.clock.now())
  return { object: 'user', id: user.id, deleted: true, ...(user.externalId && { external_id: user.externalId }) }
}

function sessionData(services: Services, { session }: Extract<ClerkEvent, { type: `session.${string}` }>) {
  const user = services.store.users.get(session.userId)
  return {
    ...backendSessionJson(services, session),
    user: user ? userJson(services, user, 'backend', services.clock.now()) : null,
  }
}
