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
  sealSecret,
  type Secret,
} from './store.ts'
import { exchangeKey, refresh, revoke, type Tokens } from './tokens.ts'

/** Milliseconds for which a renewal is left to the one who began it; longer than the provider may take. */
const LEASE = 15_000

/** Milliseconds between two looks whether another one is done. */
const LOOK_AGAIN = 100

/**
 * Whether somebody is renewing: then the row says until when that is left to them, and differs from what the secret says.
 * A lock of the database would need a transaction that is open while the provider is asked.
 */
const isBeingRenewed = ({ row, secret }: OpenConnection, now: Date): boolean =>
  row.expiresAt !== null && row.expiresAt.getTime() !== secret.renewAt && row.expiresAt > now

const isDue = ({ accessToken, renewAt }: Secret, now: Date, refused: string | undefined): boolean =>
  accessToken === null || accessToken === refused || (renewAt !== null && renewAt <= now.getTime())

/** The secret with other tokens; a provider that sends no new refresh token goes on taking the old one. */
export const withTokens = (secret: Secret, tokens: Tokens): Secret => ({
  ...secret,
  accessToken: tokens.accessToken,
  refreshToken: tokens.refreshToken ?? secret.refreshToken,
  renewAt: tokens.renewAt,
  details: { ...secret.details, ...tokens.details },
})

const dateOf = (renewAt: number | null) => (renewAt === null ? null : new Date(renewAt))

/** The tokens that a secret can be exchanged for. @throws {ProviderError} */
export async function nextTokens(context: IntegrationContext, provider: ProviderName, secret: Secret): Promise<Tokens> {
  const server = await oauthServer(context.settings, provider, secret.key)
  if (secret.key) return exchangeKey(server, context.now())
  if (!secret.refreshToken) throw new ProviderError('invalid_grant')
  return refresh(server, secret.refreshToken, context.now())
}

/** Renews a connection that this call holds the lease of. @returns undefined when it was removed or made anew meanwhile */
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
      changeConnection(tx, row, { expiresAt: dateOf(secret.renewAt), ...(failure && { failure }) }),
    )
    throw error
  }
  const renewed = withTokens(secret, tokens)
  const change = {
    secret: await sealSecret(context, provider, renewed),
    expiresAt: dateOf(renewed.renewAt),
    failure: null,
  }
  const [isSaved, isGone] = await context.transaction(async (tx) => [
    await changeConnection(tx, row, change),
    (await findConnection(tx, provider)) === undefined,
  ])
  if (isSaved) return { row: { ...row, ...change }, secret: renewed }
  // It was removed while the provider made a new token, which the removal could not know of.
  if (isGone) await revoke(await oauthServer(context.settings, provider), renewed)
  return undefined
}

/**
 * A connection whose access token is good. It is renewed when that is due, by one process at a time; the others wait.
 * @param refused an access token that the provider did not take, whatever was said about its end
 * @returns undefined when there is no connection
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
