import { generateRandomText } from '../../local-server/index.ts'
import { ClerkError, createNotSignedInError } from '../services/errors.ts'
import { FRESH_FACTOR_MINUTES, LIFETIMES, MAX_RECORDS } from '../services/limits.ts'
import type { ClerkContext, Services } from '../services/services.ts'
import { type Activity, type Client, createRecord, type Session, type User } from '../services/store.ts'
import { listSecondFactors } from './factors.ts'

export const isLive = (session: Session, now: number): boolean => session.status === 'active' && session.expireAt > now

export function listLiveSessions({ store, clock }: Services, client: Client): Session[] {
  const now = clock.now()
  return store.sessions.where('clientId', client.id).filter((session) => isLive(session, now))
}

/**
 * Returns the active organization and membership. Undefined if no organization is active or the user is no longer a
 * member.
 */
export function findActiveOrganization(
  services: Services,
  session: Session,
  organizationId: string | null = session.lastActiveOrganizationId,
) {
  if (organizationId === null) return undefined
  const memberships = services.store.memberships.where('userId', session.userId)
  const membership = memberships.find((item) => item.organizationId === organizationId)
  const organization = membership && services.store.organizations.get(membership.organizationId)
  return organization && { organization, membership }
}

export function findMemberOrganization(services: Services, session: Session, idOrSlug: string) {
  const bySlug = services.store.organizations.first('slug', idOrSlug)
  return findActiveOrganization(services, session, bySlug?.id ?? idOrSlug)
}

/** Returns the session in the path. @throws 401 if it does not belong to this browser */
export function requireOwnSession({ store, clock }: Services, c: ClerkContext): Session {
  const session = store.sessions.get(c.req.param('id') ?? '')
  if (!session || session.clientId !== c.var.client?.id || !isLive(session, clock.now())) throw createNotSignedInError()
  return session
}

/** Returns minutes since the first and second factor. The second is -1 if it was never verified. */
export function getFactorAges(session: Session, now: number): [number, number] {
  const getMinutesSince = (time: number): number => Math.max(0, Math.floor((now - time) / 60_000))
  return [
    getMinutesSince(session.firstFactorAt),
    session.secondFactorAt === null ? -1 : getMinutesSince(session.secondFactorAt),
  ]
}

export function getCurrentSession(services: Services, client: Client): Session | undefined {
  const sessions = listLiveSessions(services, client)
  return sessions.find(({ id }) => id === client.lastActiveSessionId) ?? sessions[0]
}

/** The order matters: Edge and Opera contain "Chrome", and Chrome contains "Safari". */
const BROWSERS: [name: string, pattern: RegExp][] = [
  ['Edge', /\bEdg(?:A|iOS)?\/([\d.]+)/],
  ['Opera', /\bOPR\/([\d.]+)/],
  ['Samsung Internet', /\bSamsungBrowser\/([\d.]+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/([\d.]+)/],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS)\/([\d.]+)/],
  ['Safari', /\bVersion\/([\d.]+).*\bSafari\//],
]

