import { createHttpServer, listen, stopListening } from '../local-server/index.ts'
import { getRequestListener } from '@hono/node-server'
import { createClock } from './clock.ts'
import { type ClerkConfig, readConfig } from './config.ts'
import { createEvents } from './events.ts'
import { createLimiter } from './factors/limiter.ts'
import { createApp } from './http/app.ts'
import { withOverriddenMethod } from './http/middleware.ts'
import type { Services } from './http/services.ts'
import { createInstance } from './instance.ts'
import { MAIL_LIMIT } from './limits.ts'
import { openOutbox } from './outbox.ts'
import { createAccounts } from './accounts.ts'
import { type SettingsInput, readSettings } from './settings.ts'
import { openStore } from './store/store.ts'
import { openKeys } from './tokens/keys.ts'
import { type WebhookEndpoint, readEndpoints } from './webhooks/endpoints.ts'
import { startWebhooks } from './webhooks/index.ts'

export type ClerkOptions = SettingsInput & {
  /** 0 takes any free port. */
  port: number
  dataDir: string
  /** Folder for mails. */
  outbox: string
  webhooks?: readonly WebhookEndpoint[]
  /** Whether `POST /test/advance` lets time pass; for tests only. */
  testClock?: boolean
  /** What Clerk's dashboard would hold; see config.ts. */
  config?: ClerkConfig
}

export type Clerk = {
  url: string
  /** For CLERK_API_URL and CLERK_FAPI_URL. */
  backendUrl: string
  frontendUrl: string
  /** SPKI, for CLERK_JWT_KEY. */
  publicKey: string
  close: () => Promise<void>
}

/** Loopback only, because the secret key is well known. */
const HOST = '127.0.0.1'

/**
 * Starts the server; resolves when it accepts requests. Rejects with a ConfigurationError for wrong options, and when the port or the data
 * folder is taken.
 */
export async function startClerk(options: ClerkOptions): Promise<Clerk> {
  const settings = readSettings(options)
  const config = readConfig(options.config ?? {})
  const endpoints = readEndpoints(options.webhooks ?? [])
  const store = openStore(options.dataDir)
  try {
    const clock = createClock()
    const keys = openKeys(options.dataDir)
    const outbox = openOutbox(options.outbox, `${config.applicationName} <${config.mailFrom}>`, clock.now)
    const instance = createInstance(config)
    const mailLimit = createLimiter(MAIL_LIMIT)
    const services: Services = { settings, instance, clock, store, keys, outbox, mailLimit, events: createEvents() }
    const webhooks = startWebhooks(services, endpoints)
    if (config.accounts) await createAccounts(services, config.accounts)
    const app = createApp(services, { testClock: options.testClock === true })
    const fetch: typeof app.fetch = (request, env) => app.fetch(withOverriddenMethod(request), env)
    const server = createHttpServer(getRequestListener(fetch, { hostname: HOST }))
    const url = `http://${HOST}:${await listen(server, options.port, HOST)}`

    const shutDown = async (): Promise<void> => {
      await stopListening(server)
      await webhooks.close()
      store.close()
    }
    let closing: Promise<void> | undefined
    return {
      url,
      backendUrl: `${url}/bapi`,
      frontendUrl: `${url}/fapi`,
      publicKey: keys.publicPem,
      close: () => (closing ??= shutDown()),
    }
  } catch (error) {
    store.close()
    throw error
  }
}
