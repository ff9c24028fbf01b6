import { createHash, randomBytes } from 'node:crypto'
import { getClientCredentials, type SystemName } from '../index.ts'

export const REDIRECT = 'http://localhost:3000/callback/{system}'

const verifier = randomBytes(32).toString('base64url')
const challenge = createHash('sha256').update(verifier).digest('base64url')

const buildRedirectUrl = (system: SystemName) => REDIRECT.replace('{system}', system)

/** Builds the OAuth authorization URL without empty parameters. */
export function buildAuthorizeUrl(
  baseUrl: string,
  system: SystemName,
  scope: string,
  extra: Record<string, string> = {},
): string {
  const question = {
    client_id: getClientCredentials(system).clientId,
    response_type: 'code',
    redirect_uri: buildRedirectUrl(system),
    scope,
    state: 'state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...extra,
  }
  const params = Object.entries(question).filter(([, value]) => value)
  return `${baseUrl}/auth?${new URLSearchParams(params).toString()}`
}

export function openBrowser() {
  const cookieJar = new Map<string, string>()
  const visitedUrls: string[] = []
  const visit = async (url: string, form?: Record<string, string> | URLSearchParams): Promise<Response> => {
    const cookie = [...cookieJar].map(([name, value]) => `${name}=${value}`).join('; ')
    const body = form && { method: 'POST', body: new URLSearchParams(form) }
    const response = await fetch(url, { redirect: 'manual', headers: { cookie }, ...body })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookieJar.set(name, value)
    }
    const location = response.headers.get('location')
    const next = location && new URL(location, url)
    return next && next.hostname === '127.0.0.1' ? visit(next.href) : response
  }
  const submit = async (page: Response, answers: Record<string, string> = {}): Promise<Response> => {
    const text = await page.text()
    visitedUrls.push(text)
    const [, action = ''] = /action="([^"]+)"/.exec(text) ?? []
    const scopes = [...text.matchAll(/name="scope" value="([^"]+)"/g)].map(([, scope = '']) => ['scope', scope])
    const fields = [...Object.entries({ login: 'office', ...answers }), ...scopes]
    return visit(new URL(action, page.url).href, new URLSearchParams(fields))
  }
  return { visit, submit, seen: visitedUrls }
}

export type Tokens = { access_token: string; refresh_token: string; scope?: string; expires_in?: number }

const buildForm = (system: SystemName, extra: Record<string, string>): RequestInit => {
  const { clientId, clientSecret } = getClientCredentials(system)
  const isBasic = ['slack', 'quickbooks', 'zapier'].includes(system)
  return {
    method: 'POST',
    body: new URLSearchParams({ ...extra, ...(!isBasic && { client_id: clientId, client_secret: clientSecret }) }),
    ...(isBasic && { headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` } }),
  }
}

export const refreshToken = (baseUrl: string, system: SystemName, token: string): Promise<Response> =>
  fetch(`${baseUrl}/token`, buildForm(system, { grant_type: 'refresh_token', refresh_token: token }))

export const revokeToken = (baseUrl: string, system: SystemName, token: string): Promise<Response> =>
  fetch(`${baseUrl}/token/revocation`, buildForm(system, { token }))

export async function connect(baseUrl: string, system: SystemName, scope: string, login = 'office') {
  const browser = openBrowser()
  const signIn = await browser.visit(buildAuthorizeUrl(baseUrl, system, scope))
  const redirected = await browser.submit(await browser.submit(signIn, { login }))
  const address = new URL(redirected.headers.get('location') ?? '')
  const code = address.searchParams.get('code') ?? ''
  const tokenResponse = await fetch(
    `${baseUrl}/token`,
    buildForm(system, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: buildRedirectUrl(system),
      code_verifier: verifier,
    }),
  )
  return { address, pages: browser.seen, tokens: (await tokenResponse.json()) as Tokens & Record<string, unknown> }
}
