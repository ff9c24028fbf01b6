import { setTimeout as wait } from 'node:timers/promises'
import { getOAuthServer } from './authorization-servers.ts'
import type { IntegrationContext } from './context.ts'
import { ProviderError } from './failure.ts'
import type { ProviderName } from './providers.ts'
import {
  changeConnection,
  findConnection,
  type OpenConnection,
  openConnection,
  getRenewalTime,
  sealSecret,
  type Secret,
} from './repository.ts'
import { exchangeKey, refreshTokens, revokeToken, type Tokens } from './tokens.ts'

/** Lease of a token renewal. Longer than the request timeout. */
const LEASE_MS = 15_000

const RETRY_DELAY_MS = 100

/**
 * Checks whether another process holds the lease. During a renewal, the row's `expiresAt` is the end of the lease and
 * differs from the secret's `renewAt`. A database lock would keep a transaction open during the request.
 */
const isBeingRenewed = ({ row, secret }: OpenConnection, now: Date): boolean =>
  row.expiresAt !== null && row.expiresAt.getTime() !== secret.renewAt && row.expiresAt > now

const isRenewalDue = ({ accessToken, renewAt }: Secret, now: Date, rejectedToken: string | undefined): boolean =>
  accessToken === null || accessToken === rejectedToken || (renewAt !== null && renewAt <= now.getTime())

/** Returns the secret with new tokens. If the response has no refresh token, the old one remains valid. */
export const mergeTokens = (secret: Secret, { accessToken, refreshToken, renewAt, details }: Tokens): Secret => ({
  ...secret,
  accessToken,
  refreshToken: refreshToken ?? secret.refreshToken,
  renewAt,
  details: { ...secret.details, ...details },
})

export async function fetchTokens(
  context: IntegrationContext,
  provider: ProviderName,
  secret: Secret,
): Promise<Tokens> {
  const server = await getOAuthServer(context.settings, provider, secret.key)
  if (secret.key) return exchangeKey(server, context.now())
  if (!secret.refreshToken) throw new ProviderError('invalid_grant')
  return refreshTokens(server, secret.refreshToken, context.now())
}

/**
 * Renews the tokens while this process holds the lease.
 * @returns undefined if the connection was removed or replaced concurrently
 */
async function renewWithLease(
  context: IntegrationContext,
  provider: ProviderName,
  { row, secret }: OpenConnection,
): Promise<OpenConnection | undefined> {
  let tokens: Tokens
  try {
    tokens = await fetchTokens(context, provider, secret)
  } catch (error) {
    await context.transaction((tx) => changeConnection(tx, row, { expiresAt: getRenewalTime(secret) }))
    throw error
  }
  const renewedSecret = mergeTokens(secret, tokens)
  const change = {
    secret: await sealSecret(context, provider, renewedSecret),
    expiresAt: getRenewalTime(renewedSecret),
    failure: null,
  }
  const [isSaved, wasRemoved] = await context.transaction(async (tx) => [
    await changeConnection(tx, row, change),
    (await findConnection(tx, provider)) === undefined,
  ])
  if (isSaved) return { row: { ...row, ...change }, secret: renewedSecret }
  // The connection was removed during the renewal, so nothing else would revoke the new token.
  if (wasRemoved) await revokeToken(await getOAuthServer(context.settings, provider), renewedSecret)
  return undefined
}

/**
 * Returns a connection with a valid token. Only one process renews it; the others wait.
 * @param rejectedToken token that the provider rejected before its expiry
 * @returns undefined if the provider is not connected
 * @throws {ProviderError}
 */
export async function getFreshConnection(
  context: IntegrationContext,
  provider: ProviderName,
  rejectedToken?: string,
): Promise<OpenConnection | undefined> {
  for (const deadline = Date.now() + LEASE_MS; Date.now() < deadline;) {
    const connection = await openConnection(context, provider)
    if (!connection) return undefined
    const now = context.now()
    if (!isRenewalDue(connection.secret, now, rejectedToken)) return connection
    if (!connection.secret.refreshToken && !connection.secret.key) throw new ProviderError('invalid_grant')
    if (isBeingRenewed(connection, now)) {
      await wait(RETRY_DELAY_MS)
      continue
    }
    const lease = new Date(now.getTime() + LEASE_MS)
    const hasLease = await context.transaction((tx) => changeConnection(tx, connection.row, { expiresAt: lease }))
    if (!hasLease) continue
    const renewedConnection = await renewWithLease(context, provider, {
      ...connection,
      row: { ...connection.row, expiresAt: lease },
    })
    if (renewedConnection) return renewedConnection
  }
  throw new ProviderError('no_answer')
}
