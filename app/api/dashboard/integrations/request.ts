import type { Member } from '@/lib/auth/session-claims.ts'
import type { Actor } from '@/lib/events/event.ts'
import { notFound, RefusedError } from '@/lib/http/json-input.ts'
import type { Connecting } from '@/lib/integrations/connect.ts'
import { type IntegrationContext, integrationsOf } from '@/lib/integrations/context.ts'
import { type FailureCode, FAILURES } from '@/lib/integrations/failure.ts'
import { allowanceOf } from '@/lib/integrations/plan.ts'
import { isProviderName, type ProviderName, PROVIDERS } from '@/lib/integrations/providers.ts'

/** What Next hands to a route below `[provider]`. */
export type ProviderParams = { params: Promise<{ provider: string }> }

/** What the routes of connections work with. */
export type ConnectionRequest = {
  context: IntegrationContext
  provider: ProviderName
  actor: Actor
  person: Connecting
}

/** What a route works with. @throws {RefusedError} for somebody who names no system of ours */
export async function connectionRequest(
  { organization, userId, plans }: Member,
  { params }: ProviderParams,
): Promise<ConnectionRequest> {
  const { provider } = await params
  if (!isProviderName(provider)) throw new RefusedError(notFound('This system'))
  return {
    context: integrationsOf(organization.id),
    provider,
    actor: { kind: 'person', id: userId },
    person: { userId, allowance: allowanceOf(plans) },
  }
}

/** The answer where the plan, or how the site is set up, does not allow it. */
export const refusal = (error: string) => Response.json({ error, reason: 'refused' }, { status: 409 })

/** The answer to a use that did not work, in words that say what to do. */
export function failureResponse(provider: ProviderName, failure: FailureCode | 'not_connected' | 'writing_off') {
  const { label } = PROVIDERS[provider]
  if (failure === 'not_connected') return notFound(`The connection to ${label}`)
  if (failure === 'writing_off') return refusal(`Writing to ${label} is switched off.`)
  // Not 502, which proxies and content networks answer with pages of their own.
  return Response.json({ error: FAILURES[failure].words, reason: failure }, { status: 424 })
}
