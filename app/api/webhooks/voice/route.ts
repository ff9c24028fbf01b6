import { withDatabase } from '@/lib/db/client.ts'
import { env } from '@/lib/env.ts'
import { BODY_LIMITS } from '@/lib/http/body-limits.ts'
import { readDelivery, refuse } from '@/lib/http/webhook.ts'
import { log } from '@/lib/log/log.ts'
import { wakeOutgoing } from '@/lib/outgoing/start.ts'
import { postCallEvent } from '@/lib/voice/event.ts'
import { receiveCall } from '@/lib/voice/receive.ts'
import { isSigned, SIGNATURE_HEADER } from '@/lib/voice/signature.ts'

/** Milliseconds, as the vendor waits longer than a person. */
const WEBHOOK_DEADLINE = 8_000

const typeOf = (content: unknown): unknown =>
  typeof content === 'object' && content !== null && 'type' in content ? content.type : undefined

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    // The answer says that it is no JSON; the parser's words would quote a caller.
    return undefined
  }
}

/**
 * Receives the voice vendor's event after a call: stores the call, its lead and its visit, once however often it comes.
 * Answers 200 with `{ status: 'stored' | 'repeated' | 'unknown-agent' | 'ignored' }`, 400 (no JSON), 401 (signature missing,
 * wrong or older than half an hour), 413, 422 (an event in a form we do not know), or 503 when it is to be delivered again.
 */
export async function POST(request: Request): Promise<Response> {
  const { acceptedWebhookSecrets: secrets } = env().voice
  if (secrets.length === 0) return refuse(503, 'The webhook is not set up here')
  const body = await readDelivery(request, BODY_LIMITS['/api/webhooks/voice'])
  if (body instanceof Response) return body
  const signature = request.headers.get(SIGNATURE_HEADER)
  if (!secrets.some((secret) => isSigned(signature, body, secret, new Date()))) {
    return refuse(401, 'The signature is missing, wrong or too old')
  }
  const content = parse(body)
  const type = typeOf(content)
  if (type === undefined) return refuse(400, 'The body is not an event as JSON')
  if (type !== postCallEvent.shape.type.value) return Response.json({ status: 'ignored' })
  const event = postCallEvent.safeParse(content)
  if (!event.success) {
    // Places without what stands there, which may be what a caller said.
    log.warn(
      { fields: event.error.issues.map(({ path }) => path.join('.')) },
      'An event of the voice vendor has another form',
    )
    return refuse(422, 'The event is not in the form that the vendor documents')
  }
  try {
    const status = await withDatabase(env().databaseUrl, (db) => receiveCall(db, event.data), WEBHOOK_DEADLINE)
    if (status === 'stored') wakeOutgoing()
    if (status === 'unknown-agent') log.warn('A call belongs to an assistant that no organization has')
    return Response.json({ status })
  } catch (error) {
    log.error({ err: error }, 'A call has to be delivered again')
    return refuse(503, 'The database does not answer: deliver the event again')
  }
}
