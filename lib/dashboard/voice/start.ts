import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { situationAt } from '../settings/situation.ts'
import { currentInstructions } from '../assistant/repository.ts'
import type { Database } from '../../platform/db/client.ts'
import { inOrganization, type OrganizationTransaction } from '../../platform/db/organization.ts'
import { assistantHandovers } from '../schema/assistant.ts'
import { callerNumbers, callers } from '../schema/callers.ts'
import { withDeadline } from '../../platform/time/deadline.ts'
import { log } from '../../platform/log/log.ts'
import { readReportedNumber } from '../../values/phone-number.ts'
import { getSettings } from '../settings/repository.ts'
import {
  type CallVariables,
  firstLanguage,
  firstMessageOf,
  type KnownCaller,
  promptOf,
  SAFE_VARIABLES,
  variablesOf,
} from './briefing.ts'

/*
 * The response to the request at the start of a call is due within 300 ms. Source:
 * https://elevenlabs.io/docs/eleven-agents/customization/personalization/twilio-personalization.md
 */

/** Deadline in milliseconds. Leaves 50 ms for the network. */
export const START_DEADLINE = 250

export const startRequest = z.looseObject({
  agent_id: z.string().min(1).max(200),
  /** Phone number of the caller. If it is withheld, it is missing or not a number. */
  caller_id: z.string().max(200).nullish(),
  called_number: z.string().max(200).nullish(),
  call_sid: z.string().max(200).nullish(),
})

export type StartRequest = z.infer<typeof startRequest>

export type StartAnswer = {
  type: 'conversation_initiation_client_data'
  dynamic_variables: CallVariables
  /** Overrides the synced agent config for this call. */
  conversation_config_override?: {
    agent: { prompt: { prompt: string }; language: string; first_message?: string }
  }
}

/** Fallback response. The synced agent config applies, and the assistant makes no statements about the current hour. */
export const SAFE_ANSWER: StartAnswer = {
  type: 'conversation_initiation_client_data',
  dynamic_variables: SAFE_VARIABLES,
}

async function findKnown(
  { db, organizationId }: OrganizationTransaction,
  callerId: string | null | undefined,
): Promise<KnownCaller | undefined> {
  const phone = readReportedNumber(callerId)
  if (!phone) return undefined
  const [known] = await db
    .select({ name: callers.name, system: callers.system, doNotCall: callers.doNotCall })
    .from(callerNumbers)
    .innerJoin(
      callers,
      and(eq(callers.id, callerNumbers.callerId), eq(callers.organizationId, callerNumbers.organizationId)),
    )
    .where(and(eq(callerNumbers.organizationId, organizationId), eq(callerNumbers.phone, phone)))
  return known
}

export async function startAnswer(
  tx: OrganizationTransaction,
  { caller_id: callerId }: Pick<StartRequest, 'caller_id'>,
  now: Date,
): Promise<StartAnswer> {
  const settings = await getSettings(tx)
  const { instructions } = await currentInstructions(tx)
  const known = await findKnown(tx, callerId)
  const source = { settings, instructions }
  return {
    type: 'conversation_initiation_client_data',
    dynamic_variables: variablesOf(source, situationAt(settings, now), known, now),
    conversation_config_override: {
      agent: {
        prompt: { prompt: promptOf(source) },
        language: firstLanguage(instructions),
        // Without a custom greeting, the synced one applies: it contains the company's name, which only Clerk stores.
        ...(settings.greeting !== null && { first_message: firstMessageOf(source) }),
      },
    },
  }
}

async function noteAsked(db: Database, organizationId: string, agentId: string, now: Date): Promise<void> {
  await inOrganization(db, organizationId, async (tx) => {
    await tx.db
      .insert(assistantHandovers)
      .values({ organizationId, agentId, askedAt: now })
      .onConflictDoUpdate({ target: assistantHandovers.organizationId, set: { askedAt: now } })
  })
}

async function answerFrom(db: Database, request: StartRequest, now: Date): Promise<StartAnswer> {
  const [owner] = await db.execute<{ id: string | null }>(
    sql`select organization_of_voice_agent(${request.agent_id}) as id`,
  )
  const organizationId = owner?.id
  if (!organizationId) {
    log.warn('voice: unknown agent at call start')
    return SAFE_ANSWER
  }
  const answer = await inOrganization(db, organizationId, (tx) => startAnswer(tx, request, now))
  // Do not wait for this write, because the caller is on the line.
  noteAsked(db, organizationId, request.agent_id, now).catch((error: unknown) =>
    log.warn({ err: error }, 'voice: call start not recorded'),
  )
  return answer
}

type StartOptions = {
  /** Runs database work. Rejects if the database is unavailable, possibly after the deadline. */
  withDatabase: <Result>(work: (db: Database) => Promise<Result>) => Promise<Result>
  now: Date
  deadline?: number
}

/** Returns the response within the deadline, even if the database does not respond. */
export function answerStart(
  request: StartRequest,
  { withDatabase, now, deadline = START_DEADLINE }: StartOptions,
): Promise<StartAnswer> {
  const asked = withDatabase((db) => answerFrom(db, request, now)).catch((error: unknown) => {
    log.error({ err: error }, 'voice: call start fallback, database unavailable')
    return SAFE_ANSWER
  })
  return withDeadline(asked, deadline, () => {
    log.warn({ deadline }, 'voice: call start fallback, database slow')
    return SAFE_ANSWER
  })
}
