import type { Clerk, ClerkOptions } from '../../server.ts'
import { EXAMPLE_CONFIG, EXAMPLE_PASSWORD } from '../example-config.ts'
import type { Browser } from './fixtures.ts'
import {
  type JsonResponse,
  type Fields,
  type Json,
  SECRET_KEY,
  decodeClaims,
  signIn,
  startTestClerk,
} from './fixtures.ts'

export const WEBHOOK_SECRET = `whsec_${btoa('local-webhook-secret-for-tests')}`

export const startSampleClerk = (options: Partial<ClerkOptions> = {}) =>
  startTestClerk({ config: EXAMPLE_CONFIG, ...options })

/** Calls Backend API endpoints that the SDK client has no method for. */
export function fetchBackend(
  clerk: Pick<Clerk, 'backendUrl'>,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  const headers = { authorization: `Bearer ${SECRET_KEY}`, 'content-type': 'application/json', ...init.headers }
  return fetch(`${clerk.backendUrl}/v1${path}`, { ...init, headers })
}

/** Signs in a user. `organizationId` is the id of the user's first membership. */
export async function signInAs(clerk: Pick<Clerk, 'frontendUrl'>, address: string) {
  const browser = await signIn(clerk, address, EXAMPLE_PASSWORD)
  const [session] = (await browser.get('/client')).response.sessions
  const organizationId: string = session.user.organization_memberships[0]?.organization.id
  return { browser, organizationId, userId: session.user.id as string, sessionId: session.id as string }
}

export function call(browser: Browser, method: string, path: string, fields: Fields = {}): Promise<JsonResponse> {
  if (method === 'GET') return browser.get(path)
  return browser.post(method === 'POST' ? path : `${path}?_method=${method}`, fields)
}

export const readCurrentClaims = async (browser: Browser): Promise<Json> => decodeClaims(await browser.fetchToken())

export function findEmailLink({ listEmails }: Pick<Clerk, 'listEmails'>, address: string): string {
  const text = listEmails(address).at(-1)?.text ?? ''
  const [, path] = /\/__clerk\/v1(\/tickets\/accept\?ticket=\w+)/.exec(text) ?? []
  if (!path) throw new Error(`no invitation was mailed to ${address}`)
  return path
}

export async function followLink(browser: Browser, link: string): Promise<URL> {
  const { status, headers } = await browser.get(link)
  if (status !== 303) throw new Error(`the link answered ${status}`)
  return new URL(headers.get('location')!)
}

export const followToTicket = async (browser: Browser, link: string): Promise<string> =>
  (await followLink(browser, link)).searchParams.get('__clerk_ticket')!
