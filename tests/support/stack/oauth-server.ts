import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Provider } from 'oidc-provider'
import { PROVIDERS } from '../../../lib/integrations/providers.ts'
import { GOOGLE_CLIENT, TITAN_APP_KEY, TITAN_KEY } from './oauth-clients.ts'

/*
 * A real OAuth server for the tests of integrations (`oidc-provider`): PKCE is required, refresh tokens are good once, and
 * using one twice ends the whole permission. Beside it is as much of Google's calendar and ServiceTitan's customers as the
 * site asks for, for whoever shows a token that is good and covers it.
 */

const google = PROVIDERS['google-workspace']
const [BUSY, LIST] = google.scopes.map(({ scope }) => scope) as [string, string]
const [OWN_CALENDARS] = google.write.scopes.map(({ scope }) => scope) as [string]

/** What the server does instead of answering, at addresses that begin so. */
export type Trouble = {
  at: string
  does: 'hang' | 'garbage' | 'fail' | 'endless'
  /** Called when a request came that gets no answer. */
  onHang?: () => void
}

export type OAuthTestServer = {
  issuer: string
  /** What was asked, such as `POST /token`. */
  requests: string[]
  /** Access tokens with which the calendar was asked, the latest last. */
  shown: string[]
  /** Events that were entered, by calendar. */
  entered: Record<string, { id: string; summary: string; location: string; description: string }[]>
  trouble: Trouble | undefined
  /** Whether a token is good now. */
  isGood: (token: string) => Promise<boolean>
  /** Ends an access token, as a provider does for reasons of its own. */
  end: (token: string) => Promise<void>
  close: () => Promise<void>
}

const CALENDARS = [
  { id: 'office@example.com', summary: 'Office', primary: true },
  { id: 'crew@example.com', summary: 'Crew' },
]

const HOUR = 3_600_000

/** Ten o'clock and noon of the first day that is asked for; the crew is busy right after the office. */
const busyOf = (id: string, from: number) => {
  const start = Math.ceil(from / HOUR) * HOUR + (id === 'office@example.com' ? HOUR : 2 * HOUR)
  return [{ start: new Date(start).toISOString(), end: new Date(start + HOUR).toISOString() }]
}

const json = (response: ServerResponse, status: number, body: unknown) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const html = (title: string, action: string, fields: string) => `<!doctype html><html lang="en"><title>${title}</title>
<h1>${title}</h1><form method="post" action="${action}">${fields}<button>Continue</button></form>
<form method="post" action="${action}"><input type="hidden" name="cancel" value="1"><button>Cancel</button></form></html>`

const escaped = (value: string) => value.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

export async function startOAuthServer({
  port = 0,
  siteUrl,
}: {
  port?: number
  siteUrl: string
}): Promise<OAuthTestServer> {
  const server = createServer()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = makeProvider(issuer, siteUrl)
  const oauth = provider.callback()
  const state: OAuthTestServer = {
    issuer,
    requests: [],
    shown: [],
    entered: {},
    trouble: undefined,
    isGood: async (token) => Boolean(await provider.AccessToken.find(token)),
    end: async (token) => (await provider.AccessToken.find(token))?.destroy(),
    close: () => stop(server),
  }
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer)
    state.requests.push(`${request.method} ${pathname}`)
    const { trouble } = state
    if (trouble && pathname.startsWith(trouble.at)) return makeTrouble(trouble, response)
    const answer = async () => {
      if (pathname.startsWith('/interaction/')) return interact(provider, pathname, request, response)
      if (pathname.startsWith('/calendar/')) return googleCalendar(provider, state, pathname, request, response)
      if (pathname.startsWith('/crm/')) return titanCustomers(provider, pathname, searchParams, request, response)
      oauth(request, response)
    }
    answer().catch((error: unknown) => json(response, 500, { error: String(error) }))
  })
  return state
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}

function makeTrouble({ does, onHang }: Trouble, response: ServerResponse): void {
  if (does === 'fail') return json(response, 503, { error: 'temporarily_unavailable' })
  if (does === 'hang') return onHang?.()
  response.writeHead(200, { 'content-type': 'application/json' })
  if (does === 'garbage') return void response.end('<html>Something else entirely</html>')
  // An answer that goes on until somebody has had enough.
  const chunk = `"${'x'.repeat(64 * 1024)}",`
  const more = () => {
    while (response.write(chunk));
    response.once('drain', more)
  }
  response.write('[')
  more()
}

