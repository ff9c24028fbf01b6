import { sql } from 'drizzle-orm'
import { raiseAlerts } from '../alerts/repository.ts'
import { changeAppointment, createAppointment, upcomingVisitsOf } from '../appointments/repository.ts'
import { NO_DANGER } from '../assistant/facts.ts'
import { findPhone } from '../understanding/phone-and-zip.ts'
import { decide } from '../assistant/rules.ts'
import { currentInstructions } from '../assistant/repository.ts'
import { type CallFact, type TranscriptLine } from '../model/call.ts'
import type { CallRecord } from '../calls/input.ts'
import { INTENT_NAMES } from '../model/intent.ts'
import { SAFETY_KIND_NAMES } from '../model/safety.ts'
import { createCallOnce } from '../calls/repository.ts'
import type { Database } from '../../platform/db/client.ts'
import { inOrganization, type OrganizationTransaction } from '../../platform/db/organization.ts'
import { URGENCIES } from '../model/lead.ts'
import { createLead } from '../leads/repository.ts'
import { readReportedNumber, toE164 } from '../../values/phone-number.ts'
import type { SettingsRecord } from '../settings/input.ts'
import { getSettings } from '../settings/repository.ts'
import { type Collected, collectedIn, type PostCallEvent } from './event.ts'
import {
  attentionOf,
  clip,
  hasLead,
  oneOf,
  outcomeOf,
  ruleOf,
  type Ruled,
  urgencyOf,
  type VisitChange,
  visitChangeOf,
  windowOf,
} from './outcome.ts'
import { markFacts } from './understood.ts'

const ASSISTANT = { kind: 'assistant' } as const

/** Limits for stored transcripts, slightly below those of the database input. */
export const TRANSCRIPT_LIMIT = { lines: 1_000, characters: 120_000, charactersOfLine: 4_000 } as const

/** Result of an event. `unknown-agent`: the agent belongs to no organization. */
export type Received = 'stored' | 'repeated' | 'unknown-agent'

const SPEAKERS: ReadonlyMap<string, 'caller' | 'assistant'> = new Map([
  ['user', 'caller'],
  ['agent', 'assistant'],
])

const audioAddress = (conversationId: string): string =>
  `https://api.elevenlabs.io/v1/convai/conversations/${encodeURIComponent(conversationId)}/audio`

/** Returns the transcript, truncated to the limits. Otherwise each delivery of a long call would fail. */
function linesOf(event: PostCallEvent): TranscriptLine[] {
  const kept: TranscriptLine[] = []
  let characters = 0
  for (const line of spokenLines(event)) {
    characters += line.text.length
    if (kept.length === TRANSCRIPT_LIMIT.lines || characters > TRANSCRIPT_LIMIT.characters) return kept
    kept.push(line)
  }
  return kept
}

function spokenLines({ data }: PostCallEvent): TranscriptLine[] {
  return data.transcript.flatMap(({ role, message, time_in_call_secs: at }) => {
    const speaker = SPEAKERS.get(role)
    const text = message?.replaceAll('\0', '').trim().slice(0, TRANSCRIPT_LIMIT.charactersOfLine)
    return speaker && text ? [{ speaker, text, at: Math.min(at, 86_400) }] : []
  })
}

function factsOf(ruled: Ruled): Partial<Record<CallFact, string>> {
  const { collected, decision } = ruled
  const { problem, safety, system, address, name, phone, fee } = collected
  const isKnown = collected.urgency || decision.urgency.rule
  const words = decision.urgency.danger && decision.urgency.rule
  const urgency = isKnown ? [URGENCIES[urgencyOf(ruled)], words].filter(Boolean).join(': ') : undefined
  const facts = { problem, safety, system, address, urgency, name, phone, fee }
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
}

export type TestCall = {
  /** Simulated time of the call. */
  at: Date
}

async function storeLead(
  tx: OrganizationTransaction,
  call: CallRecord,
  ruled: Ruled,
  { isTest }: { isTest: boolean },
): Promise<void> {
  const { collected, decision } = ruled
  const problem = clip(collected.problem ?? call.callerWords ?? call.summary, 2_000)
  if (!hasLead(call.outcome, ruled) || !problem) return
  const window = windowOf(collected)
  const name = clip(collected.name ?? call.callerName ?? call.callerPhone, 120) ?? 'Unknown caller'
  const zip = collected.zip?.match(/\d{5}/)?.[0] ?? null
  const address = clip(collected.address, 300)
  const crew = decision.area.state === 'served' ? decision.area.crew : null
  const lead = await createLead(
    tx,
    ASSISTANT,
    {
      callId: call.id,
      name,
      phone: call.callerPhone,
      address,
      zip,
      problem,
      safety: collected.safety === NO_DANGER ? null : clip(collected.safety, 200),
      system: clip(collected.system, 200),
      urgency: urgencyOf({ collected, decision }),
      stage: window && call.outcome === 'booked' ? 'booked' : 'new',
      source: 'call',
    },
    { isTest },
  )
  if (!window) return
  await createAppointment(
    tx,
    ASSISTANT,
    {
      ...window,
      leadId: lead.id,
      callId: call.id,
      customer: name,
      phone: call.callerPhone,
      address,
      job: clip(collected.job ?? collected.problem, 200) ?? 'Visit',
      technician: clip(collected.technician ?? crew, 120),
      state: call.outcome === 'booked' ? 'confirmed' : 'requested',
    },
    { isTest },
  )
}

