import { withDatabase } from '@/lib/db/client.ts'
import { env } from '@/lib/env.ts'
import { BODY_LIMITS } from '@/lib/http/body-limits.ts'
import { readDelivery, refuse } from '@/lib/http/webhook.ts'
import { log } from '@/lib/log/log.ts'
import { isSameSecret } from '@/lib/secret.ts'
import { answerStart, startRequest } from '@/lib/voice/start.ts'
import { START_SECRET_HEADER } from '@/lib/voice/start-secret.ts'

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    // The answer says that it is no JSON; the parser's words would quote a number.
    return undefined
  }
}

/**
 * Answers the voice vendor when a call comes in: what holds for the company now and what is known of the caller, as
 * `StartAnswer`; within 300 ms, with a safe answer where something is missing or the database is slow.
 * 400 (no JSON), 401 (secret missing or wrong), 413, 422 (another form), 503 (not set up here).
 */
export async function POST(request: Request): Promise<Response> {
  const { voice, databaseUrl } = env()
  const { acceptedStartSecrets: secrets } = voice
  if (secrets.length === 0) return refuse(503, 'The webhook is not set up here')
  const given = request.headers.get(START_SECRET_HEADER) ?? ''
  if (!secrets.some((secret) => isSameSecret(given, secret))) {
    return refuse(401, `The secret in ${START_SECRET_HEADER} is missing or wrong`)
  }
  const body = await readDelivery(request, BODY_LIMITS['/api/webhooks/voice/start'])
  if (body instanceof Response) return body
  const content = parse(body)
  if (content === undefined) return refuse(400, 'The body is not JSON')
  const start = startRequest.safeParse(content)
  if (!start.success) {
    log.warn(
      { fields: start.error.issues.map(({ path }) => path.join('.')) },
      'The beginning of a call has another form',
    )
    return refuse(422, 'The request is not in the form that the vendor documents')
  }
  const answer = await answerStart(start.data, {
    withDatabase: (work) => withDatabase(databaseUrl, work),
    now: new Date(),
  })
  return Response.json(answer, { headers: { 'cache-control': 'no-store' } })
}
