import { newId, randomText } from '../ids.ts'
import type { ClerkContext, Services } from '../http/services.ts'
import { MAX_RECORDS } from '../limits.ts'
import type { Client } from '../store/types.ts'
import { liveSessions } from './live.ts'

/** The stored browser of a request, created when it is unknown. Call it in a transaction. */
export function ensureClient(services: Services, c: ClerkContext): Client {
  const known = c.var.client && services.store.clients.get(c.var.client.id)
  return known ?? newClient(services, c)
}

function newClient(services: Services, c: ClerkContext): Client {
  const { store, clock, keys, settings } = services
  const now = clock.now()
  const devBrowser = settings.instanceType === 'development' ? c.req.query('__clerk_db_jwt') : undefined
  const client: Client = {
    id: newId('client'),
    secretHash: '',
    devBrowser: devBrowser ? keys.hash('dev-browser', devBrowser) : null,
    signInId: null,
    signUpId: null,
    lastActiveSessionId: null,
    lastStrategy: null,
    sessionsChangedAt: 0,
    createdAt: now,
    updatedAt: now,
  }
  store.clients.prune(MAX_RECORDS.clients - 1, (old) => liveSessions(services, old).length > 0)
  return withFreshSecret(services, c, client)
}

/** Stores a browser with a new secret, which the response sends as a cookie; the old cookie is no longer valid. */
export function withFreshSecret({ store, keys }: Services, c: ClerkContext, client: Client): Client {
  const secret = randomText(43)
  const changed = store.clients.put({ ...client, secretHash: keys.hash('client', secret) })
  c.set('freshSecret', secret)
  c.set('client', changed)
  return changed
}

/** Stores changes to a browser, if it still exists. */
export function updateClient({ store, clock }: Services, id: string, changes: Partial<Client>): void {
  const client = store.clients.get(id)
  if (client) store.clients.put({ ...client, ...changes, updatedAt: clock.now() })
}
