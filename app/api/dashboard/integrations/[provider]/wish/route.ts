import { withAccess } from '@/lib/auth/with-access.ts'
import { PROVIDERS } from '@/lib/integrations/providers.ts'
import { askForSystem } from '@/lib/integrations/wishes.ts'
import { wakeOutgoing } from '@/lib/outgoing/start.ts'
import { connectionRequest, type ProviderParams, refusal } from '../../request.ts'

/** Asks for a system that is not offered yet: the staff is told by mail, once a day. */
export const POST = withAccess(
  { permission: 'org:integrations:manage' },
  async (member, _request, params: ProviderParams) => {
    const { context, provider, actor } = await connectionRequest(member, params)
    const { missing } = context.settings.providers[provider]
    if (missing.length === 0) return refusal(`${PROVIDERS[provider].label} is offered by now: reload this page.`)
    await context.transaction((tx) => askForSystem(tx, provider, actor, context.now()))
    wakeOutgoing()
    return Response.json({ done: true })
  },
)
