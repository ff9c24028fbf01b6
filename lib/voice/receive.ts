import { sql } from 'drizzle-orm'
import { raiseAlerts } from '../alerts/store.ts'
import { createAppointment } from '../appointments/store.ts'
import { NO_DANGER } from '../assistant/heard.ts'
import { type Decision, decide, NOBODY_ON_CALL, WANTED_A_PERSON } from '../assistant/rules.ts'
import { currentInstructions } from '../assistant/store.ts'
import { CALL_OUTCOME_NAMES, type CallFact, type CallOutcome, type TranscriptLine } from '../calls/call.ts'
import type { CallRecord } from '../calls/input.ts'
import { createCallOnce } from '../calls/store.ts'
import type { Database } from '../db/client.ts'
import { inOrganization, type OrganizationTransaction } from '../db/organization.ts'
import { URGENCIES, URGENCY_NAMES, type Urgency } from '../leads/lead.ts'
import { createLead } from '../leads/store.ts'
import { toE164 } from '../phone-number.ts'
import type { SettingsRecord } from '../settings/input.ts'
import { getSettings } from '../settings/store.ts'
import { type Collected, collectedIn, type PostCallEvent } from './event.ts'
import { markFacts } from './understood.ts'

const ASSISTANT = { kind: 'assistant' } as const

/** How much of a call is kept: half a day of speech. The store refuses more than a little above this. */
const MOST_LINES = 1_000
const MOST_CHARACTERS = 120_000

/** What became of an event. `unknown-agent` belongs to no organization that we know. */
export type Received = 'stored' | 'repeated' | 'unknown-agent'

/** Calls from which no lead comes: nothing is asked for, or it is not served. */
const NO_LEAD: ReadonlySet<CallOutcome> = new Set(['declined', 'missed'])

const audioAddress = (conversationId: string): string =>
  `https://api.elevenlabs.io/v1/convai/conversations/${encodeURIComponent(conversationId)}/audio`

const clip = (text: string | null | undefined, max: number): string | null => text?.trim().slice(0, max) || null

/** A window that ends after it begins; undefined for anything else. */
function windowOf({ window_start: from, window_end: to }: Collected): { startsAt: string; endsAt: string } | undefined {
  const [start, end] = [from, to].map((text) => (text ? new Date(text) : undefined))
  if (!start || !end || !(start < end)) return undefined
  return { startsAt: start.toISOString(), endsAt: end.toISOString() }
}

/** What the company's rules say of a call, for what the vendor did not say or cannot know. */
type Ruled = { collected: Collected; decision: Decision }

/** The vendor's word is the last one; the rules say only that somebody outside of the area was declined. */
function outcomeOf({ collected, decision }: Ruled): CallOutcome {
  const named = CALL_OUTCOME_NAMES.find((name) => name === collected.outcome)
  if (named) return named
  if (windowOf(collected)) return 'booked'
  const isDeclined = decision.area.state === 'not-served' && decision.urgency.name !== 'now'
  return isDeclined ? 'declined' : 'message'
}

const reportedUrgency = ({ urgency }: Collected): Urgency | undefined => URGENCY_NAMES.find((name) => name === urgency)

const urgencyOf = ({ collected, decision }: Ruled): Urgency => reportedUrgency(collected) ?? decision.urgency.name

/** The rule that was followed: the vendor's, or that of the site where it comes to the same urgency. */
function ruleOf({ collected, decision }: Ruled): string | null {
  if (collected.rule) return clip(collected.rule, 300)
  return urgencyOf({ collected, decision }) === decision.urgency.name ? clip(decision.urgency.rule, 300) : null
}

/** How a call ends that somebody has dealt with: they were put through, a visit is booked, or nothing is served. */
const DEALT_WITH: ReadonlySet<CallOutcome> = new Set(['transferred', 'booked', 'declined'])

/** Why a person has to look at a call: what the vendor says, an emergency that reached nobody, or a person who was wanted. */
function attentionOf(ruled: Ruled): string | null {
  const { collected, decision } = ruled
  if (collected.attention) return clip(collected.attention, 300)
  const isOpen = !DEALT_WITH.has(outcomeOf(ruled))
  if (urgencyOf(ruled) === 'now') return isOpen && decision.situation.onCall.length === 0 ? NOBODY_ON_CALL : null
  return isOpen && decision.person ? WANTED_A_PERSON : null
}

