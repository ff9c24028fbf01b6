import { afterAll, beforeEach } from 'vitest'
import { connections, events } from '../support/tables.ts'
import { beginAuthorization, finishAuthorization } from '../../lib/dashboard/integrations/authorize.ts'
import type { IntegrationContext } from '../../lib/dashboard/integrations/context.ts'
import { parseIntegrations } from '../../lib/dashboard/integrations/environment.ts'
import { allowanceOf } from '../../lib/dashboard/integrations/plan.ts'
import { EMPTY_SECRET, openConnection, type Secret } from '../../lib/dashboard/integrations/repository.ts'
import { localSystemVariables } from '../../scripts/support/local-systems.ts'
import { manualClock } from './contact-fixtures.ts'
import { openedDatabase } from '../support/opened-database.ts'
import { startSystemsInTrouble } from '../support/systems-in-trouble.ts'
import { SERVICETITAN } from '@ductwise/systems'

export const SITE = 'http://localhost:3000'

const key = (letter: string) => Buffer.from(letter.repeat(32)).toString('base64')

export const FIRST_KEY = `first:${key('a')}`
export const SECOND_KEY = `second:${key('b')}`

export const TITAN_KEY = {
  tenant: SERVICETITAN.tenant,
  clientId: SERVICETITAN.clientId,
  clientSecret: SERVICETITAN.clientSecret,
}

/** Returns the environment variables of all integrations. HubSpot stays incomplete and therefore unavailable. */
export const variables = (url: string, keys = FIRST_KEY): Record<string, string> => ({
  INTEGRATION_KEYS: keys,
  ...localSystemVariables(url, { INTEGRATION_HUBSPOT_CLIENT_ID: 'unfinished' }),
})

/** Starts a database and the local providers, and clears both before each test. */
export async function startWorkplace() {
  const oauth = await startSystemsInTrouble(SITE)
  afterAll(() => oauth.close())
  const opened = openedDatabase()
  // Starts at the current time, because the local providers use the real clock.
  const clock = manualClock(Date.now())
  const of = (organizationId: string, keys?: string): IntegrationContext => ({
    organizationId,
    settings: parseIntegrations(variables(oauth.url, keys), SITE).settings,
    transaction: (work) => opened.within(organizationId, work),
    now: clock.now,
  })
  beforeEach(async () => {
    await opened.deleteOrganizations()
    oauth.clear()
    oauth.trouble = undefined
    oauth.requests.length = 0
  })
  return { oauth, place: { opened, clock, of }, office: of('org_office') }
}

export const OWNER = { userId: 'user_owner', allowance: allowanceOf(['several_crews']) }
export const PERSON = { kind: 'person', id: OWNER.userId } as const

type Jar = Map<string, string>

function keepCookies(jar: Jar, response: Response): void {
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

/** Starts an OAuth sign-in with Google. @returns the provider's authorization URL */
export async function beginGoogle(context: IntegrationContext, person = OWNER, writes = false): Promise<string> {
  const begun = await beginAuthorization(context, person, GOOGLE, writes)
  if ('refused' in begun) throw new Error(begun.refused)
  return begun.address
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

export const connectionsOf = (context: IntegrationContext) =>
  context.transaction(({ db }) => db.select().from(connections))

export async function logOf(context: IntegrationContext): Promise<({ action: string } & Record<string, unknown>)[]> {
  const logged = await context.transaction(({ db }) => db.select().from(events).orderBy(events.at))
  return logged.map(({ action, details }) => ({ action, ...details }))
}

export const secretOf = async (context: IntegrationContext) => (await openConnection(context, GOOGLE))?.secret
