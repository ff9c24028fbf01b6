import { organizationSettings } from '../../../lib/db/schema/index.ts'
import { simulateCall } from '../../../scripts/support/simulate.ts'
import { stack } from '../../support/stack/addresses.ts'
import { newOwner } from './people.ts'
import { within } from './rows.ts'

/** Companies whose phone the assistant answers. */

/** The zone of these companies. */
export const ZONE = 'America/Chicago'

/** An owner whose assistant is known to the site. */
export async function ownerWithAssistant(name: string) {
  const owner = await newOwner(name)
  const agentId = `agent_${owner.organizationId}`
  await within(owner, ({ db, organizationId }) =>
    db.insert(organizationSettings).values({ organizationId, timeZone: ZONE, voiceAgentId: agentId }),
  )
  return { ...owner, agentId }
}

/** Has a call come in, which the assistant answered. @returns what the site says of it */
export const callIn = ({ agentId }: { agentId: string }): Promise<string> =>
  simulateCall({
    siteUrl: stack.env.siteUrl,
    secret: stack.env.voice.webhookSecret ?? '',
    agentId,
    zone: ZONE,
  })
