import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClerkClient } from '@clerk/backend'
import { TOTP } from 'otpauth'
import { afterAll, expect } from 'vitest'
import { EMPTY_CONFIG } from '../example-config.ts'
import { type Clerk, type ClerkOptions, startClerk } from '../../server.ts'

export const SITE = 'http://localhost:3100'
export const SECRET_KEY = 'sk_test_local_only'
export const PUBLISHABLE_KEY = `pk_live_${btoa('clerk.stand-in.localhost$')}`
export const PASSWORD = 'a-long-password'

const cleanUps: (() => unknown)[] = []

/** Runs `cleanUp` when the test file is done, last registered first; may be called from hooks and tests too. */
export const whenDone = (cleanUp: () => unknown): void => void cleanUps.push(cleanUp)

afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp()
})

/** A folder that is removed when the test file is done. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'clerk-test-'))
  whenDone(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export type TestClerk = Clerk & {
  outbox: string
  /** The site's own client. */
  backend: ReturnType<typeof backendOf>
  advance: (minutes: number) => Promise<void>
}

/** A server of its own without any user, closed when the file is done. */
export async function testClerk(options: Partial<ClerkOptions> = {}): Promise<TestClerk> {
  const dataDir = options.dataDir ?? temporaryFolder()
  const outbox = join(dataDir, 'outbox')
  const defaults = { port: 0, outbox, siteUrl: SITE, publishableKey: PUBLISHABLE_KEY, secretKey: SECRET_KEY }
  const clerk = await startClerk({ ...defaults, config: EMPTY_CONFIG, testClock: true, ...options, dataDir })
  whenDone(() => clerk.close())
  return Object.assign(clerk, {
    outbox,
    backend: backendOf(clerk),
    advance: (minutes: number) => advance(clerk, minutes),
  })
}

export const backendOf = (clerk: Pick<Clerk, 'backendUrl'>, secretKey = SECRET_KEY) =>
  createClerkClient({ secretKey, publishableKey: PUBLISHABLE_KEY, apiUrl: clerk.backendUrl })

async function advance({ url }: Clerk, minutes: number): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/test/advance`, { method: 'POST', headers, body: JSON.stringify({ minutes }) })
  expect(response.status).toBe(200)
}

export type Json = Record<string, any> // eslint-disable-line typescript/no-explicit-any -- answers are looked at field by field

export type Answer = { status: number; headers: Headers; json: Json; response: Json; error: Json | undefined }

/** A list is sent as clerk-js sends one: the field once for each item. */
export type Fields = Record<string, string | string[]>

const form = (fields: Fields): URLSearchParams =>
  new URLSearchParams(Object.entries(fields).flatMap(([name, value]) => [value].flat().map((item) => [name, item])))

/** Speaks to the Frontend API as clerk-js does on a page of the site: forms, `_method`, cookies. */
export class Browser {
  readonly cookies = new Map<string, string>()
  readonly #clerk: Pick<Clerk, 'frontendUrl'>

  constructor(clerk: Pick<Clerk, 'frontendUrl'>) {
    this.#clerk = clerk
  }

  get = (path: string, init: RequestInit = {}): Promise<Answer> => this.#send(path, init)
  post = (path: string, fields: Fields = {}): Promise<Answer> =>
    this.#send(path, { method: 'POST', body: form(fields), headers: { origin: SITE } })
  patch = (path: string, fields: Fields = {}): Promise<Answer> => this.post(`${path}?_method=PATCH`, fields)
  delete = (path: string): Promise<Answer> => this.post(`${path}?_method=DELETE`)

  /** As the `cookie` header of a request to the site. */
  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** The id of the session it is in. */
  sessionId = async (): Promise<string> => (await this.get('/client')).response?.last_active_session_id

  /** A session token, as clerk-js asks for one. */
  async token(): Promise<string> {
    const { json } = await this.post(`/client/sessions/${await this.sessionId()}/tokens`)
    return json.jwt
  }

  async #send(path: string, { headers, ...init }: RequestInit): Promise<Answer> {
    const sent = { ...(headers as Record<string, string>), cookie: this.cookieHeader }
    const response = await fetch(`${this.#clerk.frontendUrl}/v1${path}`, { redirect: 'manual', ...init, headers: sent })
    this.keep(response.headers.getSetCookie())
    const text = await response.text()
    const json: Json = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : { text }
    return {
      status: response.status,
      headers: response.headers,
      json,
      response: json.response,
      error: json.errors?.[0],
    }
  }

  keep(lines: readonly string[]): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
  }
}

/** The code in the latest mail to an address. */
export function latestCode({ outbox }: { outbox: string }, to: string): string {
  const code = mails({ outbox }, to)
    .at(-1)
    ?.match(/Your code: (\d{6})/)?.[1]
  if (!code) throw new Error(`no code for ${to} in the outbox`)
  return code
}

/** Mails to an address, oldest first. */
export const mails = ({ outbox }: { outbox: string }, to: string): string[] =>
  readdirSync(outbox)
    .toSorted()
    .map((name) => readFileSync(join(outbox, name), 'utf8'))
    .filter((mail) => mail.includes(`To: ${to}`))

let people = 0
export const newAddress = (): string => `person-${(people += 1)}-${process.pid}@example.com`

/** Registers a new person, who is signed in afterwards. */
export async function register(clerk: TestClerk, address = newAddress(), password = PASSWORD) {
  const browser = new Browser(clerk)
  const { response } = await browser.post('/client/sign_ups', { email_address: address, password })
  await browser.post(`/client/sign_ups/${response.id}/prepare_verification`, { strategy: 'email_code' })
  const code = latestCode(clerk, address)
  const path = `/client/sign_ups/${response.id}/attempt_verification`
  const done = await browser.post(path, { strategy: 'email_code', code })
  expect(done.response.status).toBe('complete')
  return { browser, address, userId: done.response.created_user_id as string }
}

/** Begins a sign-in with an address; further steps are at the path returned. */
export async function startSignIn(clerk: Pick<Clerk, 'frontendUrl'>, identifier: string) {
  const browser = new Browser(clerk)
  const { response } = await browser.post('/client/sign_ins', { identifier })
  return { browser, path: `/client/sign_ins/${response.id}`, response }
}

/** Signs in with the password. */
export async function signIn(
  clerk: Pick<Clerk, 'frontendUrl'>,
  address: string,
  password = PASSWORD,
): Promise<Browser> {
  const { browser, path } = await startSignIn(clerk, address)
  const { response } = await browser.post(`${path}/attempt_first_factor`, { strategy: 'password', password })
  expect(response.status).toBe('complete')
  return browser
}

/**
 * The code of an authenticator app some steps of 30 seconds from now; a server takes those from -1 to 1, each once. After `enrolApp` the
 * next one is unused, and stays right if the step changes before it is sent.
 */
export const appCode = (secret: string, steps = 1): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Sets up an authenticator app with the present code, and answers its secret. */
export async function enrolApp(browser: Browser): Promise<string> {
  const { response } = await browser.post('/me/totp')
  const done = await browser.post('/me/totp/attempt_verification', { code: appCode(response.secret, 0) })
  expect(done.response.verified).toBe(true)
  return response.secret
}

/** The claims of a JWT, without a look at its signature. */
export const claimsOf = (token: string): Json => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
