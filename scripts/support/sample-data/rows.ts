import { randomUUID } from 'node:crypto'
import { addHours, addMinutes, differenceInDays, min, subDays } from 'date-fns'
import type { TranscriptLine } from '../../../lib/dashboard/model/call.ts'
import type { Action } from '../../../lib/dashboard/model/event.ts'
import type { Stage } from '../../../lib/dashboard/model/lead.ts'
import type { appointments } from '../../../lib/dashboard/schema/appointments.ts'
import type { calls } from '../../../lib/dashboard/schema/calls.ts'
import type { events } from '../../../lib/dashboard/schema/events.ts'
import type { leads } from '../../../lib/dashboard/schema/leads.ts'
import { addDays, findMomentAt, toDayKey } from '../../../lib/platform/time/zone.ts'
import type { PeriodSinceClose } from '../../../lib/dashboard/today/since-close.ts'
import { type Caller, createCaller, createRandom, pick } from './callers.ts'
import { COMPANY, type Conversation, CONVERSATIONS, LAST_NIGHT_CONVERSATIONS } from './content.ts'

export type Rows = {
  calls: (typeof calls.$inferInsert)[]
  leads: (typeof leads.$inferInsert)[]
  appointments: (typeof appointments.$inferInsert)[]
  events: (typeof events.$inferInsert)[]
}

const LEAD_COUNT = 200
const HISTORY_DAYS = 90

/** Share of missed calls. They date from before the line was forwarded. */
const MISSED_SHARE = 0.09

const SECONDS_PER_LINE = 9

/** Days from call to visit: the minimum, and the random range added to it. */
const DAYS_UNTIL_VISIT = { now: [1, 1], today: [1, 2], soon: [2, 9], later: [4, 17] } as const

type Window = { starts: Date; ends: Date; text: string }

const getWeekday = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' }).format(new Date(`${day}T12:00Z`))

export function pickWindow(at: Date, zone: string, days: number, random: () => number): Window {
  const laterDay = addDays(toDayKey(at, zone), days)
  const day = getWeekday(laterDay) === 'Sunday' ? addDays(laterDay, 1) : laterDay
  const { from, to, said } = pick(COMPANY.windows, random)
  // Business hours exist on every day, because daylight saving time starts and ends at night.
  const [starts, ends] = [from, to].map((time) => findMomentAt(day, time, zone) ?? at) as [Date, Date]
  return { starts, ends, text: `${getWeekday(day)} between ${said}` }
}

export function buildTranscript({ lines }: Conversation, caller: Caller, window: string): TranscriptLine[] {
  const values: Record<string, string> = { ...caller, address: `${caller.address}, ${caller.zip}`, window }
  const fillPlaceholders = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder)
  return lines.map(({ speaker, text, understood }, index) => ({
    speaker,
    text: fillPlaceholders(text),
    at: index * SECONDS_PER_LINE,
    ...(understood && {
      understood: understood.map(({ field, value, quote }) => ({
        field,
        value: fillPlaceholders(value),
        ...(quote && { quote: fillPlaceholders(quote) }),
      })),
    }),
  }))
}

function pickStage({ hasWindow, outcome }: Conversation, ageInDays: number, random: () => number): Stage {
  if (ageInDays > 14) return random() < 0.72 ? 'won' : 'lost'
  if (hasWindow && outcome === 'booked') return 'booked'
  return ageInDays > 2 ? 'qualified' : 'new'
}

/** Inputs of a row. `closedAt` is the start of the last night; later calls are still unresolved. */
type Source = { now: Date; closed: Date; zone: string; random: () => number }

/** Creates the common fields of a row and its audit event. The organization ID is added on insert. */
function createRow(rows: Rows, at: Date, action: Action) {
  const row = { id: randomUUID(), organizationId: '', createdAt: at, updatedAt: at }
  rows.events.push({ organizationId: '', at, actorKind: 'assistant', action, subjectId: row.id })
  return row
}

