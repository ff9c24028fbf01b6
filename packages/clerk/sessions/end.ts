import type { Services } from '../http/services.ts'
import type { Session } from '../store/types.ts'
import { isLive } from './live.ts'

type End = 'ended' | 'removed' | 'revoked'

/** Ends a session, unless it has ended already. Call it in a transaction. */
export function endSession(services: Services, session: Session, status: End): Session {
  const { store, clock, events } = services
  if (!isLive(session, clock.now())) return session
  const ended = store.sessions.put({ ...session, status, verification: null, updatedAt: clock.now() })
  const client = store.clients.get(session.clientId)
  if (client) store.clients.put({ ...client, sessionsChangedAt: Math.floor(Date.now() / 1000), updatedAt: clock.now() })
  events.emit({ type: `session.${status}`, session: ended })
  return ended
}

/** Ends all sessions of a user, except `keptId`. Call it in a transaction. */
export function endSessionsOf(services: Services, userId: string, status: End, keptId?: string): void {
  for (const session of services.store.sessions.where('userId', userId)) {
    if (session.id !== keptId) endSession(services, session, status)
  }
}
