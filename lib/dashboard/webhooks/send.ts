import { Webhook } from 'standardwebhooks'
import { isLoopback } from '../../platform/env/env.ts'
import { type Guard, postGuarded } from '../../platform/http/guarded-fetch.ts'
import { getErrorCode } from '../../platform/jobs/retry.ts'
import type { EncryptionKey, IntegrationSettings } from '../integrations/environment.ts'
import { SealError } from '../integrations/secrets.ts'
import type { EndpointRow } from './repository.ts'
import type { WebhookPayload } from './payload.ts'
import { unsealEndpointSecret } from './secrets.ts'

/** Includes DNS, the connection and the response body. */
const ATTEMPT_TIMEOUT_MS = 10_000
const MAX_RESPONSE_BYTES = 64 * 1024
const MAX_EXCERPT_LENGTH = 1_000

export type SendOptions = { keys: EncryptionKey[]; guard: Guard; timeoutMs?: number }

/** Receivers on loopback addresses are allowed only if the site itself runs on one, in local development. */
export const buildSendOptions = ({ keys, siteUrl }: IntegrationSettings): SendOptions => ({
  keys,
  guard: { allowsLoopback: isLoopback(siteUrl) },
})

export type Message = { id: string; payload: WebhookPayload }

/** Result of an attempt. `status` is null if there was no response, and `error` is null if there was one. */
export type Outcome = { status: number | null; error: string | null; response: string | null; durationMs: number }

export const isSuccess = ({ status }: Outcome): boolean => status !== null && status >= 200 && status < 300

async function listSecrets(
  keys: EncryptionKey[],
  { organizationId, secret, previousSecret, previousSecretEndsAt }: EndpointRow,
  now: Date,
): Promise<string[]> {
  const secrets = [await unsealEndpointSecret(keys, organizationId, secret)]
  if (!previousSecret || !previousSecretEndsAt || previousSecretEndsAt <= now) return secrets
  try {
    return [...secrets, await unsealEndpointSecret(keys, organizationId, previousSecret)]
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    // The former secret may be unreadable, which a rotation repairs.
    return secrets
  }
}

/** Postgres cannot store NUL. */
const toExcerpt = (text: string): string => text.replaceAll('\0', '').toWellFormed().slice(0, MAX_EXCERPT_LENGTH)

function buildBody({ type, timestamp, apiVersion, data }: WebhookPayload): string {
  // Postgres does not keep the order of the fields.
  return JSON.stringify({ type, timestamp, apiVersion, data })
}

/**
 * Sends a message once, signed as in https://www.standardwebhooks.com.
 * @param signal aborts the attempt when the worker stops
 * @throws the reason of `signal`; all other failures are part of the outcome
 */
export async function sendMessage(
  endpoint: EndpointRow,
  { id, payload }: Message,
  { keys, guard, timeoutMs = ATTEMPT_TIMEOUT_MS }: SendOptions,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<Outcome> {
  const startedAt = performance.now()
  const timeout = AbortSignal.timeout(timeoutMs)
  const getDurationMs = () => Math.round(performance.now() - startedAt)
  try {
    const body = buildBody(payload)
    const secrets = await listSecrets(keys, endpoint, now)
    const { status, text } = await postGuarded(
      endpoint.url,
      {
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Ductwise-Webhooks/1.0',
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
          'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
        },
        body,
        maxResponseBytes: MAX_RESPONSE_BYTES,
        signal: AbortSignal.any([signal, timeout]),
      },
      guard,
    )
    return { status, error: null, response: toExcerpt(text), durationMs: getDurationMs() }
  } catch (error) {
    signal.throwIfAborted()
    const code = timeout.aborted ? 'TIMEOUT' : error instanceof SealError ? 'UNREADABLE_SECRET' : getErrorCode(error)
    return { status: null, error: code, response: null, durationMs: getDurationMs() }
  }
}
