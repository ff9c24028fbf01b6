import { notSignedIn } from '../errors.ts'
import type { ClerkContext, Services } from '../http/services.ts'
import type { Session } from '../store/types.ts'
import { isLive } from './live.ts'

/** A live session of the browser that asks, by the address it asks at. */
export function ownSession({ store, clock }: Services, c: ClerkContext): Session {
  const session = store.sessions.get(c.req.param('id') ?? '')
  if (!session || session.clientId !== c.var.client?.id || !isLive(session, clock.now())) throw notSignedIn()
  return session
}
