import { and, eq, isNull } from 'drizzle-orm'
import type { OrganizationTransaction } from '../db/organization.ts'
import { assistantHandovers, organizationSettings, outgoing } from '../db/schema/index.ts'

/** Whether the voice vendor has what the assistant says and asks. Times in ISO 8601. */
export type HandoverState = {
  /** Whether there is an assistant at the vendor that can be told. */
  hasLine: boolean
  handedOverAt: string | null
  /** Why the vendor refused it the last time, as a code; null while it takes it. */
  refusal: string | null
  refusedAt: string | null
  /** Whether something is on its way, or is tried again. */
  isWaiting: boolean
}

/** The state of the handover of an organization's instructions to the voice vendor. */
export async function readHandover({ db, organizationId }: OrganizationTransaction): Promise<HandoverState> {
  const [settings] = await db
    .select({ agentId: organizationSettings.voiceAgentId })
    .from(organizationSettings)
    .where(eq(organizationSettings.organizationId, organizationId))
  const [handover] = await db
    .select()
    .from(assistantHandovers)
    .where(eq(assistantHandovers.organizationId, organizationId))
  const waiting = await db.$count(
    outgoing,
    and(
      eq(outgoing.organizationId, organizationId),
      eq(outgoing.kind, 'assistant-handover'),
      isNull(outgoing.doneAt),
      isNull(outgoing.failedAt),
    ),
  )
  return {
    hasLine: Boolean(settings?.agentId),
    handedOverAt: handover?.handedOverAt?.toISOString() ?? null,
    refusal: handover?.refusal ?? null,
    refusedAt: handover?.refusedAt?.toISOString() ?? null,
    isWaiting: waiting > 0,
  }
}
