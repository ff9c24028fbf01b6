import { organizationSettings } from '../../../lib/dashboard/schema/settings.ts'
import { simulateCall } from '../../../scripts/support/simulate.ts'
import { stack } from '../../support/stack/addresses.ts'
import { createOwner } from './people.ts'
import { within } from './rows.ts'

export const TIME_ZONE = 'America/Chicago'

export async function createOwnerWithAssistant(name: string) {
  const owner = await createOwner(name)
  const agentId = `agent_${owner.organizationId}`
  await within(owner, ({ db, organizationId }) =>
    db.insert(organizationSettings).values({ organizationId, timeZone: TIME_ZONE, voiceAgentId: agentId }),
  )
  return { ...owner, agentId }
}

export const simulateIncomingCall = ({ agentId }: { agentId: string }): Promise<string> =>
  simulateCall({
    siteUrl: stack.env.siteUrl,
    secret: stack.env.voice.webhookSecret ?? '',
    agentId,
    zone: TIME_ZONE,
  })
