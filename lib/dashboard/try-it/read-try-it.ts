import { millisecondsInDay } from 'date-fns/constants'
import { appointmentsBetween } from '../appointments/repository.ts'
import { isAhead } from '../model/appointment.ts'
import { countTestCalls } from '../calls/test-calls.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { CALL_FACT_NAMES } from '../model/call.ts'
import type { SettingsRecord } from '../settings/input.ts'
import { getSettings } from '../settings/repository.ts'
import { storeTestCall } from '../voice/receive.ts'
import { type Conversation, play } from '../assistant/conversation.ts'
import { momentOf } from '../assistant/moments.ts'
import { readyCallers } from '../assistant/ready-callers.ts'
import { currentInstructions } from '../assistant/repository.ts'
import { eventOf } from './test-call.ts'
import type { TryItAnswer, TryItInput } from './try-it.ts'
import { DAYS_AHEAD, type VisitWindow } from '../assistant/windows.ts'
import type { BookedVisit } from '../assistant/rules.ts'

/** Days of visits to read. The last offered window may be some days later than DAYS_AHEAD. */
const LOOKED_AT = DAYS_AHEAD + 5

/** Maximum number of visits to read. With more visits in these days, no window would be free anyway. */
const MOST_VISITS = 2_000

export type NoSuchMoment = { problem: string }

/** Returns upcoming visits without test visits. They block windows, and the caller may ask about one of them. */
async function visitsFrom(tx: OrganizationTransaction, at: Date): Promise<BookedVisit[]> {
  const visits = await appointmentsBetween(tx, at, new Date(at.getTime() + LOOKED_AT * millisecondsInDay), MOST_VISITS)
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
 * Stores a conversation as a test call, once per conversation id.
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
