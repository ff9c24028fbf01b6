import type { ServerResponse } from 'node:http'
import { clientOf, startSystems } from '@ductwise/systems'
import { systemsRedirect } from '../../scripts/support/local-systems.ts'

/** What a system does instead of answering, at addresses that begin so. */
export type Trouble = {
  at: string
  does: 'hang' | 'garbage' | 'fail' | 'endless' | 'redirect'
  /** Called when a request came that gets no answer. */
  onHang?: () => void
}

const GOOGLE = 'google-workspace'

/** The local systems, with what tests of the site look at, and trouble that they make. */
export type SystemsInTrouble = Awaited<ReturnType<typeof startSystemsInTrouble>>

function makeTrouble({ does, onHang }: Trouble, path: string, response: ServerResponse): void {
  if (does === 'hang') return onHang?.()
  // To itself, again and again.
  if (does === 'redirect') return void response.writeHead(307, { location: path }).end()
  response.writeHead(does === 'fail' ? 503 : 200, { 'content-type': 'application/json' })
  if (does === 'fail') return void response.end('{"error":"temporarily_unavailable"}')
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

/** Starts the local systems on a free port, for a site of a test. */
export async function startSystemsInTrouble(siteUrl: string) {
  const state = {
    /** What was asked of any system, such as `POST /token`. */
    requests: [] as string[],
    trouble: undefined as Trouble | undefined,
  }
  const systems = await startSystems({
    port: 0,
    redirect: systemsRedirect(siteUrl),
    applicationName: 'Ductwise',
    intercept: (request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost')
      const path = pathname.replace(/^\/[\w-]+/, '')
      state.requests.push(`${request.method} ${path}`)
      const { trouble } = state
      if (!trouble || !path.startsWith(trouble.at)) return false
      makeTrouble(trouble, request.url ?? '', response)
      return true
    },
  })
  const revoke = (token: string) => {
    const { clientId, clientSecret } = clientOf(GOOGLE)
    const body = new URLSearchParams({ token, client_id: clientId, client_secret: clientSecret })
    return fetch(`${systems.addressOf(GOOGLE)}/token/revocation`, { method: 'POST', body })
  }
  return Object.assign(state, {
    url: systems.url,
    addressOf: systems.addressOf,
    /** Of Google. */
    issuer: systems.addressOf(GOOGLE),
    /** What was entered at Google, by calendar. */
    entered: () => Object.fromEntries(systems.entriesOf(GOOGLE).map(({ id, entries }) => [id, entries])),
    entriesOf: systems.entriesOf,
    /** Deletes the calendars that were made at Google. */
    clear: () => systems.clearCalendars(GOOGLE),
    /** Whether Google takes a token. */
    isGood: async (token: string): Promise<boolean> => {
      const headers = { authorization: `Bearer ${token}` }
      const { status } = await fetch(`${systems.addressOf(GOOGLE)}/calendar/v3/users/me/calendarList`, { headers })
      return status !== 401
    },
    /** Ends an access token at Google before its time. */
    end: (token: string) => systems.endToken(GOOGLE, token),
    /** Ends a permission at Google. */
    revoke,
    close: systems.close,
  })
}
