import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { LRUCache } from 'lru-cache'
import type { Instance, Settings } from './config.ts'
import type { Keys } from './keys.ts'
import type { Mailer } from './mailer.ts'
import type { Client, Invitation, Membership, Organization, Session, Store, User } from './store.ts'

export type Services = {
  settings: Settings
  instance: Instance
  clock: Clock
  store: Store
  events: Events
  keys: Keys
  mailer: Mailer
  mailLimit: Limiter
}

/** Parsed body. A repeated form field becomes a list. */
export type Body = Record<string, unknown>

export type Env = {
  Bindings: Partial<HttpBindings>
  Variables: {
    client: Client | undefined
    /** Set by the `requireSession` middleware. */
    session: Session
    user: User
    /** Parsed body, empty for GET. */
    body: Body
    freshSecret: string | undefined
    cookiesDue: boolean | undefined
  }
}

export type ClerkContext = Context<Env>

type Clock = ReturnType<typeof createClock>

/**
 * Creates the system clock plus the offset set by tests. Tokens use real time, because the SDK checks them with its own
 * clock.
 */
export function createClock() {
  let offset = 0
  return {
    now: (): number => Date.now() + offset,
    advance: (minutes: number): void => {
      offset += minutes * 60_000
    },
  }
}

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

type Events = ReturnType<typeof createEvents>

export function createEvents() {
  const listeners: ((event: ClerkEvent) => void)[] = []
  return {
    /**
     * Emits an event within the transaction of its change. `deleted` events must precede the deletion, because the
     * payload is read from the records.
     */
    emit: (event: ClerkEvent): void => {
      for (const listener of listeners) listener(event)
    },
    /** Adds a listener that runs synchronously in the transaction. If it throws, the transaction is rolled back. */
    listen: (listener: (event: ClerkEvent) => void): void => void listeners.push(listener),
  }
}

/** Counts a call and returns 0. If `key` is over its limit, returns the milliseconds until the next allowed call. */
type Limiter = (key: string, now: number) => number

/** Creates a limiter that allows `count` calls per key within any `minutes`. Tracks the latest 10,000 keys. */
export function createLimiter({ count, minutes }: { count: number; minutes: number }): Limiter {
  const window = minutes * 60_000
  const timesByKey = new LRUCache<string, number[]>({ max: 10_000 })
  return (key, now) => {
    const recent = (timesByKey.get(key) ?? []).filter((time) => time > now - window)
    timesByKey.set(key, recent)
    if (recent.length >= count) return recent[0]! + window - now
    recent.push(now)
    return 0
  }
}
