import { INTENT_GUIDE } from '../assistant/intents.ts'
import {
  type Decision,
  pickHigherUrgency,
  isAboutBookedVisit,
  isAboutNewVisit,
  isNonCustomer,
  describeVisitAttention,
  PERSON_REQUESTED,
} from '../assistant/rules.ts'
import { findWindowProblem } from '../appointments/input.ts'
import { NO_ONE_PAGED_ATTENTION } from '../model/attention.ts'
import { CALL_OUTCOME_NAMES, type CallOutcome } from '../model/call.ts'
import { URGENCY_NAMES, type Urgency } from '../model/lead.ts'
import { isSupportedTime } from '../../values/fields.ts'
import type { Collected } from './event.ts'

export const clipText = (text: string | null | undefined, max: number): string | null =>
  text?.trim().slice(0, max) || null

const OUTCOMES_WITHOUT_LEAD: ReadonlySet<CallOutcome> = new Set(['declined', 'missed', 'rescheduled', 'canceled'])

/** Returns the reported window, or undefined if it is missing or invalid. */
export function parseWindow({
  window_start: from,
  window_end: to,
}: Collected): { startsAt: string; endsAt: string } | undefined {
  const [start, end] = [from, to].map((text) => (text ? new Date(text) : undefined))
  if (!start || !end || !isSupportedTime(start) || !isSupportedTime(end) || findWindowProblem(start, end))
    return undefined
  return { startsAt: start.toISOString(), endsAt: end.toISOString() }
}

export type EvaluatedCall = { collected: Collected; decision: Decision }

export const findName = <Name extends string>(names: readonly Name[], text: string | undefined): Name | undefined =>
  names.find((name) => name === text)

/** Returns the outcome that the vendor reported, unless the rules found a danger that the vendor missed. */
export function decideOutcome({ collected, decision }: EvaluatedCall): CallOutcome {
  const { intent, urgency, area, visit } = decision
  const reportedOutcome = findName(CALL_OUTCOME_NAMES, collected.outcome)
  const hasWindow = parseWindow(collected) !== undefined
  const isServed = area.state !== 'not-served'
  if (
    urgency.isDanger &&
    isServed &&
    (!reportedOutcome || ['message', 'requested', 'declined'].includes(reportedOutcome))
  )
    return hasWindow && reportedOutcome !== 'declined' ? (reportedOutcome ?? 'booked') : 'emergency'
  if (reportedOutcome === 'booked' && intent === 'reschedule' && visit && hasWindow) return 'rescheduled'
  if (reportedOutcome) return reportedOutcome
  if (intent === 'cancel' || intent === 'reschedule') return 'message'
  if (hasWindow) return 'booked'
  if (isNonCustomer(intent) && urgency.name !== 'now') return 'declined'
  return isServed || urgency.name === 'now' ? 'message' : 'declined'
}

/** Returns the higher urgency of the vendor's report and the rules. If neither determines one, returns "this week". */
export function decideUrgency({ collected, decision: { urgency } }: EvaluatedCall): Urgency {
  const reportedUrgency = findName(URGENCY_NAMES, collected.urgency)
  return reportedUrgency
    ? urgency.rule
      ? pickHigherUrgency(reportedUrgency, urgency.name)
      : reportedUrgency
    : urgency.name
}

/** Returns the rule that the vendor reported. Uses the site's own rule for dangers, and if the vendor reported none. */
export function decideRule(evaluatedCall: EvaluatedCall): string | null {
  const { collected, decision } = evaluatedCall
  const isRuleUrgency = decideUrgency(evaluatedCall) === decision.urgency.name
  if (collected.rule && !(isRuleUrgency && decision.urgency.isDanger)) return clipText(collected.rule, 300)
  return isRuleUrgency ? clipText(decision.urgency.rule, 300) : null
}

export type VisitChange = { id: string } & ({ kind: 'cancel' } | { kind: 'move'; startsAt: string; endsAt: string })

/**
 * Returns the change to a visit that the caller agreed to. Returns undefined if there is none, or if the office must
 * make the change.
 */
export function decideVisitChange(
  { collected, decision: { visit } }: EvaluatedCall,
  outcome: CallOutcome,
): VisitChange | undefined {
  if (!visit) return undefined
  if (outcome === 'canceled') return { id: visit.id, kind: 'cancel' }
  const window = parseWindow(collected)
  return outcome === 'rescheduled' && window ? { id: visit.id, kind: 'move', ...window } : undefined
}

function describeReportedVisit({ collected, decision: { intent, visit } }: EvaluatedCall, zone: string): string | null {
  const window = parseWindow(collected)
  const chosen = window ? { startsAt: new Date(window.startsAt), endsAt: new Date(window.endsAt) } : null
  return describeVisitAttention(intent, { visit, chosen, zone })
}

const HANDLED_OUTCOMES: ReadonlySet<CallOutcome> = new Set([
  'transferred',
  'booked',
  'declined',
  'rescheduled',
  'canceled',
])

const UNSERVED_EMERGENCY = 'Emergency, declined: no one was paged'

/**
 * Returns the note that marks a call as needing attention: an emergency that paged no one, the vendor's reason, or the
 * caller's request.
 */
export function describeAttention(evaluatedCall: EvaluatedCall, zone: string): string | null {
  const { collected, decision } = evaluatedCall
  const outcome = decideOutcome(evaluatedCall)
  const reportedAttention = clipText(collected.attention, 300)
  if (decideUrgency(evaluatedCall) === 'now') {
    const pagingProblem =
      outcome === 'declined'
        ? UNSERVED_EMERGENCY
        : decision.situation.onCall.length === 0
          ? NO_ONE_PAGED_ATTENTION
          : null
    return clipText([pagingProblem, reportedAttention].filter(Boolean).join('. '), 300)
  }
  if (reportedAttention) return reportedAttention
  if (isAboutBookedVisit(decision.intent))
    return decideVisitChange(evaluatedCall, outcome) ? null : describeReportedVisit(evaluatedCall, zone)
  if (HANDLED_OUTCOMES.has(outcome)) return null
  if (decision.person) return PERSON_REQUESTED
  return decision.intent && !isAboutNewVisit(decision.intent) ? INTENT_GUIDE[decision.intent].attention : null
}

export function hasLead(outcome: CallOutcome, evaluatedCall: EvaluatedCall): boolean {
  if (OUTCOMES_WITHOUT_LEAD.has(outcome)) return false
  const { intent } = evaluatedCall.decision
  return intent === null || decideUrgency(evaluatedCall) === 'now' || INTENT_GUIDE[intent].isLead
}
