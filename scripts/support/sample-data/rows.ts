import { randomUUID } from 'node:crypto'
import { addHours, addMinutes, differenceInDays, min, subDays } from 'date-fns'
import type { TranscriptLine, UnderstoodFact } from '../../../lib/calls/call.ts'
import type { Action } from '../../../lib/events/event.ts'
import type { Stage } from '../../../lib/leads/lead.ts'
import type { appointments, calls, events, leads } from '../../../lib/db/schema/index.ts'
import { addDays, atTimeIn, dayKey } from '../../../lib/time/zone.ts'
import type { Night } from '../../../lib/today/night.ts'
import { type Caller, callerOf, createRandom, pick, TECHNICIANS } from './callers.ts'
import { type Conversation, CONVERSATIONS, LAST_NIGHT } from './conversations.ts'

type Rows = {
  calls: (typeof calls.$inferInsert)[]
  leads: (typeof leads.$inferInsert)[]
  appointments: (typeof appointments.$inferInsert)[]
  events: (typeof events.$inferInsert)[]
}

/** What a sample company has: so many leads, from so many days. */
const LEADS = 200
const DAYS = 90

/** Of ten calls so many that nobody answered, because the line was not forwarded yet. */
const MISSED_SHARE = 0.09

const SECONDS_PER_LINE = 9

/** Windows that the company opens: from, to, and how people say it. */
const WINDOWS = [
  ['08:00', '10:00', '8 and 10'],
  ['10:00', '12:00', '10 and 12'],
  ['13:00', '16:00', '1 and 4'],
] as const

/** Days from a call to the visit: at least, and how many more there may be. */
const DAYS_UNTIL_VISIT = { now: [1, 1], today: [1, 2], soon: [2, 9], later: [4, 17] } as const

type Window = { starts: Date; ends: Date; text: string }

const weekdayOf = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' }).format(new Date(`${day}T12:00Z`))

/** A window some days later; on a Sunday nobody comes. */
export function windowAfter(at: Date, zone: string, days: number, random: () => number): Window {
  const later = addDays(dayKey(at, zone), days)
  const day = weekdayOf(later) === 'Sunday' ? addDays(later, 1) : later
  const [from, to, said] = pick(WINDOWS, random)
  // Clocks change at night, so that these times are there on every day.
  const [starts, ends] = [from, to].map((time) => atTimeIn(day, time, zone) ?? at) as [Date, Date]
  return { starts, ends, text: `${weekdayOf(day)} between ${said}` }
}

/** Fills the places of a text that differ from caller to caller. */
export function fillIn(text: string, caller: Caller, window: string): string {
  const values: Record<string, string> = { ...caller, address: `${caller.address}, ${caller.zip}`, window }
  return text.replaceAll(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)
}

/** The lines of a call as they are stored. */
export function transcriptOf(conversation: Conversation, caller: Caller, window: string): TranscriptLine[] {
  const filled = (text: string) => fillIn(text, caller, window)
  return conversation.lines.map(([speaker, text, ...facts], index) => {
    const understood = facts.map(([field, value, quote]): UnderstoodFact => ({
      field,
      value: filled(value),
      ...(quote && { quote: filled(quote) }),
    }))
    return { speaker, text: filled(text), at: index * SECONDS_PER_LINE, ...(understood.length > 0 && { understood }) }
  })
}

/** Where a lead of some days ago has got to. */
function stageOf(conversation: Conversation, ageInDays: number, random: () => number): Stage {
  if (ageInDays > 14) return random() < 0.72 ? 'won' : 'lost'
  if (conversation.hasWindow && conversation.outcome === 'booked') return 'booked'
  if (ageInDays > 2) return 'qualified'
  return 'new'
}

/** `closed` is when the last night began: what has come in since then is still open. */
type Source = { now: Date; closed: Date; zone: string; random: () => number }

/** Adds what the log says of it. */
function addEvent(rows: Rows, at: Date, action: Action, subjectId: string): void {
  rows.events.push({ organizationId: '', at, actorKind: 'assistant', action, subjectId })
}

