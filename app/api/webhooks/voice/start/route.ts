import { withDatabase } from '@/lib/platform/db/client.ts'
import { env } from '@/lib/platform/env/env.ts'
import { BODY_LIMITS } from '@/lib/platform/http/body-limits.ts'
import { readWebhookBody, buildRefusal } from '@/lib/platform/http/webhook.ts'
import { log } from '@/lib/platform/log/log.ts'
import { isSameSecret } from '@/lib/platform/crypto/secret.ts'
import { respondToStart, startRequest } from '@/lib/dashboard/voice/start.ts'
import { START_SECRET_HEADER } from '@/lib/dashboard/voice/start-secret.ts'
import { parseJson } from '@/lib/values/json.ts'

/**
 * Receives the voice vendor's request at the start of a call. Returns company settings and known caller data as
 * `StartResponse`. Responds within 300 ms, with safe defaults if the database is slow. Responds 400 for invalid JSON,
 * 413 or 422 for an invalid body, and 401 for a missing or wrong secret. Responds 503 if the webhook is not configured.
 */
export async function POST(request: Request): Promise<Response> {
  const { voice, databaseUrl } = env()
  const { acceptedStartSecrets: secrets } = voice
  if (secrets.length === 0) return buildRefusal(503, 'Webhook not configured')
  const receivedSecret = request.headers.get(START_SECRET_HEADER) ?? ''
  if (!secrets.some((secret) => isSameSecret(receivedSecret, secret))) {
    return buildRefusal(401, `Missing or invalid secret in ${START_SECRET_HEADER}`)
  }
  const body = await readWebhookBody(request, BODY_LIMITS['/api/webhooks/voice/start'])
  if (body instanceof Response) return body
  const content = parseJson(body)
  if (content === undefined) return buildRefusal(400, 'The body is not valid JSON')
  const start = startRequest.safeParse(content)
  if (!start.success) {
    log.warn({ fields: start.error.issues.map(({ path }) => path.join('.')) }, 'webhook: invalid call start payload')
    return buildRefusal(422, 'Unrecognized request payload')
  }
  const result = await respondToStart(start.data, {
    withDatabase: (operation) => withDatabase(databaseUrl, operation),
    now: new Date(),
  })
  return Response.json(result, { headers: { 'cache-control': 'no-store' } })
}