const DEVICES: [name: string, pattern: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Macintosh', /\bMacintosh\b/],
  ['Windows', /\bWindows\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
]

export function readActivity(c: ClerkContext): Activity {
  const userAgent = (c.req.header('user-agent') ?? '').slice(0, 500)
  const browser = BROWSERS.map(([name, pattern]) => ({ name, version: pattern.exec(userAgent)?.[1] })).find(
    ({ version }) => version !== undefined,
  )
  return {
    browserName: browser?.name ?? null,
    browserVersion: browser?.version ?? null,
    deviceType: DEVICES.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null,
    isMobile: /\b(?:Mobile|iPhone|Android)\b/.test(userAgent),
    ipAddress: getClientAddress(c),
  }
}

/** Returns the client's IP address. The site's proxy puts it first in X-Forwarded-For. */
const getClientAddress = (c: ClerkContext): string | null => {
  const forwardedIp = c.req.header('x-forwarded-for')?.split(',')[0]?.trim().slice(0, 45)
  return forwardedIp || (c.env?.incoming?.socket.remoteAddress ?? null)
}

/** Returns the client of the browser and creates it if needed. Requires a transaction. */
export function ensureClient(services: Services, c: ClerkContext): Client {
  const { store, keys, settings } = services
  const existing = c.var.client && store.clients.get(c.var.client.id)
  if (existing) return existing
  const devBrowser = settings.instanceType === 'development' ? c.req.query('__clerk_db_jwt') : undefined
  const client: Client = {
    ...createRecord(services, 'client'),
    secretHash: '',
    devBrowser: devBrowser ? keys.hash('dev-browser', devBrowser) : null,
    signInId: null,
    signUpId: null,
    lastActiveSessionId: null,
    lastStrategy: null,
    sessionsChangedAt: 0,
  }
  store.clients.prune(MAX_RECORDS.clients - 1, (old) => listLiveSessions(services, old).length > 0)
  return rotateSecret(services, c, client)
}

function rotateSecret({ store, keys }: Services, c: ClerkContext, client: Client): Client {
  const secret = generateRandomText(43)
  const updated = store.clients.put({ ...client, secretHash: keys.hash('client', secret) })
  c.set('freshSecret', secret)
  c.set('client', updated)
  return updated
}

export function updateClient({ store, clock }: Services, id: string, changes: Partial<Client>): void {
  const client = store.clients.get(id)
  if (client) store.clients.put({ ...client, ...changes, updatedAt: clock.now() })
}

/** Checks that the browser is signed out (Clerk's single-session mode). @throws if it has a live session */
export function assertSignedOut(services: Services, client: Client): void {
  if (listLiveSessions(services, client).length === 0) return
  throw new ClerkError(400, 'session_exists', 'Session already exists', { longMessage: "You're already signed in." })
}

/** Starts a session. Rotates the secret of the browser against session fixation. Requires a transaction. */
export function beginSession(
  services: Services,
  c: ClerkContext,
  user: User,
  { clientId, strategy, secondFactor }: { clientId: string; strategy: string; secondFactor: boolean },
): Session {
  const { store, events } = services
  const client = store.clients.get(clientId)
  if (!client) throw new Error('a session must belong to a browser')
  assertSignedOut(services, client)
  const record = createRecord(services, 'session')
  const now = record.createdAt
  const session: Session = {
    ...record,
    clientId: client.id,
    userId: user.id,
    status: 'active',
    lastActiveOrganizationId: findLastOrganizationId(services, user),
    lastActiveAt: now,
    expireAt: now + LIFETIMES.session,
    abandonAt: now + LIFETIMES.abandoned,
    firstFactorAt: now,
    secondFactorAt: secondFactor ? now : null,
    verification: null,
    activity: readActivity(c),
  }
  for (const old of store.sessions.where('userId', user.id)) if (old.abandonAt <= now) store.sessions.delete(old.id)
  store.sessions.put(session)
  rotateSecret(services, c, {
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

/** Returns the organization of the user's latest session if the user is still a member, or else the first one. */
function findLastOrganizationId({ store }: Services, user: User): string | null {
  const memberships = store.memberships.where('userId', user.id)
  const latest = store.sessions.where('userId', user.id).at(-1)?.lastActiveOrganizationId
  const latestMembership = memberships.find(({ organizationId }) => organizationId === latest)
  return (latestMembership ?? memberships[0])?.organizationId ?? null
}

type EndStatus = 'ended' | 'removed' | 'revoked'

/** Ends a session. Does nothing if it has already ended. Requires a transaction. */
export function endSession(services: Services, session: Session, status: EndStatus): Session {
  const { store, clock, events } = services
  if (!isLive(session, clock.now())) return session
  const ended = store.sessions.put({ ...session, status, verification: null, updatedAt: clock.now() })
  updateClient(services, session.clientId, { sessionsChangedAt: Math.floor(Date.now() / 1000) })
  events.emit({ type: `session.${status}`, session: ended })
  return ended
}

/** Ends all sessions of a user except `exceptSessionId`. Requires a transaction. */
export function endUserSessions(services: Services, userId: string, status: EndStatus, exceptSessionId?: string): void {
  for (const session of services.store.sessions.where('userId', userId)) {
    if (session.id !== exceptSessionId) endSession(services, session, status)
  }
}

/**
 * Requires a recently verified factor: the second one if enrolled.
 * @throws otherwise, so that Clerk's components prompt the user to verify again
 */
export function requireFreshFactor({ clock }: Services, c: ClerkContext): void {
  const [first, second] = getFactorAges(c.var.session, clock.now())
  const hasSecondFactor = listSecondFactors(c.var.user).length > 0
  const age = hasSecondFactor ? second : first
  if (age >= 0 && age < FRESH_FACTOR_MINUTES) return
  const level = hasSecondFactor ? 'second_factor' : 'first_factor'
  throw new ClerkError(403, 'session_reverification_required', 'Additional verification required', {
    longMessage: 'You need to provide additional verification to perform this operation',
    extra: {
      clerk_error: {
        type: 'forbidden',
        reason: 'reverification-error',
        metadata: { reverification: { level, afterMinutes: FRESH_FACTOR_MINUTES } },
      },
    },
  })
}
