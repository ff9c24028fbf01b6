import { sql } from 'drizzle-orm'
import { raiseAlerts } from '../alerts/repository.ts'
import { changeAppointment, createAppointment, listUpcomingVisits } from '../appointments/repository.ts'
import { NO_DANGER } from '../assistant/facts.ts'
import { findPhone } from '../understanding/phone-and-zip.ts'
import { decide } from '../assistant/rules.ts'
import { getCurrentInstructions } from '../assistant/repository.ts'
import { type CallFact, type TranscriptLine } from '../model/call.ts'
import type { CallRecord } from '../calls/input.ts'
import { INTENT_NAMES } from '../model/intent.ts'
import { SAFETY_KIND_NAMES } from '../model/safety.ts'
import { createCallOnce } from '../calls/repository.ts'
import type { Database } from '../../platform/db/client.ts'
import { runInOrganization, type OrganizationTransaction } from '../../platform/db/organization.ts'
import { URGENCIES } from '../model/lead.ts'
import { createLead } from '../leads/repository.ts'
import { parseReportedNumber, toE164 } from '../../values/phone-number.ts'
import type { SettingsRecord } from '../settings/input.ts'
import { getSettings } from '../settings/repository.ts'
import { type Collected, parseCollectedFields, type PostCallEvent } from './event.ts'
import {
  describeAttention,
  clipText,
  hasLead,
  findName,
  decideOutcome,
  decideRule,
  type EvaluatedCall,
  decideUrgency,
  type VisitChange,
  decideVisitChange,
  parseWindow,
} from './outcome.ts'
import { markFacts } from './mark-facts.ts'

const ASSISTANT_ACTOR = { kind: 'assistant' } as const

/** Limits for stored transcripts, slightly below those of the database input. */
export const TRANSCRIPT_LIMITS = { lines: 1_000, characters: 120_000, charactersOfLine: 4_000 } as const

/** Result of an event. `unknown-agent`: the agent belongs to no organization. */
export type ReceiveResult = 'stored' | 'repeated' | 'unknown-agent'

const SPEAKERS: ReadonlyMap<string, 'caller' | 'assistant'> = new Map([
  ['user', 'caller'],
  ['agent', 'assistant'],
])

const buildAudioUrl = (conversationId: string): string =>
  `https://api.elevenlabs.io/v1/convai/conversations/${encodeURIComponent(conversationId)}/audio`

/** Returns the transcript, truncated to the limits. Otherwise each delivery of a long call would fail. */
function truncateTranscript(event: PostCallEvent): TranscriptLine[] {
  const includedLines: TranscriptLine[] = []
  let characters = 0
  for (const line of toTranscriptLines(event)) {
    characters += line.text.length
    if (includedLines.length === TRANSCRIPT_LIMITS.lines || characters > TRANSCRIPT_LIMITS.characters)
      return includedLines
    includedLines.push(line)
  }
  return includedLines
}

function toTranscriptLines({ data }: PostCallEvent): TranscriptLine[] {
  return data.transcript.flatMap(({ role, message, time_in_call_secs: at }) => {
    const speaker = SPEAKERS.get(role)
    const text = message?.replaceAll('\0', '').trim().slice(0, TRANSCRIPT_LIMITS.charactersOfLine)
    return speaker && text ? [{ speaker, text, at: Math.min(at, 86_400) }] : []
  })
}

function collectFacts(evaluatedCall: EvaluatedCall): Partial<Record<CallFact, string>> {
  const { collected, decision } = evaluatedCall
  const { problem, safety, system, address, name, phone, fee } = collected
  const hasUrgency = collected.urgency || decision.urgency.rule
  const dangerRule = decision.urgency.danger && decision.urgency.rule
  const urgency = hasUrgency
    ? [URGENCIES[decideUrgency(evaluatedCall)], dangerRule].filter(Boolean).join(': ')
    : undefined
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
  evaluatedCall: EvaluatedCall,
  { isTest }: { isTest: boolean },
): Promise<void> {
  const { collected, decision } = evaluatedCall
  const problem = clipText(collected.problem ?? call.callerWords ?? call.summary, 2_000)
  if (!hasLead(call.outcome, evaluatedCall) || !problem) return
  const window = parseWindow(collected)
  const name = clipText(collected.name ?? call.callerName ?? call.callerPhone, 120) ?? 'Unknown caller'
  const zip = collected.zip?.match(/\d{5}/)?.[0] ?? null
  const address = clipText(collected.address, 300)
  const crew = decision.area.state === 'served' ? decision.area.crew : null
  const lead = await createLead(
    tx,
    ASSISTANT_ACTOR,
    {
      callId: call.id,
      name,
      phone: call.callerPhone,
      address,
      zip,
      problem,
      safety: collected.safety === NO_DANGER ? null : clipText(collected.safety, 200),
      system: clipText(collected.system, 200),
      urgency: decideUrgency({ collected, decision }),
      stage: window && call.outcome === 'booked' ? 'booked' : 'new',
      source: 'call',
    },
    { isTest },
  )
  if (!window) return
  await createAppointment(
    tx,
    ASSISTANT_ACTOR,
    {
      ...window,
      leadId: lead.id,
      callId: call.id,
      customer: name,
      phone: call.callerPhone,
      address,
      job: clipText(collected.job ?? collected.problem, 200) ?? 'Visit',
      technician: clipText(collected.technician ?? crew, 120),
      state: call.outcome === 'booked' ? 'confirmed' : 'requested',
    },
    { isTest },
  )
}