/** Adds one call, and what came of it. */
function addCall(rows: Rows, at: Date, conversation: Conversation, index: number, source: Source): void {
  const { now, closed, zone, random } = source
  const caller = callerOf(index, random)
  const age = differenceInDays(now, at)
  const [soonest, spread] = DAYS_UNTIL_VISIT[conversation.urgency]
  const window = windowAfter(at, zone, soonest + Math.floor(random() * spread), random)
  const transcript = transcriptOf(conversation, caller, window.text)
  const callId = randomUUID()
  const first = conversation.lines.find(([speaker]) => speaker === 'caller')
  rows.calls.push({
    id: callId,
    organizationId: '',
    externalId: `sample-${index}`,
    startedAt: at,
    duration: transcript.length * SECONDS_PER_LINE + Math.floor(random() * 40),
    callerName: transcript.some(({ understood }) => understood?.some(({ field }) => field === 'name'))
      ? caller.name
      : null,
    callerPhone: caller.phone,
    language: conversation.language ?? 'en',
    outcome: conversation.outcome,
    summary: conversation.summary,
    callerWords: first?.[1],
    transcript,
    attention: conversation.attention ?? null,
    attentionEndedAt: conversation.attention && at < closed ? min([addHours(at, 9), now]) : null,
    rule: conversation.rule ?? null,
    createdAt: at,
    updatedAt: at,
  })
  addEvent(rows, at, 'call.created', callId)
  if (!conversation.job) return
  const leadId = randomUUID()
  rows.leads.push({
    id: leadId,
    organizationId: '',
    callId,
    name: caller.name,
    phone: caller.phone,
    address: caller.address,
    zip: caller.zip,
    problem: conversation.problem,
    safety: conversation.safety ?? null,
    system: conversation.system ?? null,
    urgency: conversation.urgency,
    stage: stageOf(conversation, age, random),
    source: 'call',
    createdAt: at,
    updatedAt: at,
  })
  addEvent(rows, at, 'lead.created', leadId)
  if (!conversation.hasWindow) return
  const isPast = window.ends < now
  const isRequest = conversation.outcome === 'requested' && age <= 2
  const appointmentId = randomUUID()
  addEvent(rows, at, 'appointment.created', appointmentId)
  rows.appointments.push({
    id: appointmentId,
    organizationId: '',
    leadId,
    callId,
    customer: caller.name,
    phone: caller.phone,
    address: `${caller.address}, ${caller.zip}`,
    job: conversation.job,
    startsAt: window.starts,
    endsAt: window.ends,
    technician: isRequest ? null : pick(TECHNICIANS, random),
    state: isRequest ? 'requested' : isPast ? 'done' : 'confirmed',
    createdAt: at,
    updatedAt: at,
  })
}

function addMissedCall(rows: Rows, at: Date, index: number, random: () => number): void {
  const callId = randomUUID()
  addEvent(rows, at, 'call.created', callId)
  rows.calls.push({
    id: callId,
    organizationId: '',
    externalId: `sample-${index}`,
    startedAt: at,
    duration: 0,
    callerPhone: callerOf(index, random).phone,
    outcome: 'missed',
    createdAt: at,
    updatedAt: at,
  })
}

function conversationBy(share: number): Conversation {
  let sum = 0
  for (const { share: own, conversation } of CONVERSATIONS) {
    sum += own
    if (share * 100 < sum) return conversation
  }
  return CONVERSATIONS[0]?.conversation as Conversation
}

/** Rows of the sample company, without its id: 200 leads in the 90 days until now, and the calls of the last night. */
export function sampleRows(now: Date, zone: string, { from: closed, to: opened }: Night): Rows {
  const rows: Rows = { calls: [], leads: [], appointments: [], events: [] }
  const source = { now, closed, zone, random: createRandom(20_261_101) }
  const { random } = source
  const leadsOfLastNight = LAST_NIGHT.filter(({ job }) => job).length
  const times: Date[] = []
  const begin = subDays(closed, DAYS)
  const minutes = DAYS * 24 * 60
  // More than are used, so that the last of them are there as well.
  for (let index = 0; index < LEADS * 2; index += 1) times.push(addMinutes(begin, Math.floor(random() * minutes)))
  const chosen: { at: Date; conversation?: Conversation }[] = []
  let leadCount = leadsOfLastNight
  for (const at of times) {
    if (leadCount >= LEADS) break
    const conversation = random() < MISSED_SHARE ? undefined : conversationBy(random())
    if (conversation?.job) leadCount += 1
    chosen.push({ at, conversation })
  }
  let index = 0
  for (const { at, conversation } of chosen.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
    if (conversation) addCall(rows, at, conversation, index, source)
    else addMissedCall(rows, at, index, random)
    index += 1
  }
  const night = (opened.getTime() - closed.getTime()) / (LAST_NIGHT.length + 1)
  for (const [position, conversation] of LAST_NIGHT.entries()) {
    addCall(rows, new Date(closed.getTime() + night * (position + 1)), conversation, index, source)
    index += 1
  }
  return rows
}
