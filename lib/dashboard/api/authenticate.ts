import type { Database } from '../../platform/db/client.ts'
import { type KeyOwner, noteUse, ownerOfKey } from '../keys/key-owner.ts'
import { type Scope, SCOPES } from '../../platform/auth/scopes.ts'
import { ProblemError } from './problem.ts'
import { type Client, countUnknownKey } from './rate-limit.ts'

/** Bearer token syntax. Source: https://www.rfc-editor.org/rfc/rfc6750#section-2.1 */
const BEARER = /^bearer +(\S+)$/i

const CHALLENGE = 'Bearer realm="api"'

const unauthorized = (detail: string, error?: 'invalid_token'): ProblemError =>
  new ProblemError('no-key', detail, {
    headers: { 'WWW-Authenticate': error ? `${CHALLENGE}, error="${error}"` : CHALLENGE },
  })

/**
 * Returns the API key of the Authorization header.
 * @throws {ProblemError} if the request has no key
 */
export function keyIn(headers: Headers): string {
  const key = BEARER.exec(headers.get('authorization') ?? '')?.[1]
  if (key) return key
  throw unauthorized('Send an API key in the header “Authorization: Bearer dw_…”.')
}

/**
 * Returns the owner of an API key. Only unknown keys count toward the client's rate limit, so valid keys keep working.
 * @throws {ProblemError} for an unknown or revoked key
 */
export async function authenticate(db: Database, key: string, client: Client, now: Date): Promise<KeyOwner> {
  const owner = await ownerOfKey(db, key)
  if (!owner) {
    await countUnknownKey(db, client, now)
    throw unauthorized('The API key is invalid or was revoked.', 'invalid_token')
  }
  await noteUse(db, owner, now)
  return owner
}

export function requireScope({ scopes }: KeyOwner, scope: Scope): void {
  if (scopes.includes(scope)) return
  throw new ProblemError('missing-scope', `The key needs the scope ${scope} to ${SCOPES[scope]}.`, {
    scope,
    headers: { 'WWW-Authenticate': `${CHALLENGE}, error="insufficient_scope", scope="${scope}"` },
  })
}
