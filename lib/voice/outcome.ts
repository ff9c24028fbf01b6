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
import { NOBODY_PAGED } from '../calls/attention.ts'
import { CALL_OUTCOME_NAMES, type CallOutcome } from '../calls/call.ts'
import { URGENCY_NAMES, type Urgency } from '../leads/lead.ts'
import { isUsualTime } from '../fields.ts'
import type { Collected } from './event.ts'

/*
 * What a call comes to: what the voice vendor reports, with what the company's rules make of it.
 */

export const clip = (text: string | null | undefined, max: number): string | null => text?.trim().slice(0, max) || null

/** Outcomes from which no lead comes: no new work is asked for, or it is not served. */
const NO_LEAD: ReadonlySet<CallOutcome> = new Set(['declined', 'missed', 'rescheduled', 'canceled'])

/** A window that a visit can have; undefined for anything else. */
export function windowOf({
  window_start: from,
  window_end: to,
}: Collected): { startsAt: string; endsAt: string } | undefined {
  const [start, end] = [from, to].map((text) => (text ? new Date(text) : undefined))
  if (!start || !end || !isUsualTime(start) || !isUsualTime(end) || windowProblem(start, end)) return undefined
  return { startsAt: start.toISOString(), endsAt: end.toISOString() }
}

/** What the vendor reports of a call, and what the company's rules make of it. */
export type Ruled = { collected: Collected; decision: Decision }

export const oneOf = <Name extends string>(names: readonly Name[], text: string | undefined): Name | undefined =>
  names.find((name) => name === text)

/** How a call ended: as the vendor reports it, unless a danger was said that it took for less. */
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

/** The higher urgency wins: the vendor's or that of the rules. A call of which nothing decides counts as "this week". */
export function urgencyOf({ collected, decision: { urgency } }: Ruled): Urgency {
  const reported = oneOf(URGENCY_NAMES, collected.urgency)
  return reported ? (urgency.rule ? higherUrgency(reported, urgency.name) : reported) : urgency.name
}

/** The rule that decided: that of the site for a danger, or where the vendor names none for the same urgency. */
export function ruleOf(ruled: Ruled): string | null {
  const { collected, decision } = ruled
  const isOurs = urgencyOf(ruled) === decision.urgency.name
  if (collected.rule && !(isOurs && decision.urgency.isDanger)) return clip(collected.rule, 300)
  return isOurs ? clip(decision.urgency.rule, 300) : null
}

/** A change of a visit that the vendor reports as made on the phone. */
export type VisitChange = { id: string } & ({ kind: 'cancel' } | { kind: 'move'; startsAt: string; endsAt: string })

/** The change of a visit that was made on the phone; undefined where the office has to make it. */
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

/** Outcomes after which nothing is left to do. */
const HANDLED: ReadonlySet<CallOutcome> = new Set(['transferred', 'booked', 'declined', 'rescheduled', 'canceled'])

const UNSERVED_EMERGENCY = 'Emergency, declined: no person was paged'

/** Why a person has to look at a call: an emergency that paged nobody, what the vendor reports, or what the caller wanted. */
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

/** Whether new work can come of a call. */
export function hasLead(outcome: CallOutcome, ruled: Ruled): boolean {
  if (NO_LEAD.has(outcome)) return false
  const { intent } = ruled.decision
  return intent === null || urgencyOf(ruled) === 'now' || INTENT_GUIDE[intent].isLead
}
