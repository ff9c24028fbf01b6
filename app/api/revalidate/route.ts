import { millisecondsInMinute } from 'date-fns/constants'
import { decodeSignatureHeader, isValidSignature, SIGNATURE_HEADER_NAME } from '@sanity/webhook'
import { getSharedTags } from '@/lib/platform/cache/shared-tags.ts'
import { purgeEdge } from '@/lib/platform/edge-cache/edge.ts'
import { env } from '@/lib/platform/env/env.ts'
import { log } from '@/lib/platform/log/log.ts'
import { BODY_LIMITS } from '@/lib/platform/http/body-limits.ts'
import { readWebhookBody, buildRefusal } from '@/lib/platform/http/webhook.ts'
import { countPublish } from '@/lib/platform/telemetry/publishes.ts'
import { waitForContent } from '@/sanity/lake/change.ts'
import { parseWebhook, type WebhookEvent } from '@/sanity/webhook.ts'

/** Maximum age of a signature. It allows Sanity's retries and limits replays. */
const MAX_AGE_MS = 5 * millisecondsInMinute

async function isAuthentic(body: string, signature: string): Promise<boolean> {
  const checks = env().acceptedWebhookSecrets.map((secret) => isValidSignature(body, signature, secret))
  if (!(await Promise.all(checks)).includes(true)) return false
  const { timestamp } = decodeSignatureHeader(signature)
  return Math.abs(Date.now() - timestamp) <= MAX_AGE_MS
}

function parseEvent(body: string): WebhookEvent | undefined {
  try {
    return parseWebhook(body)
  } catch (err) {
    log.warn({ err }, 'webhook: invalid sanity payload')
    return undefined
  }
}

/**
 * Receives the webhook of `sanity/webhook.ts`. After a 200 response with `{ revalidated }`, no process and no edge
 * cache serves the old pages. Responds 401 for a missing, wrong or old signature, and 413 or 422 for an invalid body.
 * Responds 503 if a process or the edge cache could not be updated. Sanity then retries.
 */
export async function POST(request: Request): Promise<Response> {
  const signature = request.headers.get(SIGNATURE_HEADER_NAME)
  if (!signature) return buildRefusal(401, 'Missing signature')
  const body = await readWebhookBody(request, BODY_LIMITS['/api/revalidate'])
  if (body instanceof Response) return body
  if (!(await isAuthentic(body, signature))) return buildRefusal(401, 'Invalid or expired signature')
  const event = parseEvent(body)
  if (!event) return buildRefusal(422, 'Unrecognized webhook payload')

  await waitForContent(event)
  const isShared = await getSharedTags(env().databaseUrl).revalidate(event.tags)
  // The purge comes last, because the edge cache may fetch a page from any process.
  const isPurged = await purgeEdge(env(), event.tags)
  countPublish(isShared && isPurged)
  if (!isShared || !isPurged)
    return buildRefusal(503, 'Not all server processes could be updated. Send the request again.')
  return Response.json({ revalidated: event.tags })
}
