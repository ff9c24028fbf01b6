import { withDatabase } from '@/lib/platform/db/client.ts'
import { env } from '@/lib/platform/env/env.ts'
import { BODY_LIMITS } from '@/lib/platform/http/body-limits.ts'
import { readWebhookBody, buildRefusal } from '@/lib/platform/http/webhook.ts'
import { log } from '@/lib/platform/log/log.ts'
import { wakeJobs } from '@/lib/platform/jobs/start.ts'
import { postCallEvent } from '@/lib/dashboard/voice/event.ts'
import { receiveCall } from '@/lib/dashboard/voice/receive.ts'
import { isValidSignature, SIGNATURE_HEADER } from '@/lib/dashboard/voice/signature.ts'
import { parseJson } from '@/lib/values/json.ts'

/** The deadline is long, because the vendor waits longer than a user would. */
const WEBHOOK_DEADLINE_MS = 8_000

const getType = (content: unknown): unknown =>
  typeof content === 'object' && content !== null && 'type' in content ? content.type : undefined

/**
 * Receives the voice vendor's post-call event and stores the call, its lead and its visit. Idempotent. Responds 200
 * with `{ status: 'stored' | 'repeated' | 'unknown-agent' | 'ignored' }`. Responds 400 for invalid JSON, 413 or 422 for
 * an invalid body, and 503 if the vendor should retry. Responds 401 if the signature is missing, wrong or older than 30
 * minutes.
 */
export async function POST(request: Request): Promise<Response> {
  const { acceptedWebhookSecrets: secrets } = env().voice
  if (secrets.length === 0) return buildRefusal(503, 'Webhook not configured')
  const body = await readWebhookBody(request, BODY_LIMITS['/api/webhooks/voice'])
  if (body instanceof Response) return body
  const signature = request.headers.get(SIGNATURE_HEADER)
  if (!secrets.some((secret) => isValidSignature(signature, body, secret, new Date()))) {
    return buildRefusal(401, 'Missing, invalid or expired signature')
  }
  const content = parseJson(body)
  const type = getType(content)
  if (type === undefined) return buildRefusal(400, 'The body is not valid JSON')
  if (type !== postCallEvent.shape.type.value) return Response.json({ status: 'ignored' })
  const event = postCallEvent.safeParse(content)
  if (!event.success) {
    // The log contains only the paths, because the values may be the caller's words.
    log.warn({ fields: event.error.issues.map(({ path }) => path.join('.')) }, 'webhook: invalid voice payload')
    return buildRefusal(422, 'Unrecognized event payload')
  }
  try {
    const status = await withDatabase(env().databaseUrl, (db) => receiveCall(db, event.data), WEBHOOK_DEADLINE_MS)
    if (status === 'stored') wakeJobs()
    if (status === 'unknown-agent') log.warn('webhook: unknown voice agent')
    return Response.json({ status })
  } catch (error) {
    log.error({ err: error }, 'webhook: call not stored')
    return buildRefusal(503, 'The database is unavailable. Deliver the event again.')
  }
}
