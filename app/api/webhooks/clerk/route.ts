import { isClerkAPIResponseError } from '@clerk/backend/errors'
import { clerkClient } from '@clerk/nextjs/server'
import { verifyWebhook, type WebhookEvent } from '@clerk/nextjs/webhooks'
import { NextRequest } from 'next/server'
import { getAccountEnv } from '@/lib/platform/auth/environment.ts'
import { withDatabase } from '@/lib/platform/db/client.ts'
import { withDeadline } from '@/lib/platform/time/deadline.ts'
import { env } from '@/lib/platform/env/env.ts'
import { log } from '@/lib/platform/log/log.ts'
import {
  type CountMembers,
  type OrganizationEvent,
  readEvent,
  receiveEvent,
  type RunQueries,
} from '@/lib/dashboard/organizations/events.ts'
import { BODY_LIMITS } from '@/lib/platform/http/body-limits.ts'
import { readWebhookBody, buildRefusal } from '@/lib/platform/http/webhook.ts'

/**
 * Together, the deadlines stay below Clerk's webhook timeout of 15 seconds. An event causes at most two sets of queries
 * and one request to Clerk.
 */
const QUERY_DEADLINE_MS = 5_000
const CLERK_DEADLINE_MS = 4_000

/**
 * Counts the members of an organization.
 * @throws if Clerk does not respond in time
 */
const countMembers: CountMembers = async (organizationId) => {
  const { organizations } = await clerkClient()
  const list = organizations.getOrganizationMembershipList({ organizationId, limit: 1 })
  try {
    const { totalCount } = await withDeadline(list, CLERK_DEADLINE_MS, () => {
      throw new Error(`Clerk did not respond within ${CLERK_DEADLINE_MS} ms`)
    })
    return totalCount
  } catch (error) {
    if (isClerkAPIResponseError(error) && error.status === 404) return 0
    throw error
  }
}

/** Verifies the signature. The library also rejects events older than five minutes. */
async function verifyEvent(request: Request, body: string, secrets: string[]): Promise<WebhookEvent | undefined> {
  const { url, headers } = request
  for (const signingSecret of secrets) {
    try {
      return await verifyWebhook(new NextRequest(url, { method: 'POST', headers, body }), { signingSecret })
    } catch {
      // The error is not logged, because its message quotes the request, which anyone can send. The route responds 401
      // if no secret matches.
    }
  }
  return undefined
}

function classifyEvent(event: WebhookEvent): OrganizationEvent | 'ignored' | 'malformed' {
  try {
    return readEvent(event) ?? 'ignored'
  } catch (error) {
    log.warn({ err: error, event: event.type }, 'webhook: invalid clerk payload')
    return 'malformed'
  }
}

/**
 * Deletes an organization's data if Clerk reports that the organization or its last member was deleted. Responds 200
 * with `{ status: 'applied' | 'repeated' | 'ignored' }`. Responds 401 for a missing, wrong or old signature, and 413 or
 * 422 for an invalid body. Responds 503 if Clerk should retry.
 */
export async function POST(request: Request): Promise<Response> {
  const secrets = getAccountEnv()?.acceptedWebhookSecrets ?? []
  if (secrets.length === 0) return buildRefusal(503, 'Webhook not configured')
  const body = await readWebhookBody(request, BODY_LIMITS['/api/webhooks/clerk'])
  if (body instanceof Response) return body
  const event = await verifyEvent(request, body, secrets)
  if (!event) return buildRefusal(401, 'Missing, invalid or expired signature')
  const change = classifyEvent(event)
  if (change === 'malformed') return buildRefusal(422, 'Unrecognized event payload')
  if (change === 'ignored') return Response.json({ status: change })
  try {
    const deliveryId = request.headers.get('svix-id')?.trim() ?? ''
    const query: RunQueries = (operation) => withDatabase(env().databaseUrl, operation, QUERY_DEADLINE_MS)
    const status = await receiveEvent(query, deliveryId, change, countMembers)
    return Response.json({ status })
  } catch (error) {
    log.error({ err: error, event: change.type }, 'webhook: clerk event not applied')
    return buildRefusal(503, 'The database or Clerk is unavailable. Deliver the event again.')
  }
}
