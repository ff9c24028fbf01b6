import { millisecondsInDay } from 'date-fns/constants'
import { listAppointmentsBetween } from '../appointments/repository.ts'
import { isUpcoming } from '../model/appointment.ts'
import { countTestCalls } from '../calls/test-calls.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { CALL_FACT_NAMES } from '../model/call.ts'
import { formatSpecialDay } from '../model/day-hours.ts'
import type { SettingsRecord } from '../settings/input.ts'
import { getSettings } from '../settings/repository.ts'
import { storeTestCall } from '../voice/receive.ts'
import { type Conversation, playConversation } from '../assistant/conversation.ts'
import { resolveMoment } from '../assistant/moments.ts'
import { buildPresetCallers } from '../assistant/preset-callers.ts'
import { getCurrentInstructions } from '../assistant/repository.ts'
import { buildPostCallEvent } from './test-call.ts'
import type { TryItResponse, TryItInput } from './try-it.ts'
import { listOfferedDays, type VisitWindow } from '../assistant/windows.ts'
import { addDays, getStartOfDay } from '../../platform/time/zone.ts'
import type { BookedVisit } from '../assistant/rules.ts'

/** Minimum number of days whose visits are read, for callers who ask about theirs. */
const VISIT_LOOKAHEAD_DAYS = 19

/** Maximum number of visits to read. With more visits in these days, no window would be free anyway. */
const MAX_VISITS = 2_000

export type MomentProblem = { problem: string }

/** Returns upcoming visits, excluding test visits. They block windows, and the caller may ask about one of them. */
async function listVisits(tx: OrganizationTransaction, settings: SettingsRecord, at: Date): Promise<BookedVisit[]> {
  const lastDay = listOfferedDays(settings, 'later', at).at(-1)
  const offersEnd = lastDay ? getStartOfDay(addDays(lastDay, 1), settings.timeZone) : at
  const end = Math.max(offersEnd.getTime(), at.getTime() + VISIT_LOOKAHEAD_DAYS * millisecondsInDay)
  const visits = await listAppointmentsBetween(tx, at, new Date(end), MAX_VISITS)
  return visits
    .filter(({ state, isTest }) => isUpcoming(state) && !isTest)
    .map(({ id, phone, startsAt, endsAt }) => ({ id, phone, startsAt: new Date(startsAt), endsAt: new Date(endsAt) }))
}

type PlayedConversation = { settings: SettingsRecord; at: Date; conversation: Conversation }

async function playInput(
  tx: OrganizationTransaction,
  input: TryItInput,
  now: Date,
): Promise<PlayedConversation | MomentProblem> {
  const settings = await getSettings(tx)
  const moment = resolveMoment(input.at, settings, now)
  if ('problem' in moment) return moment
  const { instructions } = await getCurrentInstructions(tx)
  const visits = await listVisits(tx, settings, moment)
  return {
    settings,
    at: moment,
    conversation: playConversation({ settings, instructions, at: moment, busyWindows: visits, visits }, input.lines),
  }
}

const toJsonWindow = ({ startsAt, endsAt }: VisitWindow) => ({
  startsAt: startsAt.toISOString(),
  endsAt: endsAt.toISOString(),
})

export async function readTryIt(
  tx: OrganizationTransaction,
  input: TryItInput,
  now: Date,
): Promise<TryItResponse | MomentProblem> {
  const result = await playInput(tx, input, now)
  if ('problem' in result) return result
  const { settings, at, conversation } = result
  const { situation, urgency, note, windows, chosen, visit, ...decision } = conversation.decision
  const { language, intent, area, job, brand, next, paged, noWindowReason, outcome, attention, missing } = decision
  return {
    timeZone: settings.timeZone,
    at: at.toISOString(),
    lines: conversation.lines.map(({ speaker, text }) => ({ speaker, text })),
    situation: {
      isOpen: situation.isOpen,
      changesAt: situation.changesAt?.toISOString() ?? null,
      closedFor: situation.closedDay && formatSpecialDay(situation.closedDay),
    },
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
    windows: windows.map(toJsonWindow),
    noWindowReason,
    chosen: chosen && toJsonWindow(chosen),
    visit: visit && toJsonWindow(visit),
    outcome,
    attention,
    note: CALL_FACT_NAMES.flatMap((field) => (note[field] ? [{ field, value: note[field] }] : [])),
    missing,
    readyCallers: buildPresetCallers(settings),
    number: settings.forwardingNumber,
    testCalls: await countTestCalls(tx),
  }
}

/**
 * Stores a conversation as a test call, once per conversation id.
 * @returns the id of the call
 */
export async function createTestCall(
  tx: OrganizationTransaction,
  { id, ...input }: TryItInput & { id: string },
  now: Date,
): Promise<{ callId: string } | MomentProblem> {
  const result = await playInput(tx, input, now)
  if ('problem' in result) return result
  return { callId: await storeTestCall(tx, buildPostCallEvent(result.conversation, id, now), { at: result.at }) }
}
