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
import type { Body } from './body.ts'

/** What every route works with. */
export type Services = {
  settings: Settings
  instance: Instance
  clock: Clock
  store: Store
  events: Events
  keys: Keys
  outbox: Outbox
  /** Of mails with codes, by address. */
  mailLimit: Limiter
}

export type Env = {
  Bindings: Partial<HttpBindings>
  Variables: {
    /** The browser, by its cookie, as it was when the request came. */
    client: Client | undefined
    /** Of routes behind `signedIn`. */
    session: Session
    user: User
    /** The request's body, form or JSON; empty for GET. */
    body: Body
    /** A new secret for the browser's cookie, to be sent with the answer. */
    freshSecret: string | undefined
    /** Whether sessions of the browser began or ended, so that its cookies are to be sent with the answer. */
    cookiesDue: boolean | undefined
  }
}

export type ClerkContext = Context<Env>
