import { organizationSettings } from '../../../lib/dashboard/schema/settings.ts'
import { simulateCall } from '../../../scripts/support/simulate.ts'
import { stack } from '../../support/stack/addresses.ts'
import { newOwner } from './people.ts'
import { within } from './rows.ts'

export const ZONE = 'America/Chicago'

export async function ownerWithAssistant(name: string) {
  const owner = await newOwner(name)
  const agentId = `agent_${owner.organizationId}`
  await within(owner, ({ db, organizationId }) =>
    db.insert(organizationSettings).values({ organizationId, timeZone: ZONE, voiceAgentId: agentId }),
  )
  return { ...owner, agentId }
}

export const callIn = ({ agentId }: { agentId: string }): Promise<string> =>
  simulateCall({
    siteUrl: stack.env.siteUrl,
    secret: stack.env.voice.webhookSecret ?? '',
    agentId,
    zone: ZONE,
  })
