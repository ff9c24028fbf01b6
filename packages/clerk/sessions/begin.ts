import type { ClerkContext, Services } from '../http/services.ts'
import { ClerkError } from '../errors.ts'
import { newId } from '../ids.ts'
import { LIFETIMES } from '../limits.ts'
import type { Client, Session, User } from '../store/types.ts'
import { readActivity } from './activity.ts'
import { withFreshSecret } from './clients.ts'
import { liveSessions } from './live.ts'

/** Throws when the browser has a live session: only one is allowed (Clerk's single-session mode). */
export function assertSignedOut(services: Services, client: Client): void {
  if (liveSessions(services, client).length === 0) return
  throw new ClerkError(400, 'session_exists', 'Session already exists', { long: "You're already signed in." })
}

/**
 * Signs a user in on a browser, and gives the browser a new secret against session fixation. Call it in a transaction.
 */
export function beginSession(
  services: Services,
  c: ClerkContext,
  user: User,
  { clientId, strategy, secondFactor }: { clientId: string; strategy: string; secondFactor: boolean },
): Session {
  const { store, clock, events } = services
  const client = store.clients.get(clientId)
  if (!client) throw new Error('a session needs its browser')
  assertSignedOut(services, client)
  const now = clock.now()
  const session: Session = {
    id: newId('session'),
    clientId: client.id,
    userId: user.id,
    status: 'active',
    lastActiveOrganizationId: lastOrganization(services, user),
    lastActiveAt: now,
    expireAt: now + LIFETIMES.session,
    abandonAt: now + LIFETIMES.abandoned,
    firstFactorAt: now,
    secondFactorAt: secondFactor ? now : null,
    verification: null,
    activity: readActivity(c),
    createdAt: now,
    updatedAt: now,
  }
  deleteAbandonedSessions(services, user)
  store.sessions.put(session)
  withFreshSecret(services, c, {
    ...client,
    signInId: null,
    signUpId: null,
    lastActiveSessionId: session.id,
    lastStrategy: strategy,
    sessionsChangedAt: Math.floor(Date.now() / 1000),
    updatedAt: now,
  })
  store.users.put({ ...user, lastSignInAt: now, lastActiveAt: now })
  events.emit({ type: 'session.created', session })
  return session
}

/** The organization of the user's latest session if they are still a member, otherwise their first. */
function lastOrganization({ store }: Services, user: User): string | null {
  const memberships = store.memberships.where('userId', user.id)
  const latest = store.sessions.where('userId', user.id).at(-1)?.lastActiveOrganizationId
  const still = memberships.find(({ organizationId }) => organizationId === latest)
  return (still ?? memberships[0])?.organizationId ?? null
}

function deleteAbandonedSessions({ store, clock }: Services, user: User): void {
  for (const session of store.sessions.where('userId', user.id)) {
    if (session.abandonAt <= clock.now()) store.sessions.delete(session.id)
  }
}