/** Adds a call with its lead and visit. Without a conversation, the call is missed. */
function addCall(rows: Rows, at: Date, conversation: Conversation | undefined, index: number, source: Source): void {
  const { now, closed, zone, random } = source
  const caller = createCaller(index, random)
  const call = {
    ...createRow(rows, at, 'call.created'),
    externalId: `sample-${index}`,
    startedAt: at,
    callerPhone: caller.phone,
  }
  if (!conversation) {
    rows.calls.push({ ...call, duration: 0, outcome: 'missed' })
    return
  }
  const { outcome, summary, urgency, hasWindow, job, problem, attention, rule, safety, system, intent, danger } =
    conversation
  const age = differenceInDays(now, at)
  const [minDays, spreadDays] = DAYS_UNTIL_VISIT[urgency]
  const window = pickWindow(at, zone, minDays + Math.floor(random() * spreadDays), random)
  const transcript = buildTranscript(conversation, caller, window.text)
  const hasGivenName = transcript.some(({ understood }) => understood?.some(({ field }) => field === 'name'))
  rows.calls.push({
    ...call,
    duration: transcript.length * SECONDS_PER_LINE + Math.floor(random() * 40),
    callerName: hasGivenName ? caller.name : null,
    language: conversation.language ?? 'en',
    outcome,
    intent,
    safetyKind: danger ?? null,
    summary,
    callerWords: conversation.lines.find(({ speaker }) => speaker === 'caller')?.text,
    transcript,
    attention: attention ?? null,
    attentionEndedAt: attention && at < closed ? min([addHours(at, 9), now]) : null,
    rule: rule ?? null,
  })
  if (!job) return
  const { name, phone, address, zip } = caller
  const lead = createRow(rows, at, 'lead.created')
  const stage = pickStage(conversation, age, random)
  const leadRow = { ...lead, callId: call.id, name, phone, address, zip, source: 'call' as const }
  rows.leads.push({ ...leadRow, problem, safety: safety ?? null, system: system ?? null, urgency, stage })
  if (!hasWindow) return
  const isRequest = outcome === 'requested' && age <= 2
  rows.appointments.push({
    ...createRow(rows, at, 'appointment.created'),
    leadId: lead.id,
    callId: call.id,
    customer: name,
    phone,
    address: `${address}, ${zip}`,
    job,
    startsAt: window.starts,
    endsAt: window.ends,
    technician: isRequest ? null : pick(COMPANY.technicians, random),
    state: isRequest ? 'requested' : window.ends < now ? 'done' : 'confirmed',
  })
}

function pickConversation(share: number): Conversation | undefined {
  let sum = 0
  return CONVERSATIONS.find((conversation) => share * 100 < (sum += conversation.share)) ?? CONVERSATIONS[0]
}

/** Returns 200 leads from the last 90 days and the calls of the last night, without the organization ID. */
export function createSampleRows(now: Date, zone: string, { from: closedAt, to: openedAt }: PeriodSinceClose): Rows {
  const rows: Rows = { calls: [], leads: [], appointments: [], events: [] }
  const random = createRandom(20_261_101)
  const startDate = subDays(closedAt, HISTORY_DAYS)
  // Draws twice as many times as needed, because not every call creates a lead.
  const times = Array.from({ length: LEAD_COUNT * 2 }, () =>
    addMinutes(startDate, Math.floor(random() * HISTORY_DAYS * 24 * 60)),
  )
  const schedule: { at: Date; conversation: Conversation | undefined }[] = []
  let leadCount = LAST_NIGHT_CONVERSATIONS.filter(({ job }) => job).length
  for (const at of times) {
    if (leadCount >= LEAD_COUNT) break
    const conversation = random() < MISSED_SHARE ? undefined : pickConversation(random())
    if (conversation?.job) leadCount += 1
    schedule.push({ at, conversation })
  }
  const intervalMs = (openedAt.getTime() - closedAt.getTime()) / (LAST_NIGHT_CONVERSATIONS.length + 1)
  const nightCalls = LAST_NIGHT_CONVERSATIONS.map((conversation, position) => ({
    at: new Date(closedAt.getTime() + intervalMs * (position + 1)),
    conversation,
  }))
  const sortedSchedule = schedule.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  for (const [index, { at, conversation }] of [...sortedSchedule, ...nightCalls].entries())
    addCall(rows, at, conversation, index, { now, closed: closedAt, zone, random })
  return rows
}