const makeProvider = (issuer: string, siteUrl: string) =>
  new Provider(issuer, {
    clients: [
      {
        client_id: GOOGLE_CLIENT.id,
        client_secret: GOOGLE_CLIENT.secret,
        redirect_uris: [`${siteUrl}/api/dashboard/integrations/google-workspace/callback`],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'client_secret_post',
      },
      {
        client_id: TITAN_KEY.clientId,
        client_secret: TITAN_KEY.clientSecret,
        redirect_uris: [],
        response_types: [],
        grant_types: ['client_credentials'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    scopes: ['openid', 'offline_access', BUSY, LIST, OWN_CALENDARS],
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true },
      clientCredentials: { enabled: true },
    },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id }) }),
    issueRefreshToken: () => true,
    rotateRefreshToken: () => true,
    expiresWithSession: () => false,
    cookies: { keys: ['cookies-of-the-tests'] },
    ttl: {
      AccessToken: 3600,
      RefreshToken: 86_400,
      ClientCredentials: 900,
      Grant: 86_400,
      Session: 3600,
      Interaction: 600,
    },
  })

/** The provider's own pages: who are you, and what do you allow? */
async function interact(provider: Provider, path: string, request: IncomingMessage, response: ServerResponse) {
  const { prompt, params, session } = await provider.interactionDetails(request, response)
  const scopes = (params.scope ?? '').split(' ')
  if (request.method === 'GET') {
    const [title, fields] =
      prompt.name === 'login'
        ? ['Sign in to the calendar', '<label>Name <input name="login" required></label>']
        : [
            'What Ductwise may do',
            scopes
              .map((scope) => escaped(scope))
              .map(
                (scope) =>
                  `<p><label><input type="checkbox" name="scope" value="${scope}" checked> ${scope}</label></p>`,
              )
              .join(''),
          ]
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html(title, path, fields))
    return
  }
  const form = new URLSearchParams(await text(request))
  if (form.has('cancel')) return provider.interactionFinished(request, response, { error: 'access_denied' })
  if (prompt.name === 'login') {
    return provider.interactionFinished(request, response, { login: { accountId: form.get('login') ?? '' } })
  }
  const grant = new provider.Grant({ accountId: session?.accountId ?? '', clientId: params.client_id })
  const allowed = form.getAll('scope')
  for (const scope of scopes) {
    if (allowed.includes(scope)) grant.addOIDCScope(scope)
    else grant.rejectOIDCScope(scope)
  }
  return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
}

const bearer = ({ headers }: IncomingMessage) => headers.authorization?.replace(/^Bearer /, '') ?? ''

async function googleCalendar(
  provider: Provider,
  { entered, shown }: OAuthTestServer,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const token = await provider.AccessToken.find(bearer(request))
  if (!token) return json(response, 401, { error: 'invalid_token' })
  shown.push(bearer(request))
  const may = (scope: string) =>
    token.scopes.has(scope) || (json(response, 403, { error: 'insufficient_scope' }), false)
  if (path === '/calendar/v3/users/me/calendarList') {
    if (may(LIST)) json(response, 200, { items: CALENDARS })
    return
  }
  const body = JSON.parse(await text(request)) as Record<string, never>
  if (path === '/calendar/v3/freeBusy') {
    if (!may(BUSY)) return
    const { timeMin, items } = body as unknown as { timeMin: string; items: { id: string }[] }
    const calendars = items.map(({ id }) => [id, { busy: busyOf(id, Date.parse(timeMin)) }])
    return json(response, 200, { calendars: Object.fromEntries(calendars) })
  }
  if (!may(OWN_CALENDARS)) return
  if (path === '/calendar/v3/calendars') {
    const id = `own-${Object.keys(entered).length + 1}@group.example.com`
    entered[id] = []
    return json(response, 200, { id })
  }
  const [, calendar] = /^\/calendar\/v3\/calendars\/([^/]+)\/events$/.exec(path) ?? []
  const events = calendar && entered[decodeURIComponent(calendar)]
  if (!events) return json(response, 404, { error: 'notFound' })
  const event = body as unknown as (typeof events)[number]
  if (events.some(({ id }) => id === event.id)) return json(response, 409, { error: 'duplicate' })
  events.push(event)
  json(response, 200, { id: event.id })
}

async function titanCustomers(
  provider: Provider,
  path: string,
  query: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const token = await provider.ClientCredentials.find(bearer(request))
  if (!token || request.headers['st-app-key'] !== TITAN_APP_KEY) return json(response, 401, { title: 'Unauthorized' })
  if (path !== `/crm/v2/tenant/${TITAN_KEY.tenant}/customers`) return json(response, 404, { title: 'Not found' })
  const customers = [{ name: 'Kim Sample' }, { name: 'Lee Sample' }]
  json(response, 200, { data: customers.slice(0, Number(query.get('pageSize'))) })
}
