import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { situationAt } from '../assistant/situation.ts'
import { currentInstructions } from '../assistant/store.ts'
import type { Database } from '../db/client.ts'
import { inOrganization, type OrganizationTransaction } from '../db/organization.ts'
import { assistantHandovers, callerNumbers, callers } from '../db/schema/index.ts'
import { withDeadline } from '../deadline.ts'
import { log } from '../log/log.ts'
import { readReportedNumber } from '../phone-number.ts'
import { getSettings } from '../settings/store.ts'
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
 * What the voice vendor asks while the phone of a caller rings, and is told within 300 ms.
 * Source: https://elevenlabs.io/docs/eleven-agents/customization/personalization/twilio-personalization.md
 */

/** Milliseconds within which the answer is made, so that it is there within 300. */
export const START_DEADLINE = 250

export const startRequest = z.looseObject({
  agent_id: z.string().min(1).max(200),
  /** Missing, or no number, where it is withheld. */
  caller_id: z.string().max(200).nullish(),
  called_number: z.string().max(200).nullish(),
  call_sid: z.string().max(200).nullish(),
})

export type StartRequest = z.infer<typeof startRequest>

/** What a call begins with, in the vendor's form. */
export type StartAnswer = {
  type: 'conversation_initiation_client_data'
  dynamic_variables: CallVariables
  /** What it says in place of what was handed over; nothing where that has to do. */
  conversation_config_override?: {
    agent: { prompt: { prompt: string }; language: string; first_message?: string }
  }
}

/** The answer where nothing is known in time: what was handed over last holds, and of this hour nothing is promised. */
export const SAFE_ANSWER: StartAnswer = {
  type: 'conversation_initiation_client_data',
  dynamic_variables: SAFE_VARIABLES,
}

/** What people know of a number. */
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

/** What a call of an organization begins with, by what is stored. */
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
        // The usual greeting has the company's name, which is with Clerk: the one that was handed over holds.
        ...(settings.greeting !== null && { first_message: firstMessageOf(source) }),
      },
    },
  }
}

/** Stores that the vendor has asked, which the page of the assistant shows. */
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
    log.warn('A call begins with an assistant that no organization has')
    return SAFE_ANSWER
  }
  const answer = await inOrganization(db, organizationId, (tx) => startAnswer(tx, request, now))
  // Not awaited: the caller is waiting, and this is only for a page.
  noteAsked(db, organizationId, request.agent_id, now).catch((error: unknown) =>
    log.warn({ err: error }, 'That the voice vendor has asked could not be stored'),
  )
  return answer
}

type StartOptions = {
  /** Asks the database; rejects when it does not answer. It may take longer than anybody waits here. */
  withDatabase: <Result>(work: (db: Database) => Promise<Result>) => Promise<Result>
  now: Date
  deadline?: number
}

/**
 * What a call begins with, in time: whatever the database does, the vendor gets an answer that is true.
 */
export function answerStart(
  request: StartRequest,
  { withDatabase, now, deadline = START_DEADLINE }: StartOptions,
): Promise<StartAnswer> {
  const asked = withDatabase((db) => answerFrom(db, request, now)).catch((error: unknown) => {
    log.error({ err: error }, 'A call begins with the safe answer: the database does not answer')
    return SAFE_ANSWER
  })
  return withDeadline(asked, deadline, () => {
    log.warn({ deadline }, 'A call begins with the safe answer: the database is slow')
    return SAFE_ANSWER
  })
}
