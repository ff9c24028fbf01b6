import type { Clerk, ClerkOptions } from '../../server.ts'
import { EXAMPLE_CONFIG, EXAMPLE_PASSWORD } from '../example-config.ts'
import type { Browser } from './fixtures.ts'
import { type Answer, type Fields, type Json, SECRET_KEY, claimsOf, mails, signIn, testClerk } from './fixtures.ts'

export const WEBHOOK_SECRET = `whsec_${btoa('local-webhook-secret-for-tests')}`

/** A server of its own with the example's users and organizations. */
export const sampleClerk = (options: Partial<ClerkOptions> = {}) => testClerk({ config: EXAMPLE_CONFIG, ...options })

/** A call of the Backend API that the client has no method for. */
export function backendFetch(
  clerk: Pick<Clerk, 'backendUrl'>,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  const headers = { authorization: `Bearer ${SECRET_KEY}`, 'content-type': 'application/json', ...init.headers }
  return fetch(`${clerk.backendUrl}/v1${path}`, { ...init, headers })
}

/** Signs a sample account in; `organizationId` is that of its first membership. */
export async function signedIn(clerk: Pick<Clerk, 'frontendUrl'>, address: string) {
  const browser = await signIn(clerk, address, EXAMPLE_PASSWORD)
  const [session] = (await browser.get('/client')).response.sessions
  const organizationId: string = session.user.organization_memberships[0]?.organization.id
  return { browser, organizationId, userId: session.user.id as string, sessionId: session.id as string }
}

/** A call whose method comes from a table. */
export function call(browser: Browser, method: string, path: string, fields: Fields = {}): Promise<Answer> {
  if (method === 'GET') return browser.get(path)
  return browser.post(method === 'POST' ? path : `${path}?_method=${method}`, fields)
}

/** The claims of the session token that the browser would send now. */
export const presentClaims = async (browser: Browser): Promise<Json> => claimsOf(await browser.token())

/** The link in the latest invitation to an address, below the Frontend API instead of behind the site's proxy. */
export function linkTo(clerk: { outbox: string }, address: string): string {
  const mail = mails(clerk, address)
    .at(-1)
    ?.replaceAll(/=\r?\n/g, '')
    .replaceAll('=3D', '=')
  const [, path] = /\/__clerk\/v1(\/tickets\/accept\?ticket=\w+)/.exec(mail ?? '') ?? []
  if (!path) throw new Error(`no invitation was mailed to ${address}`)
  return path
}

/** Where a link leads. */
export async function follow(browser: Browser, link: string): Promise<URL> {
  const { status, headers } = await browser.get(link)
  if (status !== 303) throw new Error(`the link answered ${status}`)
  return new URL(headers.get('location')!)
}

/** The ticket that a link hands to the site's page. */
export const ticketBehind = async (browser: Browser, link: string): Promise<string> =>
  (await follow(browser, link)).searchParams.get('__clerk_ticket')!
