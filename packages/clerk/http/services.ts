import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Clock } from '../clock.ts'
import type { Events } from '../events.ts'
import type { Limiter } from '../factors/limiter.ts'
import type { Instance } from '../instance.ts'
import type { Outbox } from '../outbox.ts'
import type { Settings } from '../settings.ts'
import type { Store } from '../store/store.ts'
import type { Client, Session, User } from '../store/types.ts'
import type { Keys } from '../tokens/keys.ts'
import type { Body } from './request-body.ts'

/** What routes need: settings, storage, keys. */
export type Services = {
  settings: Settings
  instance: Instance
  clock: Clock
  store: Store
  events: Events
  keys: Keys
  outbox: Outbox
  /** Limits mails with codes, by address. */
  mailLimit: Limiter
}

export type Env = {
  Bindings: Partial<HttpBindings>
  Variables: {
    /** The browser, by its cookie, as it was when the request came. */
    client: Client | undefined
    /** Set by `signedIn`. */
    session: Session
    user: User
    /** The request's body, form or JSON; empty for GET. */
    body: Body
    /** A new secret for the browser's cookie, to be sent with the response. */
    freshSecret: string | undefined
    /** Whether sessions of the browser have changed, so that its cookies are sent with the response. */
    cookiesDue: boolean | undefined
  }
}

export type ClerkContext = Context<Env>
