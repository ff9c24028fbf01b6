import type { ServerResponse } from 'node:http'
import { getClientCredentials, startSystems } from '@ductwise/systems'
import { getSystemsRedirectUrl } from '../../scripts/support/local-systems.ts'

export type SystemFault = {
  pathPrefix: string
  kind: 'hang' | 'garbage' | 'fail' | 'limit' | 'endless' | 'redirect'
  onHang?: () => void
}

const GOOGLE = 'google-workspace'

export type FailingSystems = Awaited<ReturnType<typeof startFailingSystems>>

function respondWithFault({ kind, onHang }: SystemFault, path: string, response: ServerResponse): void {
  if (kind === 'hang') return onHang?.()
  if (kind === 'redirect') return void response.writeHead(307, { location: path }).end()
  if (kind === 'limit') {
    const headers = { 'content-type': 'application/json', 'retry-after': '90' }
    return void response.writeHead(429, headers).end('{"ok":false,"error":"ratelimited"}')
  }
  response.writeHead(kind === 'fail' ? 503 : 200, { 'content-type': 'application/json' })
  if (kind === 'fail') return void response.end('{"error":"temporarily_unavailable"}')
  if (kind === 'garbage') return void response.end('<html>Something else entirely</html>')
  const chunk = `"${'x'.repeat(64 * 1024)}",`
  const writeMore = () => {
    while (response.write(chunk));
    response.once('drain', writeMore)
  }
  response.write('[')
  writeMore()
}

export async function startFailingSystems(siteUrl: string) {
  const state = {
    requests: [] as string[],
    trouble: undefined as SystemFault | undefined,
  }
  const systems = await startSystems({
    port: 0,
    redirect: getSystemsRedirectUrl(siteUrl),
    applicationName: 'Ductwise',
    intercept: (request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost')
      const path = pathname.replace(/^\/[\w-]+/, '')
      state.requests.push(`${request.method} ${path}`)
      const { trouble } = state
      if (!trouble || !path.startsWith(trouble.pathPrefix)) return false
      respondWithFault(trouble, request.url ?? '', response)
      return true
    },
  })
  const revoke = (token: string) => {
    const { clientId, clientSecret } = getClientCredentials(GOOGLE)
    const body = new URLSearchParams({ token, client_id: clientId, client_secret: clientSecret })
    return fetch(`${systems.getUrl(GOOGLE)}/token/revocation`, { method: 'POST', body })
  }
  return Object.assign(state, {
    url: systems.url,
    addressOf: systems.getUrl,
    issuer: systems.getUrl(GOOGLE),
    entered: () => Object.fromEntries(systems.listEntries(GOOGLE).map(({ id, entries }) => [id, entries])),
    entriesOf: systems.listEntries,
    messages: systems.listMessages,
    archiveChannel: systems.archiveChannel,
    clear: () => {
      systems.clearCalendars(GOOGLE)
      systems.clearMessages()
    },
    isGood: async (token: string): Promise<boolean> => {
      const headers = { authorization: `Bearer ${token}` }
      const { status } = await fetch(`${systems.getUrl(GOOGLE)}/calendar/v3/users/me/calendarList`, { headers })
      return status !== 401
    },
    end: (token: string) => systems.endToken(GOOGLE, token),
    revoke,
    close: systems.close,
  })
}
