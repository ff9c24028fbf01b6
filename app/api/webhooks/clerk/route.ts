import { verifyWebhook, type WebhookEvent } from '@clerk/nextjs/webhooks'
import { NextRequest } from 'next/server'
import { accountEnv } from '@/lib/auth/environment.ts'
import { withDatabase } from '@/lib/db/client.ts'
import { withDeadline } from '@/lib/deadline.ts'
import { env } from '@/lib/env.ts'
import { log } from '@/lib/log/log.ts'
import { countMembers } from '@/lib/auth/organizations/count-members.ts'
import { type OrganizationEvent, readEvent, receiveEvent, type RunQueries } from '@/lib/auth/organizations/events.ts'
import { BODY_LIMITS } from '@/lib/http/body-limits.ts'
import { readDelivery, refuse } from '@/lib/http/webhook.ts'

/** Clerk gives up after 15 seconds. Each event has at most two rounds of queries, and requests to Clerk between them. */
const QUERY_DEADLINE_MS = 5_000
const CLERK_DEADLINE_MS = 4_000

/** @throws when Clerk does not answer in time */
const countInTime = (organizationId: string): Promise<number> =>
  withDeadline(countMembers(organizationId), CLERK_DEADLINE_MS, () => {
    throw new Error(`Clerk did not answer within ${CLERK_DEADLINE_MS} ms`)
  })

/** The event, if its signature holds and it is younger than five minutes (both are the library's to say). */
async function verified(request: Request, body: string, secrets: string[]): Promise<WebhookEvent | undefined> {
  const { url, headers } = request
  for (const signingSecret of secrets) {
    try {
      return await verifyWebhook(new NextRequest(url, { method: 'POST', headers, body }), { signingSecret })
    } catch {
      // Answered with 401 after the last one: anybody may send one, and the library's words quote what was sent.
    }
  }
  return undefined
}

function relevant(event: WebhookEvent): OrganizationEvent | 'ignored' | 'malformed' {
  try {
    return readEvent(event) ?? 'ignored'
  } catch (error) {
    log.warn({ err: error, event: event.type }, 'An event of Clerk is not in the form that it documents')
    return 'malformed'
  }
}

/**
 * Receives Clerk's webhook: an organization's data goes when the organization or its last member is deleted.
 * Answers 200 with `{ status: 'applied' | 'repeated' | 'ignored' }`, 401 (signature missing, wrong or old), 413, 422 (an
 * event in a form we do not know), or 503 when it is to be delivered again.
 */
export async function POST(request: Request): Promise<Response> {
  const secrets = accountEnv()?.acceptedWebhookSecrets ?? []
  if (secrets.length === 0) return refuse(503, 'The webhook is not set up here')
  const body = await readDelivery(request, BODY_LIMITS['/api/webhooks/clerk'])
  if (body instanceof Response) return body
  const event = await verified(request, body, secrets)
  if (!event) return refuse(401, 'The signature is missing, wrong or too old')
  const change = relevant(event)
  if (change === 'malformed') return refuse(422, 'The event is not in the form that Clerk documents')
  if (change === 'ignored') return Response.json({ status: change })
  try {
    // The signature covers this header.
    const deliveryId = request.headers.get('svix-id')?.trim() ?? ''
    const query: RunQueries = (work) => withDatabase(env().databaseUrl, work, QUERY_DEADLINE_MS)
    const status = await receiveEvent(query, deliveryId, change, countInTime)
    return Response.json({ status })
  } catch (error) {
    log.error({ err: error, event: change.type }, 'An event of Clerk has to be delivered again')
    return refuse(503, 'The database or Clerk does not answer: deliver the event again')
  }
}
