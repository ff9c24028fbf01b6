import { type OperationRule, withAccess } from '@/lib/dashboard/access/with-access.ts'
import type { Actor } from '@/lib/dashboard/model/event.ts'
import { buildNotFoundResponse } from '@/lib/platform/http/json-input.ts'
import type { ConnectingUser } from '@/lib/dashboard/integrations/connect.ts'
import { type IntegrationContext, createIntegrationContext } from '@/lib/dashboard/integrations/context.ts'
import { type FailureCode, FAILURES } from '@/lib/dashboard/integrations/failure.ts'
import { findAllowance } from '@/lib/dashboard/integrations/plan.ts'
import { isProviderName, type ProviderName, PROVIDERS } from '@/lib/dashboard/integrations/providers.ts'

type Params = { params: Promise<{ provider: string }> }

export type ConnectionRequest = {
  context: IntegrationContext
  provider: ProviderName
  actor: Actor
  person: ConnectingUser
}

/** Wraps a route below `[provider]`. Responds 404 for an unknown provider. */
export const withConnection = (
  rule: OperationRule,
  handler: (asked: ConnectionRequest, request: Request) => Promise<Response>,
) =>
  withAccess(rule, async ({ organization, userId, plans }, request, { params }: Params) => {
    const { provider } = await params
    if (!isProviderName(provider)) return buildNotFoundResponse('This integration')
    const actor = { kind: 'person', id: userId } as const
    const person = { userId, allowance: findAllowance(plans) }
    return handler({ context: createIntegrationContext(organization.id), provider, actor, person }, request)
  })

/** Wraps a route that only Slack has. Responds 404 for other providers. */
export const withSlack = (rule: OperationRule, handler: Parameters<typeof withConnection>[1]) =>
  withConnection(rule, async (connectionRequest, request) =>
    connectionRequest.provider === 'slack'
      ? handler(connectionRequest, request)
      : buildNotFoundResponse('This integration'),
  )

export const buildRefusedResponse = (error: string) => Response.json({ error, reason: 'refused' }, { status: 409 })

export function buildFailureResponse(provider: ProviderName, failure: FailureCode | 'not_connected' | 'writing_off') {
  const { label } = PROVIDERS[provider]
  if (failure === 'not_connected') return buildNotFoundResponse(`The ${label} integration`)
  if (failure === 'writing_off') return buildRefusedResponse(`Write access to ${label} is turned off.`)
  // The status is not 502, because proxies and CDNs replace the body of a 502 response.
  return Response.json({ error: FAILURES[failure].words, reason: failure }, { status: 424 })
}