async function applyRules(
  tx: OrganizationTransaction,
  settings: SettingsRecord,
  { collected, lines, at, callerId }: Reported,
): Promise<Ruled> {
  const { instructions } = await currentInstructions(tx)
  const said = lines.flatMap(({ speaker, text }) => (speaker === 'person' ? [] : [{ speaker, text }]))
  const spoken = said.flatMap(({ speaker, text }) => (speaker === 'caller' ? (findPhone(text)?.value ?? []) : []))
  const phone = phoneOf({ collected, callerId })
  const visits = await upcomingVisitsOf(tx, [...new Set([...(phone ? [phone] : []), ...spoken])], at)
  const known = {
    problem: collected.problem,
    zip: collected.zip,
    phone,
    intent: oneOf(INTENT_NAMES, collected.intent),
    danger: oneOf(SAFETY_KIND_NAMES, collected.danger),
  }
  const booked = visits.map(({ id, phone: number, startsAt, endsAt }) => ({
    id,
    phone: number,
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
  }))
  return { collected, decision: decide({ settings, instructions, at, lines: said, visits: booked, known }) }
}

type Reported = {
  collected: Collected
  lines: readonly TranscriptLine[]
  at: Date
  callerId: string | null | undefined
}

/** Returns the phone number that the caller gave, in digits or words, or else the caller id. */
function phoneOf({ collected, callerId }: Pick<Reported, 'collected' | 'callerId'>): string | undefined {
  const given = collected.phone
  return (given && (toE164(given) ?? findPhone(given)?.value)) || readReportedNumber(callerId)
}

/** Applies a change of a visit that the caller agreed to. */
async function changeVisit(tx: OrganizationTransaction, change: VisitChange | undefined): Promise<void> {
  if (!change) return
  const { id, kind } = change
  if (kind === 'cancel')
    await changeAppointment(tx, ASSISTANT, id, { state: 'cancelled', reason: 'Canceled by the caller on the phone' })
  else {
    const { startsAt, endsAt } = change
    await changeAppointment(tx, ASSISTANT, id, { startsAt, endsAt, reason: 'Moved by the caller on the phone' })
  }
}

async function storeCall(
  tx: OrganizationTransaction,
  event: PostCallEvent,
  test?: TestCall,
): Promise<{ received: Received; callId: string }> {
  const { data } = event
  const { metadata, analysis } = data
  const collected = collectedIn(event)
  const lines = linesOf(event)
  const settings = await getSettings(tx)
  const startedAt = new Date(metadata.start_time_unix_secs * 1000)
  const callerId = metadata.phone_call?.external_number
  const ruled = await applyRules(tx, settings, { collected, lines, at: test?.at ?? startedAt, callerId })
  const outcome = outcomeOf(ruled)
  const isTest = test !== undefined
  const firstOfCaller = lines.find(({ speaker }) => speaker === 'caller')
  const isRecorded = data.has_audio === true && settings.retention.recordings > 0
  const language = metadata.main_language?.match(/^(?=.{2,35}$)[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)?.[0]
  const { call, isNew } = await createCallOnce(
    tx,
    ASSISTANT,
    {
      externalId: data.conversation_id,
      startedAt: startedAt.toISOString(),
      duration: Math.min(Math.round(metadata.call_duration_secs), 86_400),
      callerName: clip(collected.name, 120),
      callerPhone: phoneOf({ collected, callerId }) ?? null,
      language: language ?? ruled.decision.language,
      outcome,
      intent: ruled.decision.intent,
      safetyKind: ruled.decision.urgency.danger ?? null,
      appointmentId: ruled.decision.visit?.id ?? null,
      summary: clip(analysis?.transcript_summary?.replaceAll('\0', ''), 4_000),
      callerWords: clip(firstOfCaller?.text ?? collected.problem, 1_000),
      transcript: lines.length > 0 ? markFacts(lines, factsOf(ruled)) : null,
      recordingUrl: isRecorded ? audioAddress(data.conversation_id) : null,
      attention: attentionOf(ruled, settings.timeZone),
      rule: ruleOf(ruled),
    },
    { isTest },
  )
  if (!isNew) return { received: 'repeated', callId: call.id }
  await storeLead(tx, call, ruled, { isTest })
  if (!isTest) await changeVisit(tx, visitChangeOf(ruled, outcome))
  await raiseAlerts(tx, call, { urgency: outcome === 'declined' ? undefined : urgencyOf(ruled) })
  return { received: 'stored', callId: call.id }
}

/**
 * Stores a call in one transaction. Idempotent.
 * @throws if the database is unavailable; the vendor must deliver the event again
 */
export async function receiveCall(db: Database, event: PostCallEvent): Promise<Received> {
  const [owner] = await db.execute<{ id: string | null }>(
    sql`select organization_of_voice_agent(${event.data.agent_id}) as id`,
  )
  if (!owner?.id) return 'unknown-agent'
  const { received } = await inOrganization(db, owner.id, (tx) => storeCall(tx, event))
  return received
}

/**
 * Stores a test call, once per conversation id.
 * @returns the id of the call
 */
export const storeTestCall = async (
  tx: OrganizationTransaction,
  event: PostCallEvent,
  test: TestCall,
): Promise<string> => (await storeCall(tx, event, test)).callId
