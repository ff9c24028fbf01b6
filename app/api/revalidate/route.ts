import { decodeSignatureHeader, isValidSignature, SIGNATURE_HEADER_NAME } from '@sanity/webhook'
import { sharedTags } from '@/lib/cache/shared-tags.ts'
import { purgeEdge } from '@/lib/edge-cache/edge.ts'
import { env } from '@/lib/env.ts'
import { log } from '@/lib/log/log.ts'
import { BODY_LIMITS } from '@/lib/http/body-limits.ts'
import { readDelivery, refuse } from '@/lib/http/webhook.ts'
import { countPublish } from '@/lib/telemetry/publishes.ts'
import { contentSettled } from '@/sanity/change.ts'
import { parseWebhook, type WebhookEvent } from '@/sanity/webhook.ts'

/** Milliseconds a signed request is good for: Sanity retries soon, and a recorded one is worthless later. */
const MAX_AGE = 5 * 60_000

async function isAuthentic(body: string, signature: string): Promise<boolean> {
  const checks = env().acceptedWebhookSecrets.map((secret) => isValidSignature(body, signature, secret))
  if (!(await Promise.all(checks)).includes(true)) return false
  const { timestamp } = decodeSignatureHeader(signature)
  return Math.abs(Date.now() - timestamp) <= MAX_AGE
}

function parsed(body: string): WebhookEvent | undefined {
  try {
    return parseWebhook(body)
  } catch (err) {
    log.warn({ err }, 'A signed request does not come from the webhook of this site')
    return undefined
  }
}

/**
 * Receives the webhook of `sanity/webhook.ts`: once it is answered, every page that shows the change is made anew at the
 * next look, whichever process answers that look and whatever a cache in front has kept.
 * Answers 401 (no, wrong or old signature), 413, 422, 200 with `{ revalidated }`, or 503 while other processes cannot be
 * told: this one has been, and Sanity sends the request again.
 */
export async function POST(request: Request): Promise<Response> {
  const signature = request.headers.get(SIGNATURE_HEADER_NAME)
  if (!signature) return refuse(401, 'The signature is missing')
  const body = await readDelivery(request, BODY_LIMITS['/api/revalidate'])
  if (body instanceof Response) return body
  if (!(await isAuthentic(body, signature))) return refuse(401, 'The signature is wrong or too old')
  const event = parsed(body)
  if (!event) return refuse(422, 'The body does not come from the webhook of this site')

  await contentSettled(event)
  const isShared = await sharedTags(env().databaseUrl).revalidate(event.tags)
  // After every process knows, since the cache asks any of them.
  const isPurged = await purgeEdge(env(), event.tags)
  countPublish(isShared && isPurged)
  if (!isShared || !isPurged)
    return refuse(503, 'Other processes of the site could not be told: send the request again')
  return Response.json({ revalidated: event.tags })
}