/** Whether a lead comes from a call: a wrong number is a message of which nothing is to be done. */
const hasLead = (outcome: CallOutcome, { decision }: Ruled): boolean =>
  !NO_LEAD.has(outcome) && !(outcome === 'message' && decision.isWrongNumber)

/** The lines of a call, as many as are kept of one: an event with more would otherwise be refused at each delivery. */
function linesOf(event: PostCallEvent): TranscriptLine[] {
  const kept: TranscriptLine[] = []
  let characters = 0
  for (const line of spokenLines(event)) {
    characters += line.text.length
    if (kept.length === MOST_LINES || characters > MOST_CHARACTERS) return kept
    kept.push(line)
  }
  return kept
}

function spokenLines({ data }: PostCallEvent): TranscriptLine[] {
  return data.transcript.flatMap(({ role, message, time_in_call_secs: at }) => {
    const text = message?.replaceAll('\0', '').trim().slice(0, 4_000)
    return text ? [{ speaker: role === 'user' ? 'caller' : 'assistant', text, at: Math.min(at, 86_400) } as const] : []
  })
}

/** The facts of a call, as its transcript marks them. */
function factsOf(ruled: Ruled): Partial<Record<CallFact, string>> {
  const { collected, decision } = ruled
  const { problem, safety, system, address, name, phone, fee } = collected
  const isKnown = collected.urgency || decision.urgency.rule
  const urgency = isKnown ? URGENCIES[urgencyOf(ruled)] : undefined
  const facts = { problem, safety, system, address, urgency, name, phone, fee }
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
}

/** How a call is stored that somebody of the company made to try the assistant. */
export type TestCall = {
  /** The moment that was tried, by which the rules decide. */
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

/** What the rules make of what the vendor reports. */
async function ruledBy(
  tx: OrganizationTransaction,
  settings: SettingsRecord,
  { collected, lines, at }: { collected: Collected; lines: readonly TranscriptLine[]; at: Date },
): Promise<Ruled> {
  const { instructions } = await currentInstructions(tx)
  const said = lines.flatMap(({ speaker, text }) => (speaker === 'person' ? [] : [{ speaker, text }]))
  const { problem, zip } = collected
  return { collected, decision: decide({ settings, instructions, at, lines: said, known: { problem, zip } }) }
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
  const ruled = await ruledBy(tx, settings, { collected, lines, at: test?.at ?? startedAt })
  const isTest = test !== undefined
  const number = collected.phone ?? metadata.phone_call?.external_number
  const firstOfCaller = lines.find(({ speaker }) => speaker === 'caller')
  const isRecorded = data.has_audio === true && settings.retention.recordings > 0
  const language = metadata.main_language?.match(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)?.[0]
  const { call, isNew } = await createCallOnce(
    tx,
    ASSISTANT,
    {
      externalId: data.conversation_id,
      startedAt: startedAt.toISOString(),
      duration: Math.min(Math.round(metadata.call_duration_secs), 86_400),
      callerName: clip(collected.name, 120),
      callerPhone: (number && toE164(number)) ?? null,
      language: language ?? ruled.decision.language,
      outcome: outcomeOf(ruled),
      summary: clip(analysis?.transcript_summary?.replaceAll('\0', ''), 4_000),
      callerWords: clip(firstOfCaller?.text ?? collected.problem, 1_000),
      transcript: lines.length > 0 ? markFacts(lines, factsOf(ruled)) : null,
      recordingUrl: isRecorded ? audioAddress(data.conversation_id) : null,
      attention: attentionOf(ruled),
      rule: ruleOf(ruled),
    },
    { isTest },
  )
  if (!isNew) return { received: 'repeated', callId: call.id }
  await storeLead(tx, call, ruled, { isTest })
  await raiseAlerts(tx, call, { urgency: hasLead(call.outcome, ruled) ? urgencyOf(ruled) : undefined })
  return { received: 'stored', callId: call.id }
}

/**
 * Stores the call of an event with the lead and the visit that came of it, in one transaction, once however often it comes.
 * @throws when the database does not answer: the event is to be delivered again
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
 * Stores the event of a call that somebody of the company made to try the assistant, as `receiveCall` stores others: marked as
 * a test, with its lead and its visit, once for each conversation.
 */
export const storeTestCall = async (
  tx: OrganizationTransaction,
  event: PostCallEvent,
  test: TestCall,
): Promise<string> => (await storeCall(tx, event, test)).callId
