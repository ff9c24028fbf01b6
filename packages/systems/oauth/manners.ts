import { REALM_ID } from '../sample-data.ts'
import type { SystemName } from '../systems.ts'

/*
 * What each system does in its own way, where applications notice it. Sources: docs.slack.dev/authentication/installing-with-oauth,
 * developer.intuit.com (oauth-2.0), help.salesforce.com (remoteaccess_oauth_web_server_flow), learn.microsoft.com/entra/identity-platform
 * (v2-oauth2-auth-code-flow).
 */

type Query = Record<string, string | string[] | undefined>

/** What somebody is sent here with, in the words of OAuth. */
export function questionAs(name: SystemName, query: Query): Query {
  const { scope } = query
  // Slack has commas between permissions.
  if (name === 'slack' && typeof scope === 'string') return { ...query, scope: scope.replaceAll(',', ' ') }
  // The account is chosen by signing in. Microsoft lets an application stay connected whatever it asks with.
  if (name === 'microsoft-365') return { ...query, prompt: 'login consent' }
  return query
}

/** The tokens as the system writes them. */
export function tokensAs(name: SystemName, issuer: string, body: unknown): unknown {
  const tokens = body as { scope?: string; expires_in?: number }
  if (name === 'slack') return { ok: true, ...tokens, token_type: 'bot', scope: tokens.scope?.replaceAll(' ', ',') }
  if (name === 'salesforce') {
    // It does not say when a token ends.
    const { expires_in: _, ...rest } = tokens
    return { ...rest, instance_url: issuer, issued_at: String(Date.now()) }
  }
  if (name === 'microsoft-365') {
    // The refresh token says that much.
    return { ...tokens, scope: tokens.scope?.replace(/ ?\boffline_access\b/, '').trim() }
  }
  return body
}

/** Where somebody is sent back to: QuickBooks says there which company it is. */
export function backAs(name: SystemName, address: string): string {
  const back = new URL(address)
  if (name === 'quickbooks' && back.searchParams.has('code')) back.searchParams.set('realmId', REALM_ID)
  return back.href
}
