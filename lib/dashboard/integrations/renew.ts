import { setTimeout as wait } from 'node:timers/promises'
import { oauthServer } from './authorization-servers.ts'
import type { IntegrationContext } from './context.ts'
import { ProviderError } from './failure.ts'
import type { ProviderName } from './providers.ts'
import {
  changeConnection,
  findConnection,
  type OpenConnection,
  openConnection,
  renewalOf,
  sealSecret,
  type Secret,
} from './repository.ts'
import { exchangeKey, refresh, revoke, type Tokens } from './tokens.ts'

/** Lease of a token renewal in milliseconds. Longer than the request timeout. */
const LEASE = 15_000

const LOOK_AGAIN = 100

/**
 * Checks whether another process holds the lease. During a renewal, the row's `expiresAt` is the end of the lease and
 * differs from the secret's `renewAt`. A database lock would keep a transaction open during the request.
 */
const isBeingRenewed = ({ row, secret }: OpenConnection, now: Date): boolean =>
  row.expiresAt !== null && row.expiresAt.getTime() !== secret.renewAt && row.expiresAt > now

const isDue = ({ accessToken, renewAt }: Secret, now: Date, refused: string | undefined): boolean =>
  accessToken === null || accessToken === refused || (renewAt !== null && renewAt <= now.getTime())

/** Returns the secret with new tokens. If the response has no refresh token, the old one remains valid. */
export const withTokens = (secret: Secret, { accessToken, refreshToken, renewAt, details }: Tokens): Secret => ({
  ...secret,
  accessToken,
  refreshToken: refreshToken ?? secret.refreshToken,
  renewAt,
  details: { ...secret.details, ...details },
})

export async function nextTokens(context: IntegrationContext, provider: ProviderName, secret: Secret): Promise<Tokens> {
  const server = await oauthServer(context.settings, provider, secret.key)
  if (secret.key) return exchangeKey(server, context.now())
  if (!secret.refreshToken) throw new ProviderError('invalid_grant')
  return refresh(server, secret.refreshToken, context.now())
}

/**
 * Renews the tokens while this process holds the lease.
 * @returns undefined if the connection was removed or replaced concurrently
 */
async function renewHeld(
  context: IntegrationContext,
  provider: ProviderName,
  { row, secret }: OpenConnection,
): Promise<OpenConnection | undefined> {
  let tokens: Tokens
  try {
    tokens = await nextTokens(context, provider, secret)
  } catch (error) {
    const failure = error instanceof ProviderError ? error.code : null
    await context.transaction((tx) =>
      changeConnection(tx, row, { expiresAt: renewalOf(secret), ...(failure && { failure }) }),
    )
    throw error
  }
  const renewed = withTokens(secret, tokens)
  const change = {
    secret: await sealSecret(context, provider, renewed),
    expiresAt: renewalOf(renewed),
    failure: null,
  }
  const [isSaved, isGone] = await context.transaction(async (tx) => [
    await changeConnection(tx, row, change),
    (await findConnection(tx, provider)) === undefined,
  ])
  if (isSaved) return { row: { ...row, ...change }, secret: renewed }
  // The connection was removed during the renewal, so nothing else would revoke the new token.
  if (isGone) await revoke(await oauthServer(context.settings, provider), renewed)
  return undefined
}

/**
 * Returns a connection with a valid token. Only one process renews it; the others wait.
 * @param refused token that the provider rejected before its expiry
 * @returns undefined if the provider is not connected
 * @throws {ProviderError}
 */
export async function freshConnection(
  context: IntegrationContext,
  provider: ProviderName,
  refused?: string,
): Promise<OpenConnection | undefined> {
  for (const giveUpAt = Date.now() + LEASE; Date.now() < giveUpAt;) {
    const open = await openConnection(context, provider)
    if (!open) return undefined
    const now = context.now()
    if (!isDue(open.secret, now, refused)) return open
    if (!open.secret.refreshToken && !open.secret.key) throw new ProviderError('invalid_grant')
    if (isBeingRenewed(open, now)) {
      await wait(LOOK_AGAIN)
      continue
    }
    const lease = new Date(now.getTime() + LEASE)
    const isHeld = await context.transaction((tx) => changeConnection(tx, open.row, { expiresAt: lease }))
    if (!isHeld) continue
    const renewed = await renewHeld(context, provider, { ...open, row: { ...open.row, expiresAt: lease } })
    if (renewed) return renewed
  }
  throw new ProviderError('no_answer')
}
