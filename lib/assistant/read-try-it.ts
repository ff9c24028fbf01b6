import { appointmentsBetween } from '../appointments/store.ts'
import { isAhead } from '../appointments/appointment.ts'
import { countTestCalls } from '../calls/test-calls.ts'
import type { OrganizationTransaction } from '../db/organization.ts'
import { CALL_FACT_NAMES } from '../calls/call.ts'
import type { SettingsRecord } from '../settings/input.ts'
import { getSettings } from '../settings/store.ts'
import { storeTestCall } from '../voice/receive.ts'
import { type Conversation, play } from './conversation.ts'
import { momentOf } from './moments.ts'
import { readyCallers } from './ready-callers.ts'
import { currentInstructions } from './store.ts'
import { eventOf } from './test-call.ts'
import type { TryItAnswer, TryItInput } from './try-it.ts'
import { DAYS_AHEAD, type VisitWindow } from './windows.ts'
import type { BookedVisit } from './rules.ts'

const DAY = 86_400_000

/** Days after the call that windows can be on: the last of those that are looked at begins some days later. */
const LOOKED_AT = DAYS_AHEAD + 5

/** Visits that are looked at; a company with more in two weeks has no free window that a rule could find. */
const MOST_VISITS = 2_000

/** A moment that there is not, with a sentence for people. */
export type NoSuchMoment = { problem: string }

/** Visits ahead, without those of test calls: their windows are taken, and a caller may ask about one. */
async function visitsFrom(tx: OrganizationTransaction, at: Date): Promise<BookedVisit[]> {
  const visits = await appointmentsBetween(tx, at, new Date(at.getTime() + LOOKED_AT * DAY), MOST_VISITS)
  return visits
    .filter(({ state, isTest }) => isAhead(state) && !isTest)
    .map(({ id, phone, startsAt, endsAt }) => ({ id, phone, startsAt: new Date(startsAt), endsAt: new Date(endsAt) }))
}

type Played = { settings: SettingsRecord; at: Date; conversation: Conversation }

async function playFor(tx: OrganizationTransaction, input: TryItInput, now: Date): Promise<Played | NoSuchMoment> {
  const settings = await getSettings(tx)
  const at = momentOf(input.at, settings, now)
  if ('problem' in at) return at
  const { instructions } = await currentInstructions(tx)
  const visits = await visitsFrom(tx, at)
  return { settings, at, conversation: play({ settings, instructions, at, taken: visits, visits }, input.lines) }
}

const json = ({ startsAt, endsAt }: VisitWindow) => ({
  startsAt: startsAt.toISOString(),
  endsAt: endsAt.toISOString(),
})

/** Plays a conversation by what an organization has set: what is shown on "Try it". */
export async function readTryIt(
  tx: OrganizationTransaction,
  input: TryItInput,
  now: Date,
): Promise<TryItAnswer | NoSuchMoment> {
  const played = await playFor(tx, input, now)
  if ('problem' in played) return played
  const { settings, at, conversation } = played
  const { situation, urgency, note, windows, chosen, visit, ...decision } = conversation.decision
  const { language, intent, area, job, brand, next, paged, noWindowReason, outcome, attention, missing } = decision
  return {
    timeZone: settings.timeZone,
    at: at.toISOString(),
    lines: conversation.lines.map(({ speaker, text }) => ({ speaker, text })),
    situation: { isOpen: situation.isOpen, changesAt: situation.changesAt?.toISOString() ?? null },
    language,
    intent,
    urgency: {
      name: urgency.name,
      rule: urgency.rule,
      place: urgency.place ?? null,
      danger: urgency.danger ?? null,
    },
    area,
    job,
    brand,
    next,
    paged,
    windows: windows.map(json),
    noWindowReason,
    chosen: chosen && json(chosen),
    visit: visit && json(visit),
    outcome,
    attention,
    note: CALL_FACT_NAMES.flatMap((field) => (note[field] ? [{ field, value: note[field] }] : [])),
    missing,
    readyCallers: readyCallers(settings),
    number: settings.forwardingNumber,
    testCalls: await countTestCalls(tx),
  }
}

/**
 * Stores a conversation as a test call, once for each id.
 * @returns the id of the call
 */
export async function makeTestCall(
  tx: OrganizationTransaction,
  { id, ...input }: TryItInput & { id: string },
  now: Date,
): Promise<{ callId: string } | NoSuchMoment> {
  const played = await playFor(tx, input, now)
  if ('problem' in played) return played
  return { callId: await storeTestCall(tx, eventOf(played.conversation, id, now), { at: played.at }) }
}