async function applyRules(
  tx: OrganizationTransaction,
  settings: SettingsRecord,
  { collected, lines, at, callerId }: ReportedCall,
): Promise<EvaluatedCall> {
  const { instructions } = await getCurrentInstructions(tx)
  const spokenTexts = lines.flatMap(({ speaker, text }) => (speaker === 'person' ? [] : [{ speaker, text }]))
  const spokenPhones = spokenTexts.flatMap(({ speaker, text }) =>
    speaker === 'caller' ? (findPhone(text)?.value ?? []) : [],
  )
  const phone = findCallerPhone({ collected, callerId })
  const visits = await listUpcomingVisits(tx, [...new Set([...(phone ? [phone] : []), ...spokenPhones])], at)
  const known = {
    problem: collected.problem,
    zip: collected.zip,
    phone,
    intent: findName(INTENT_NAMES, collected.intent),
    danger: findName(SAFETY_KIND_NAMES, collected.danger),
  }
  const bookedVisits = visits.map(({ id, phone: number, startsAt, endsAt }) => ({
    id,
    phone: number,
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
  }))
  return {
    collected,
    decision: decide({ settings, instructions, at, lines: spokenTexts, visits: bookedVisits, known }),
  }
}

type ReportedCall = {
  collected: Collected
  lines: readonly TranscriptLine[]
  at: Date
  callerId: string | null | undefined
}

/** Returns the phone number that the caller gave, in digits or words, or else the caller id. */
function findCallerPhone({ collected, callerId }: Pick<ReportedCall, 'collected' | 'callerId'>): string | undefined {
  const reportedPhone = collected.phone
  return (reportedPhone && (toE164(reportedPhone) ?? findPhone(reportedPhone)?.value)) || parseReportedNumber(callerId)
}

/** Applies a change of a visit that the caller agreed to. */
async function changeVisit(tx: OrganizationTransaction, change: VisitChange | undefined): Promise<void> {
  if (!change) return
  const { id, kind } = change
  if (kind === 'cancel')
    await changeAppointment(tx, ASSISTANT_ACTOR, id, {
      state: 'cancelled',
      reason: 'Canceled by the caller on the phone',
    })
  else {
    const { startsAt, endsAt } = change
    await changeAppointment(tx, ASSISTANT_ACTOR, id, { startsAt, endsAt, reason: 'Moved by the caller on the phone' })
  }
}

async function storeCall(
  tx: OrganizationTransaction,
  event: PostCallEvent,
  test?: TestCall,
): Promise<{ received: ReceiveResult; callId: string }> {
  const { data } = event
  const { metadata, analysis } = data
  const collected = parseCollectedFields(event)
  const lines = truncateTranscript(event)
  const settings = await getSettings(tx)
  const startedAt = new Date(metadata.start_time_unix_secs * 1000)
  const callerId = metadata.phone_call?.external_number
  const evaluatedCall = await applyRules(tx, settings, { collected, lines, at: test?.at ?? startedAt, callerId })
  const outcome = decideOutcome(evaluatedCall)
  const isTest = test !== undefined
  const firstCallerLine = lines.find(({ speaker }) => speaker === 'caller')
  const isRecorded = data.has_audio === true && settings.retention.recordings > 0
  const language = metadata.main_language?.match(/^(?=.{2,35}$)[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)?.[0]
  const { call, isNew } = await createCallOnce(
    tx,
    ASSISTANT_ACTOR,
    {
      externalId: data.conversation_id,
      startedAt: startedAt.toISOString(),
      duration: Math.min(Math.round(metadata.call_duration_secs), 86_400),
      callerName: clipText(collected.name, 120),
      callerPhone: findCallerPhone({ collected, callerId }) ?? null,
      language: language ?? evaluatedCall.decision.language,
      outcome,
      intent: evaluatedCall.decision.intent,
      safetyKind: evaluatedCall.decision.urgency.danger ?? null,
      appointmentId: evaluatedCall.decision.visit?.id ?? null,
      summary: clipText(analysis?.transcript_summary?.replaceAll('\0', ''), 4_000),
      callerWords: clipText(firstCallerLine?.text ?? collected.problem, 1_000),
      transcript: lines.length > 0 ? markFacts(lines, collectFacts(evaluatedCall)) : null,
      recordingUrl: isRecorded ? buildAudioUrl(data.conversation_id) : null,
      attention: describeAttention(evaluatedCall, settings.timeZone),
      rule: decideRule(evaluatedCall),
    },
    { isTest },
  )
  if (!isNew) return { received: 'repeated', callId: call.id }
  await storeLead(tx, call, evaluatedCall, { isTest })
  if (!isTest) await changeVisit(tx, decideVisitChange(evaluatedCall, outcome))
  await raiseAlerts(tx, call, { urgency: outcome === 'declined' ? undefined : decideUrgency(evaluatedCall) })
  return { received: 'stored', callId: call.id }
}

/**
 * Stores a call in one transaction. Idempotent.
 * @throws if the database is unavailable; the vendor must deliver the event again
 */
export async function receiveCall(db: Database, event: PostCallEvent): Promise<ReceiveResult> {
  const [owner] = await db.execute<{ id: string | null }>(
    sql`select organization_of_voice_agent(${event.data.agent_id}) as id`,
  )
  if (!owner?.id) return 'unknown-agent'
  const { received } = await runInOrganization(db, owner.id, (tx) => storeCall(tx, event))
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
