import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClerkClient } from '@clerk/backend'
import { afterAll } from 'vitest'
import { type Clerk, type ClerkOptions, startClerk } from '../../local/clerk/server.ts'
import { SAMPLE_PASSWORD } from '../../local/clerk/seed/accounts.ts'

export const SITE = 'http://localhost:3990'
export const SECRET_KEY = 'sk_test_local_only'
export const PUBLISHABLE_KEY = `pk_live_${Buffer.from('clerk.stand-in.localhost$').toString('base64')}`
export const WEBHOOK_SECRET = `whsec_${Buffer.from('local-webhook-secret-for-tests').toString('base64')}`

const cleanUps: (() => unknown)[] = []
export const whenDone = (cleanUp: () => unknown): void => void cleanUps.push(cleanUp)

afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp()
})

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'clerk-test-'))
  whenDone(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export type TestClerk = Clerk & { outbox: string; dataDir: string }

/** A server of its own, with the sample accounts, closed when the file is done. */
export async function testClerk(options: Partial<ClerkOptions> = {}): Promise<TestClerk> {
  const folder = temporaryFolder()
  const dataDir = options.dataDir ?? join(folder, 'data')
  const outbox = options.outbox ?? join(folder, 'outbox')
  const clerk = await startClerk({
    port: 0,
    siteUrl: SITE,
    publishableKey: PUBLISHABLE_KEY,
    secretKey: SECRET_KEY,
    testClock: true,
    ...options,
    dataDir,
    outbox,
  })
  whenDone(() => clerk.close())
  return { ...clerk, outbox, dataDir }
}

/** The real backend client. */
export const backendOf = (clerk: Clerk) => createClerkClient({ secretKey: SECRET_KEY, apiUrl: clerk.backendUrl })

/** A call of the Backend API that the client has no method for. */
export function backendFetch(clerk: Clerk, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${SECRET_KEY}`, 'content-type': 'application/json', ...init.headers }
  return fetch(`${clerk.backendUrl}/v1${path}`, { ...init, headers })
}

type Fields = Record<string, string | string[]>

export type Reply = {
  status: number
  /** What clerk-js calls the response; for errors their first one is in `error`. */
  // oxlint-disable-next-line typescript/no-explicit-any
  response: any
  error: { code: string; message: string; long_message: string; meta: Record<string, unknown> } | undefined
  // oxlint-disable-next-line typescript/no-explicit-any
  client: any
}

/** A browser in front of the Frontend API: keeps its cookie and sends requests as clerk-js does, changes as POST with `_method`. */
export function browserAt(clerk: Clerk) {
  let cookie = ''

  async function send(method: string, path: string, fields: Fields = {}): Promise<Reply> {
    const url = new URL(`${clerk.frontendUrl}/v1${path}`)
    const reads = method === 'GET'
    if (!reads && method !== 'POST') url.searchParams.set('_method', method)
    const body = new URLSearchParams(
      Object.entries(fields).flatMap(([key, value]) => [value].flat().map((item) => [key, item])),
    )
    const response = await fetch(url, {
      method: reads ? 'GET' : 'POST',
      headers: { cookie, origin: SITE },
      ...(!reads && { body }),
    })
    keepCookie(response)
    const json = await response.json()
    return {
      status: response.status,
      response: json.response,
      error: json.errors?.[0],
      client: json.client ?? json.meta?.client ?? null,
    }
  }

  function keepCookie(response: Response): void {
    const set = response.headers.getSetCookie().find((line) => line.startsWith('__client='))
    if (set) cookie = set.split(';')[0]!
  }

  return {
    send,
    get: (path: string) => send('GET', path),
    post: (path: string, fields?: Fields) => send('POST', path, fields),
    patch: (path: string, fields?: Fields) => send('PATCH', path, fields),
    delete: (path: string) => send('DELETE', path),
    /** Follows a link without being sent on. */
    async open(url: string): Promise<{ status: number; location: URL }> {
      const response = await fetch(url, { headers: { cookie }, redirect: 'manual' })
      return { status: response.status, location: new URL(response.headers.get('location') ?? '', SITE) }
    },
    signIn: (identifier: string, password = SAMPLE_PASSWORD) =>
      send('POST', '/client/sign_ins', { identifier, password, strategy: 'password' }),
  }
}

export type Browser = ReturnType<typeof browserAt>

/** A browser that is signed in, and the organization its first membership is of. */
export async function signedIn(clerk: Clerk, address: string): Promise<{ browser: Browser; organizationId: string }> {
  const browser = browserAt(clerk)
  const { status, client } = await browser.signIn(address)
  if (status !== 200) throw new Error(`signing in answered ${status}`)
  const [session] = client.sessions
  return { browser, organizationId: session.user.organization_memberships[0]?.organization.id }
}

/** The claims of the session token that the browser would send now. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function claimsOf(browser: Browser): Promise<any> {
  const { response } = await browser.get('/client')
  const jwt: string = response.sessions[0].last_active_token.jwt
  return JSON.parse(Buffer.from(jwt.split('.')[1]!, 'base64url').toString())
}

/** The text of the latest mail to an address. */
export function mailTo(outbox: string, address: string): string | undefined {
  const mails = readdirSync(outbox)
    .filter((name) => name.endsWith('.eml'))
    .toSorted()
    .map((name) => readFileSync(join(outbox, name), 'utf8'))
    .filter((mail) => mail.includes(`To: ${address}`))
  return mails
    .at(-1)
    ?.replaceAll(/=\r?\n/g, '')
    .replaceAll('=3D', '=')
}

/** The link in an invitation's mail, at the server itself instead of behind the site's proxy. */
export function linkTo(clerk: TestClerk, address: string): string {
  const [, path] = /\/__clerk(\/v1\/tickets\/accept\?ticket=\w+)/.exec(mailTo(clerk.outbox, address) ?? '') ?? []
  if (!path) throw new Error(`no invitation was mailed to ${address}`)
  return clerk.frontendUrl + path
}
