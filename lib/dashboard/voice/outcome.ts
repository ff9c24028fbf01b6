import { INTENT_GUIDE } from '../assistant/intents.ts'
import {
  type Decision,
  higherUrgency,
  isAboutBookedVisit,
  isAboutNewVisit,
  isNoCustomer,
  visitAttention,
  WANTED_A_PERSON,
} from '../assistant/rules.ts'
import { windowProblem } from '../appointments/input.ts'
import { NOBODY_PAGED } from '../model/attention.ts'
import { CALL_OUTCOME_NAMES, type CallOutcome } from '../model/call.ts'
import { URGENCY_NAMES, type Urgency } from '../model/lead.ts'
import { isUsualTime } from '../../values/fields.ts'
import type { Collected } from './event.ts'

export const clip = (text: string | null | undefined, max: number): string | null => text?.trim().slice(0, max) || null

const NO_LEAD: ReadonlySet<CallOutcome> = new Set(['declined', 'missed', 'rescheduled', 'canceled'])

/** Returns the reported window, or undefined if it is missing or invalid. */
export function windowOf({
  window_start: from,
  window_end: to,
}: Collected): { startsAt: string; endsAt: string } | undefined {
  const [start, end] = [from, to].map((text) => (text ? new Date(text) : undefined))
  if (!start || !end || !isUsualTime(start) || !isUsualTime(end) || windowProblem(start, end)) return undefined
  return { startsAt: start.toISOString(), endsAt: end.toISOString() }
}

export type Ruled = { collected: Collected; decision: Decision }

export const oneOf = <Name extends string>(names: readonly Name[], text: string | undefined): Name | undefined =>
  names.find((name) => name === text)

/** Returns the outcome that the vendor reported, unless the rules found a danger that the vendor missed. */
export function outcomeOf({ collected, decision }: Ruled): CallOutcome {
  const { intent, urgency, area, visit } = decision
  const reported = oneOf(CALL_OUTCOME_NAMES, collected.outcome)
  const hasWindow = windowOf(collected) !== undefined
  const isServed = area.state !== 'not-served'
  if (urgency.isDanger && isServed && (!reported || ['message', 'requested', 'declined'].includes(reported)))
    return hasWindow && reported !== 'declined' ? (reported ?? 'booked') : 'emergency'
  if (reported === 'booked' && intent === 'reschedule' && visit && hasWindow) return 'rescheduled'
  if (reported) return reported
  if (intent === 'cancel' || intent === 'reschedule') return 'message'
  if (hasWindow) return 'booked'
  if (isNoCustomer(intent) && urgency.name !== 'now') return 'declined'
  return isServed || urgency.name === 'now' ? 'message' : 'declined'
}

/** Returns the higher urgency of the vendor's report and the rules. If neither determines one, returns "this week". */
export function urgencyOf({ collected, decision: { urgency } }: Ruled): Urgency {
  const reported = oneOf(URGENCY_NAMES, collected.urgency)
  return reported ? (urgency.rule ? higherUrgency(reported, urgency.name) : reported) : urgency.name
}

/** Returns the rule that the vendor reported. Uses the site's own rule for dangers, and if the vendor reported none. */
export function ruleOf(ruled: Ruled): string | null {
  const { collected, decision } = ruled
  const isOurs = urgencyOf(ruled) === decision.urgency.name
  if (collected.rule && !(isOurs && decision.urgency.isDanger)) return clip(collected.rule, 300)
  return isOurs ? clip(decision.urgency.rule, 300) : null
}

export type VisitChange = { id: string } & ({ kind: 'cancel' } | { kind: 'move'; startsAt: string; endsAt: string })

/** Returns the change of a visit that the call agreed on, or undefined if there is none or the office must make it. */
export function visitChangeOf(
  { collected, decision: { visit } }: Ruled,
  outcome: CallOutcome,
): VisitChange | undefined {
  if (!visit) return undefined
  if (outcome === 'canceled') return { id: visit.id, kind: 'cancel' }
  const window = windowOf(collected)
  return outcome === 'rescheduled' && window ? { id: visit.id, kind: 'move', ...window } : undefined
}

function visitAttentionOf({ collected, decision: { intent, visit } }: Ruled, zone: string): string | null {
  const window = windowOf(collected)
  const chosen = window ? { startsAt: new Date(window.startsAt), endsAt: new Date(window.endsAt) } : null
  return visitAttention(intent, { visit, chosen, zone })
}

const HANDLED: ReadonlySet<CallOutcome> = new Set(['transferred', 'booked', 'declined', 'rescheduled', 'canceled'])

const UNSERVED_EMERGENCY = 'Emergency, declined: no person was paged'

/** Returns the note for a person: an emergency that paged no one, the vendor's reason, or the caller's request. */
export function attentionOf(ruled: Ruled, zone: string): string | null {
  const { collected, decision } = ruled
  const outcome = outcomeOf(ruled)
  const reported = clip(collected.attention, 300)
  if (urgencyOf(ruled) === 'now') {
    const unpaged =
      outcome === 'declined' ? UNSERVED_EMERGENCY : decision.situation.onCall.length === 0 ? NOBODY_PAGED : null
    return clip([unpaged, reported].filter(Boolean).join('. '), 300)
  }
  if (reported) return reported
  if (isAboutBookedVisit(decision.intent)) return visitChangeOf(ruled, outcome) ? null : visitAttentionOf(ruled, zone)
  if (HANDLED.has(outcome)) return null
  if (decision.person) return WANTED_A_PERSON
  return decision.intent && !isAboutNewVisit(decision.intent) ? INTENT_GUIDE[decision.intent].attention : null
}

export function hasLead(outcome: CallOutcome, ruled: Ruled): boolean {
  if (NO_LEAD.has(outcome)) return false
  const { intent } = ruled.decision
  return intent === null || urgencyOf(ruled) === 'now' || INTENT_GUIDE[intent].isLead
}
