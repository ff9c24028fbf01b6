import { afterAll, beforeEach } from 'vitest'
import { connections, events } from '../support/tables.ts'
import { startAuthorization, finishAuthorization } from '../../lib/dashboard/integrations/authorize.ts'
import type { IntegrationContext } from '../../lib/dashboard/integrations/context.ts'
import { parseIntegrations } from '../../lib/dashboard/integrations/environment.ts'
import { findAllowance } from '../../lib/dashboard/integrations/plan.ts'
import { EMPTY_SECRET, openConnection, type Secret } from '../../lib/dashboard/integrations/repository.ts'
import { buildLocalSystemVariables } from '../../scripts/support/local-systems.ts'
import { createManualClock } from './contact-fixtures.ts'
import { setUpDatabase } from '../support/opened-database.ts'
import { startFailingSystems } from '../support/failing-systems.ts'
import { SERVICETITAN } from '@ductwise/systems'

export const SITE_URL = 'http://localhost:3000'

const buildKey = (letter: string) => Buffer.from(letter.repeat(32)).toString('base64')

export const FIRST_KEY = `first:${buildKey('a')}`
export const SECOND_KEY = `second:${buildKey('b')}`

export const TITAN_KEY = {
  tenant: SERVICETITAN.tenant,
  clientId: SERVICETITAN.clientId,
  clientSecret: SERVICETITAN.clientSecret,
}

/** Returns the environment variables of all integrations. HubSpot stays incomplete and therefore unavailable. */
export const buildVariables = (url: string, keys = FIRST_KEY): Record<string, string> => ({
  INTEGRATION_KEYS: keys,
  ...buildLocalSystemVariables(url, { INTEGRATION_HUBSPOT_CLIENT_ID: 'unfinished' }),
})

/** Starts a database and the local providers, and clears both before each test. */
export async function startWorkplace() {
  const oauth = await startFailingSystems(SITE_URL)
  afterAll(() => oauth.close())
  const database = setUpDatabase()
  // Starts at the current time, because the local providers use the real clock.
  const clock = createManualClock(Date.now())
  const buildContext = (organizationId: string, keys?: string): IntegrationContext => ({
    organizationId,
    settings: parseIntegrations(buildVariables(oauth.url, keys), SITE_URL).settings,
    transaction: (work) => database.within(organizationId, work),
    now: clock.now,
  })
  beforeEach(async () => {
    await database.deleteOrganizations()
    oauth.clear()
    oauth.trouble = undefined
    oauth.requests.length = 0
  })
  return { oauth, place: { opened: database, clock, of: buildContext }, office: buildContext('org_office') }
}

export const OWNER = { userId: 'user_owner', allowance: findAllowance(['several_crews']) }
export const PERSON = { kind: 'person', id: OWNER.userId } as const

type CookieJar = Map<string, string>

function keepCookies(jar: CookieJar, response: Response): void {
  for (const cookie of response.headers.getSetCookie()) {
    const [pair = ''] = cookie.split(';')
    const [name = '', ...value] = pair.split('=')
    jar.set(name, value.join('='))
  }
}

/** Follows the OAuth flow as a browser does. @returns the query of the redirect back to the site */
export async function signInAtProvider(
  address: string,
  { login = 'office', without = [], cancels = false }: { login?: string; without?: string[]; cancels?: boolean } = {},
): Promise<URLSearchParams> {
  const jar: CookieJar = new Map()
  const visit = async (url: string, form?: URLSearchParams): Promise<URLSearchParams> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(form && { method: 'POST', body: form }),
    })
    keepCookies(jar, response)
    const location = response.headers.get('location')
    if (location) {
      const next = new URL(location, url)
      return next.origin === SITE_URL ? next.searchParams : visit(next.href)
    }
    const page = await response.text()
    const [, action] = /action="([^"]+)"/.exec(page) ?? []
    if (!action) throw new Error(`The provider answered ${response.status}: ${page}`)
    const scopes = [...page.matchAll(/name="scope" value="([^"]+)"/g)].map(([, scope = '']) => scope)
    const consent = cancels
      ? [['cancel', '1']]
      : [['login', login], ...scopes.filter((scope) => !without.includes(scope)).map((scope) => ['scope', scope])]
    return visit(new URL(action, url).href, new URLSearchParams(consent))
  }
  return visit(address)
}

export const GOOGLE = 'google-workspace'

/** Starts an OAuth sign-in with Google. @returns the provider's authorization URL */
export async function beginGoogle(context: IntegrationContext, person = OWNER, writes = false): Promise<string> {
  const authorization = await startAuthorization(context, person, GOOGLE, writes)
  if ('refused' in authorization) throw new Error(authorization.refused)
  return authorization.address
}

export const finishGoogle = (context: IntegrationContext, params: URLSearchParams, person = OWNER) =>
  finishAuthorization(context, person, GOOGLE, params)

export const connectGoogle = async (context: IntegrationContext, { writes = false, person = OWNER } = {}) =>
  finishGoogle(context, await signInAtProvider(await beginGoogle(context, person, writes)), person)

export const SECRET: Secret = { ...EMPTY_SECRET, accessToken: 'token' }

export const storeConnection = (
  context: IntegrationContext,
  provider: string,
  { secret = 'sealed', writes = [] }: { secret?: string; writes?: string[] } = {},
) =>
  context.transaction(({ db, organizationId }) =>
    db.insert(connections).values({ organizationId, provider, method: 'oauth', scopes: [], writes, secret }),
  )

export const listConnections = (context: IntegrationContext) =>
  context.transaction(({ db }) => db.select().from(connections))

export async function listLog(context: IntegrationContext): Promise<({ action: string } & Record<string, unknown>)[]> {
  const loggedEvents = await context.transaction(({ db }) => db.select().from(events).orderBy(events.at))
  return loggedEvents.map(({ action, details }) => ({ action, ...details }))
}

export const readSecret = async (context: IntegrationContext) => (await openConnection(context, GOOGLE))?.secret
