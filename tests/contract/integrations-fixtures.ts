import { type OpenDatabase, openDatabase } from '../../lib/db/client.ts'
import { inOrganization } from '../../lib/db/organization.ts'
import { connections, events } from '../../lib/db/schema/index.ts'
import { beginAuthorization, finishAuthorization } from '../../lib/integrations/authorize.ts'
import type { IntegrationContext } from '../../lib/integrations/context.ts'
import { parseIntegrations } from '../../lib/integrations/environment.ts'
import { allowanceOf } from '../../lib/integrations/plan.ts'
import type { Secret } from '../../lib/integrations/store.ts'
import { localSystemVariables } from '../../scripts/support/local-systems.ts'
import { startSystemsInTrouble, type SystemsInTrouble } from '../support/systems-in-trouble.ts'
import { startDatabase } from './contact-fixtures.ts'
import { SERVICETITAN } from '@ductwise/systems'

export const SITE = 'http://localhost:3000'

const key = (letter: string) => Buffer.from(letter.repeat(32)).toString('base64')

export const FIRST_KEY = `first:${key('a')}`
export const SECOND_KEY = `second:${key('b')}`

/** What somebody pastes to connect the local ServiceTitan. */
export const TITAN_KEY = {
  tenant: SERVICETITAN.tenant,
  clientId: SERVICETITAN.clientId,
  clientSecret: SERVICETITAN.clientSecret,
}

/** The environment of a site whose systems are the test's own server; HubSpot is not set up. */
export const variables = (url: string, keys = FIRST_KEY): Record<string, string> => ({
  INTEGRATION_KEYS: keys,
  ...localSystemVariables(url, { INTEGRATION_HUBSPOT_CLIENT_ID: 'unfinished' }),
})

/** A clock that only a test moves; it begins now, because the server of the test has the real time. */
export function testClock() {
  let now = Date.now()
  return { now: () => new Date(now), advance: (milliseconds: number) => void (now += milliseconds) }
}

export type Workplace = {
  opened: OpenDatabase
  clock: ReturnType<typeof testClock>
  /** What a request of an organization works with. */
  of: (organizationId: string, keys?: string) => IntegrationContext
  close: () => Promise<void>
}

export async function openWorkplace(databaseUrl: string, { url }: Pick<SystemsInTrouble, 'url'>): Promise<Workplace> {
  const opened = await openDatabase(databaseUrl)
  const clock = testClock()
  return {
    opened,
    clock,
    of: (organizationId, keys) => ({
      organizationId,
      settings: parseIntegrations(variables(url, keys), SITE).settings,
      transaction: (work) => inOrganization(opened.db, organizationId, work),
      now: clock.now,
    }),
    close: () => opened.close(),
  }
}

/** What a file of tests works with when one server of each kind will do. */
export type RunningWorkplace = {
  oauth: SystemsInTrouble
  place: Workplace
  office: IntegrationContext
  close: () => Promise<void>
}

/** Starts a provider and a database with a workplace on them; `close` ends all of it. */
export async function startWorkplace(): Promise<RunningWorkplace> {
  const oauth = await startSystemsInTrouble(SITE)
  const database = await startDatabase()
  const place = await openWorkplace(database.url, oauth)
  const close = async () => {
    await place.close()
    await database.close()
    await oauth.close()
  }
  return { oauth, place, office: place.of('org_office'), close }
}

export const OWNER = { userId: 'user_owner', allowance: allowanceOf(['several_crews']) }
export const PERSON = { kind: 'person', id: OWNER.userId } as const

/** The cookies that a browser has at the provider. */
type Jar = Map<string, string>

function keepCookies(jar: Jar, response: Response): void {
  for (const cookie of response.headers.getSetCookie()) {
    const [pair = ''] = cookie.split(';')
    const [name = '', ...value] = pair.split('=')
    jar.set(name, value.join('='))
  }
}

/**
 * Goes the way of a browser: to the address at the provider, through its pages, and back to the site.
 * @returns the query of the address to which the provider sends the browser back
 */
export async function signInAtProvider(
  address: string,
  { login = 'office', without = [], cancels = false }: { login?: string; without?: string[]; cancels?: boolean } = {},
): Promise<URLSearchParams> {
  const jar: Jar = new Map()
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
      return next.origin === SITE ? next.searchParams : visit(next.href)
    }
    const page = await response.text()
    const [, action] = /action="([^"]+)"/.exec(page) ?? []
    if (!action) throw new Error(`The provider answered ${response.status}: ${page}`)
    const scopes = [...page.matchAll(/name="scope" value="([^"]+)"/g)].map(([, scope = '']) => scope)
    const answers = cancels
      ? [['cancel', '1']]
      : [['login', login], ...scopes.filter((scope) => !without.includes(scope)).map((scope) => ['scope', scope])]
    return visit(new URL(action, url).href, new URLSearchParams(answers))
  }
  return visit(address)
}

export const GOOGLE = 'google-workspace'

/** Begins at the site. @returns the address at the provider */
export async function beginGoogle(context: IntegrationContext, person = OWNER, writes = false): Promise<string> {
  const begun = await beginAuthorization(context, person, GOOGLE, writes)
  if ('refused' in begun) throw new Error(begun.refused)
  return begun.address
}

/** Comes back to the site. */
export const finishGoogle = (context: IntegrationContext, params: URLSearchParams, person = OWNER) =>
  finishAuthorization(context, person, GOOGLE, params)

/** Begins, allows all of it at the provider, and comes back. */
export const connectGoogle = async (context: IntegrationContext, { writes = false, person = OWNER } = {}) =>
  finishGoogle(context, await signInAtProvider(await beginGoogle(context, person, writes)), person)

/** What is kept of somebody who has signed in, with a token that the test's own server does not know. */
export const SECRET: Secret = {
  accessToken: 'token',
  refreshToken: null,
  renewAt: null,
  key: null,
  details: {},
  calendars: null,
}

/** Stores that a system is connected, without asking it. */
export const storeConnection = (
  context: IntegrationContext,
  provider: string,
  { secret = 'sealed', writes = [] }: { secret?: string; writes?: string[] } = {},
) =>
  context.transaction(({ db, organizationId }) =>
    db.insert(connections).values({ organizationId, provider, method: 'oauth', scopes: [], writes, secret }),
  )

export const connectionsOf = (context: IntegrationContext) =>
  context.transaction(({ db }) => db.select().from(connections))

/** What the log says, oldest first: the action and its details. */
export async function logOf(context: IntegrationContext): Promise<({ action: string } & Record<string, unknown>)[]> {
  const logged = await context.transaction(({ db }) => db.select().from(events).orderBy(events.at))
  return logged.map(({ action, details }) => ({ action, ...details }))
}
