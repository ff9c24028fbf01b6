import type { Database } from '../../platform/db/client.ts'
import { type KeyOwner, recordKeyUse, findKeyOwner } from '../keys/key-owner.ts'
import { type Scope, SCOPES } from '../../platform/auth/scopes.ts'
import { ProblemError } from './problem.ts'
import { type Client, countUnknownKeyRequest } from './rate-limit.ts'

/** Bearer token syntax. Source: https://www.rfc-editor.org/rfc/rfc6750#section-2.1 */
const BEARER_PATTERN = /^bearer +(\S+)$/i

const BEARER_CHALLENGE = 'Bearer realm="api"'

const buildUnauthorizedError = (detail: string, error?: 'invalid_token'): ProblemError =>
  new ProblemError('no-key', detail, {
    headers: { 'WWW-Authenticate': error ? `${BEARER_CHALLENGE}, error="${error}"` : BEARER_CHALLENGE },
  })

/**
 * Returns the API key of the Authorization header.
 * @throws {ProblemError} if the request has no key
 */
export function parseApiKey(headers: Headers): string {
  const key = BEARER_PATTERN.exec(headers.get('authorization') ?? '')?.[1]
  if (key) return key
  throw buildUnauthorizedError('Send an API key in the header “Authorization: Bearer dw_…”.')
}

/**
 * Returns the owner of an API key. Only unknown keys count toward the client's rate limit, so valid keys keep working.
 * @throws {ProblemError} for an unknown or revoked key
 */
export async function authenticate(db: Database, key: string, client: Client, now: Date): Promise<KeyOwner> {
  const owner = await findKeyOwner(db, key)
  if (!owner) {
    await countUnknownKeyRequest(db, client, now)
    throw buildUnauthorizedError('The API key is invalid or was revoked.', 'invalid_token')
  }
  await recordKeyUse(db, owner, now)
  return owner
}

/** @param required scope, or scopes of which the key needs at least one */
export function requireScope({ scopes }: KeyOwner, required: Scope | readonly Scope[]): void {
  const [scope, ...others] = [required].flat()
  if (!scope || [scope, ...others].some((each) => scopes.includes(each))) return
  throw new ProblemError('missing-scope', `The key needs the scope ${scope} to ${SCOPES[scope]}.`, {
    scope,
    headers: { 'WWW-Authenticate': `${BEARER_CHALLENGE}, error="insufficient_scope", scope="${scope}"` },
  })
}
