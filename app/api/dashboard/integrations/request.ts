import { type OperationRule, withAccess } from '@/lib/dashboard/access/with-access.ts'
import type { Actor } from '@/lib/dashboard/model/event.ts'
import { notFound } from '@/lib/platform/http/json-input.ts'
import type { Connecting } from '@/lib/dashboard/integrations/connect.ts'
import { type IntegrationContext, integrationsOf } from '@/lib/dashboard/integrations/context.ts'
import { type FailureCode, FAILURES } from '@/lib/dashboard/integrations/failure.ts'
import { allowanceOf } from '@/lib/dashboard/integrations/plan.ts'
import { isProviderName, type ProviderName, PROVIDERS } from '@/lib/dashboard/integrations/providers.ts'

type Params = { params: Promise<{ provider: string }> }

export type ConnectionRequest = {
  context: IntegrationContext
  provider: ProviderName
  actor: Actor
  person: Connecting
}

/** Wraps a route below `[provider]`. Responds 404 for an unknown provider. */
export const withConnection = (
  rule: OperationRule,
  handler: (asked: ConnectionRequest, request: Request) => Promise<Response>,
) =>
  withAccess(rule, async ({ organization, userId, plans }, request, { params }: Params) => {
    const { provider } = await params
    if (!isProviderName(provider)) return notFound('This integration')
    const actor = { kind: 'person', id: userId } as const
    const person = { userId, allowance: allowanceOf(plans) }
    return handler({ context: integrationsOf(organization.id), provider, actor, person }, request)
  })

export const refusal = (error: string) => Response.json({ error, reason: 'refused' }, { status: 409 })

export function failureResponse(provider: ProviderName, failure: FailureCode | 'not_connected' | 'writing_off') {
  const { label } = PROVIDERS[provider]
  if (failure === 'not_connected') return notFound(`The ${label} integration`)
  if (failure === 'writing_off') return refusal(`Write access to ${label} is turned off.`)
  // The status is not 502, because proxies and CDNs replace the body of a 502 response.
  return Response.json({ error: FAILURES[failure].words, reason: failure }, { status: 424 })
}
