import { join } from 'node:path'
import { createClerkClient } from '@clerk/backend'
import { TOTP } from 'otpauth'
import { afterAll, expect } from 'vitest'
import { cleanUpAfter, startServer } from '../../../local-server/tests/servers.ts'
import { EMPTY_CONFIG } from '../example-config.ts'
import { type Clerk, type ClerkOptions, startClerk } from '../../server.ts'

export const SITE = 'http://localhost:3100'
export const SECRET_KEY = 'sk_test_local_only'
export const PUBLISHABLE_KEY = `pk_live_${btoa('clerk.stand-in.localhost$')}`
export const PASSWORD = 'a-long-password'

export const { whenDone, temporaryFolder } = cleanUpAfter(afterAll)

export type TestClerk = Clerk & {
  backend: ReturnType<typeof createBackend>
  advance: (minutes: number) => Promise<void>
}

export async function startTestClerk(options: Partial<ClerkOptions> = {}): Promise<TestClerk> {
  const dataDir = options.dataDir ?? temporaryFolder()
  const defaults = { port: 0, siteUrl: SITE, publishableKey: PUBLISHABLE_KEY, secretKey: SECRET_KEY }
  const clerk = await startClerk({ ...defaults, config: EMPTY_CONFIG, testClock: true, ...options, dataDir })
  whenDone(() => clerk.close())
  return Object.assign(clerk, {
    backend: createBackend(clerk),
    advance: (minutes: number) => advance(clerk, minutes),
  })
}

export const createBackend = (clerk: Pick<Clerk, 'backendUrl'>, secretKey = SECRET_KEY) =>
  createClerkClient({ secretKey, publishableKey: PUBLISHABLE_KEY, apiUrl: clerk.backendUrl })

/** Starts the command with `folder` as its data folder. */
export async function startProcess(folder: string, env: Record<string, string> = {}) {
  const server = await startServer(join(import.meta.dirname, '../../main.ts'), [], {
    env: {
      CLERK_PORT: '0',
      CLERK_DATA: folder,
      CLERK_SITE_URL: SITE,
      CLERK_SECRET_KEY: SECRET_KEY,
      NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
      ...env,
    },
  })
  whenDone(() => server.kill('SIGKILL'))
  const origin = `http://${server.address}`
  return { ...server, frontendUrl: `${origin}/fapi`, backendUrl: `${origin}/bapi` }
}

async function advance({ url }: Clerk, minutes: number): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/test/advance`, { method: 'POST', headers, body: JSON.stringify({ minutes }) })
  expect(response.status).toBe(200)
}

export type Json = Record<string, any> // eslint-disable-line typescript/no-explicit-any -- tests read arbitrary response fields

export type JsonResponse = { status: number; headers: Headers; json: Json; response: Json; error: Json | undefined }

/** Form fields. clerk-js sends a list by repeating the field. */
export type Fields = Record<string, string | string[]>

const buildForm = (fields: Fields): URLSearchParams =>
  new URLSearchParams(Object.entries(fields).flatMap(([name, value]) => [value].flat().map((item) => [name, item])))

/** Calls the Frontend API like clerk-js in a page: forms, `_method`, cookies. */
export class Browser {
  readonly cookies = new Map<string, string>()
  readonly #clerk: Pick<Clerk, 'frontendUrl'>

  constructor(clerk: Pick<Clerk, 'frontendUrl'>) {
    this.#clerk = clerk
  }

  get = (path: string, init: RequestInit = {}): Promise<JsonResponse> => this.#send(path, init)
  post = (path: string, fields: Fields = {}): Promise<JsonResponse> =>
    this.#send(path, { method: 'POST', body: buildForm(fields), headers: { origin: SITE } })
  patch = (path: string, fields: Fields = {}): Promise<JsonResponse> => this.post(`${path}?_method=PATCH`, fields)
  delete = (path: string): Promise<JsonResponse> => this.post(`${path}?_method=DELETE`)

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  fetchSessionId = async (): Promise<string> => (await this.get('/client')).response?.last_active_session_id

  async fetchToken(): Promise<string> {
    const { json } = await this.post(`/client/sessions/${await this.fetchSessionId()}/tokens`)
    return json.jwt
  }

  async #send(path: string, { headers, ...init }: RequestInit): Promise<JsonResponse> {
    const requestHeaders = { ...(headers as Record<string, string>), cookie: this.cookieHeader }
    const response = await fetch(`${this.#clerk.frontendUrl}/v1${path}`, {
      redirect: 'manual',
      ...init,
      headers: requestHeaders,
    })
    this.storeCookies(response.headers.getSetCookie())
    const text = await response.text()
    const json: Json = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : { text }
    const { status, headers: responseHeaders } = response
    return { status, headers: responseHeaders, json, response: json.response, error: json.errors?.[0] }
  }

  storeCookies(lines: readonly string[]): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
  }
}

export function findLatestCode({ listEmails }: Pick<Clerk, 'listEmails'>, to: string): string {
  const code = listEmails(to)
    .at(-1)
    ?.text.match(/Your code: (\d{6})/)?.[1]
  if (!code) throw new Error(`no code for ${to} was sent`)
  return code
}

let addressCount = 0
export const createAddress = (): string => `person-${(addressCount += 1)}-${process.pid}@example.com`

export async function register(clerk: TestClerk, address = createAddress(), password = PASSWORD) {
  const browser = new Browser(clerk)
  const { response } = await browser.post('/client/sign_ups', { email_address: address, password })
  await browser.post(`/client/sign_ups/${response.id}/prepare_verification`, { strategy: 'email_code' })
  const code = findLatestCode(clerk, address)
  const path = `/client/sign_ups/${response.id}/attempt_verification`
  const completed = await browser.post(path, { strategy: 'email_code', code })
  expect(completed.response.status).toBe('complete')
  return { browser, address, userId: completed.response.created_user_id as string }
}

/** Starts a sign-in and returns the path for its next steps. */
export async function startSignIn(clerk: Pick<Clerk, 'frontendUrl'>, identifier: string) {
  const browser = new Browser(clerk)
  const { response } = await browser.post('/client/sign_ins', { identifier })
  return { browser, path: `/client/sign_ins/${response.id}`, response }
}

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
 * Returns the TOTP code for `steps` of 30 seconds from now. The server accepts steps -1 to 1, each once. The default of
 * 1 stays valid if the step changes.
 */
export const generateAppCode = (secret: string, steps = 1): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })

export async function enrollApp(browser: Browser): Promise<string> {
  const { response } = await browser.post('/me/totp')
  const completed = await browser.post('/me/totp/attempt_verification', { code: generateAppCode(response.secret, 0) })
  expect(completed.response.verified).toBe(true)
  return response.secret
}

export const decodeClaims = (token: string): Json =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
