import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { getSituation } from '../settings/situation.ts'
import { getCurrentInstructions } from '../assistant/repository.ts'
import type { Database } from '../../platform/db/client.ts'
import { runInOrganization, type OrganizationTransaction } from '../../platform/db/organization.ts'
import { assistantHandovers } from '../schema/assistant.ts'
import { callerNumbers, callers } from '../schema/callers.ts'
import { withDeadline } from '../../platform/time/deadline.ts'
import { log } from '../../platform/log/log.ts'
import { parseReportedNumber } from '../../values/phone-number.ts'
import { getSettings } from '../settings/repository.ts'
import {
  type CallVariables,
  getFirstLanguage,
  buildFirstMessage,
  type KnownCaller,
  buildPrompt,
  SAFE_VARIABLES,
  buildVariables,
} from './agent-config.ts'

/*
 * The response to the request at the start of a call is due within 300 ms. Source:
 * https://elevenlabs.io/docs/eleven-agents/customization/personalization/twilio-personalization.md
 */

/** Leaves 50 ms of the 300 ms for the network. */
export const START_TIMEOUT_MS = 250

export const startRequest = z.looseObject({
  agent_id: z.string().min(1).max(200),
  /** Phone number of the caller. If it is withheld, it is missing or not a number. */
  caller_id: z.string().max(200).nullish(),
  called_number: z.string().max(200).nullish(),
  call_sid: z.string().max(200).nullish(),
})

export type StartRequest = z.infer<typeof startRequest>

export type StartResponse = {
  type: 'conversation_initiation_client_data'
  dynamic_variables: CallVariables
  /** Overrides the synced agent config for this call. */
  conversation_config_override?: {
    agent: { prompt: { prompt: string }; language: string; first_message?: string }
  }
}

/** Fallback response. The synced agent config applies, and the assistant makes no statements about the current hour. */
export const FALLBACK_RESPONSE: StartResponse = {
  type: 'conversation_initiation_client_data',
  dynamic_variables: SAFE_VARIABLES,
}

async function findKnownCaller(
  { db, organizationId }: OrganizationTransaction,
  callerId: string | null | undefined,
): Promise<KnownCaller | undefined> {
  const phone = parseReportedNumber(callerId)
  if (!phone) return undefined
  const [knownCaller] = await db
    .select({ name: callers.name, system: callers.system, doNotCall: callers.doNotCall })
    .from(callerNumbers)
    .innerJoin(
      callers,
      and(eq(callers.id, callerNumbers.callerId), eq(callers.organizationId, callerNumbers.organizationId)),
    )
    .where(and(eq(callerNumbers.organizationId, organizationId), eq(callerNumbers.phone, phone)))
  return knownCaller
}

export async function buildStartResponse(
  tx: OrganizationTransaction,
  { caller_id: callerId }: Pick<StartRequest, 'caller_id'>,
  now: Date,
): Promise<StartResponse> {
  const settings = await getSettings(tx)
  const { instructions } = await getCurrentInstructions(tx)
  const knownCaller = await findKnownCaller(tx, callerId)
  const source = { settings, instructions, now }
  return {
    type: 'conversation_initiation_client_data',
    dynamic_variables: buildVariables(source, getSituation(settings, now), knownCaller, now),
    conversation_config_override: {
      agent: {
        prompt: { prompt: buildPrompt(source) },
        language: getFirstLanguage(instructions),
        // If there is no custom greeting, the synced one applies: it contains the company's name, which only Clerk
        // stores.
        ...(settings.greeting !== null && { first_message: buildFirstMessage(source) }),
      },
    },
  }
}

async function recordStartRequest(db: Database, organizationId: string, agentId: string, now: Date): Promise<void> {
  await runInOrganization(db, organizationId, async (tx) => {
    await tx.db
      .insert(assistantHandovers)
      .values({ organizationId, agentId, askedAt: now })
      .onConflictDoUpdate({ target: assistantHandovers.organizationId, set: { askedAt: now } })
  })
}

async function resolveStart(db: Database, request: StartRequest, now: Date): Promise<StartResponse> {
  const [owner] = await db.execute<{ id: string | null }>(
    sql`select organization_of_voice_agent(${request.agent_id}) as id`,
  )
  const organizationId = owner?.id
  if (!organizationId) {
    log.warn('voice: unknown agent at call start')
    return FALLBACK_RESPONSE
  }
  const response = await runInOrganization(db, organizationId, (tx) => buildStartResponse(tx, request, now))
  // Do not wait for this write, because the caller is on the line.
  recordStartRequest(db, organizationId, request.agent_id, now).catch((error: unknown) =>
    log.warn({ err: error }, 'voice: call start not recorded'),
  )
  return response
}

type StartOptions = {
  /** Runs database work. Rejects if the database is unavailable, possibly after the deadline. */
  withDatabase: <Result>(work: (db: Database) => Promise<Result>) => Promise<Result>
  now: Date
  deadline?: number
}

/** Returns the response within the deadline, even if the database does not respond. */
export function respondToStart(
  request: StartRequest,
  { withDatabase, now, deadline = START_TIMEOUT_MS }: StartOptions,
): Promise<StartResponse> {
  const pendingResponse = withDatabase((db) => resolveStart(db, request, now)).catch((error: unknown) => {
    log.error({ err: error }, 'voice: call start fallback, database unavailable')
    return FALLBACK_RESPONSE
  })
  return withDeadline(pendingResponse, deadline, () => {
    log.warn({ deadline }, 'voice: call start fallback, database slow')
    return FALLBACK_RESPONSE
  })
}
