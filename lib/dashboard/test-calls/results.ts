import { millisecondsInDay } from 'date-fns/constants'
import { CALL_OUTCOMES } from '../model/call.ts'
import { INTENTS } from '../model/intent.ts'
import { URGENCIES } from '../model/lead.ts'
import { toDayKey, getStartOfDay } from '../../platform/time/zone.ts'
import type { Conversation } from '../assistant/conversation.ts'
import { type Decision, isNonCustomer } from '../assistant/rules.ts'

export type PlayedCall = Conversation & { at: Date; timeZone: string; fees: readonly string[] }

/** Describes a result of a test call. Returns undefined if the result does not apply. */
export type ResultCheck = (played: PlayedCall) => string | undefined

const ORDINALS = ['first', 'second', 'third']

const listTexts = ({ lines }: Conversation, role: 'caller' | 'assistant') =>
  lines.filter(({ speaker }) => speaker === role).map(({ text }) => text)

/** Returns the outcome as text, with details that the label of the outcome lacks. */
export function describeDecisionOutcome({ outcome, area, job, intent, fee, answer, next }: Decision): string {
  if (intent && isNonCustomer(intent) && outcome === 'declined') return INTENTS[intent]
  if (outcome === 'declined') {
    if (area.state === 'not-served') return 'Declined: outside the service area'
    return `Declined: ${job.state === 'refused' ? 'not a job they do' : 'not a brand they service'}`
  }
  if (outcome !== 'message') return CALL_OUTCOMES[outcome]
  if (fee?.words) return 'Published fee quoted'
  if (answer) return 'Question answered'
  return next === 'problem' ? 'Asked again' : CALL_OUTCOMES.message
}

/** Formats the paged teammates with their delays: "Alex right away, Sam after 10 minutes". */
export const formatPagedPeople = ({ paged }: Decision): string | undefined =>
  paged
    ?.map(
      ({ name, afterMinutes: waitMinutes }) => `${name} ${waitMinutes ? `after ${waitMinutes} minutes` : 'right away'}`,
    )
    .join(', ')

export const quoteAssistant =
  (...patterns: RegExp[]): ResultCheck =>
  (call) => {
    const spokenText = listTexts(call, 'assistant').join(' ')
    const matches = patterns.flatMap((pattern) => pattern.exec(spokenText)?.[0] ?? [])
    return matches.length > 0 ? `“${matches.join(' … ')}”` : undefined
  }

/** Quotes matching words of the caller with line numbers: "“no heat” in line 1, “a baby” in line 2". */
export const quoteCaller =
  (...patterns: RegExp[]): ResultCheck =>
  (call) => {
    const lines = listTexts(call, 'caller')
    const matches = patterns.flatMap((pattern) =>
      lines.flatMap((text, position) => pattern.exec(text)?.map((match) => `“${match}” in line ${position + 1}`) ?? []),
    )
    return matches.join(', ') || undefined
  }

export const describeOutcome: ResultCheck = ({ decision }) => describeDecisionOutcome(decision)

export const describeUrgency: ResultCheck = ({ decision }) => URGENCIES[decision.urgency.name]

export const describeRule: ResultCheck = ({ decision }) => decision.urgency.rule ?? undefined

export const describePaging: ResultCheck = ({ decision }) => {
  const pagedText = formatPagedPeople(decision)
  return pagedText ? `Paged: ${pagedText}` : 'No one is paged'
}

export const describeHours: ResultCheck = ({ decision }) =>
  `The office is ${decision.situation.isOpen ? 'open' : 'closed'}`

export const describeLanguage: ResultCheck = ({ decision }) => (decision.language === 'es' ? 'In Spanish' : undefined)

export const describeBooking: ResultCheck = ({ decision: { outcome: outcomeName, note } }) =>
  outcomeName === 'booked' && note.window ? `Booked: ${note.window}` : undefined

export const describeChoice: ResultCheck = ({ decision: { chosen, windows } }) => {
  const ordinal = ORDINALS[windows.findIndex(({ startsAt }) => startsAt.getTime() === chosen?.startsAt.getTime())]
  return ordinal && `The ${ordinal} window offered`
}

export const describeDaysAhead: ResultCheck = ({ decision: { chosen }, at, timeZone }) => {
  if (!chosen) return undefined
  const findDayStart = (moment: Date) => getStartOfDay(toDayKey(moment, timeZone), timeZone).getTime()
  return `${Math.round((findDayStart(chosen.startsAt) - findDayStart(at)) / millisecondsInDay)} days ahead`
}

export const describeNoVisit: ResultCheck = ({ decision }) => (decision.chosen ? undefined : 'No visit is booked')

export const describePersonRequest: ResultCheck = ({ decision: { attention } }) =>
  attention ? `Flagged for the office: “${attention}”` : undefined

export const describeNoFurtherQuestions: ResultCheck = ({ decision }) =>
  decision.next ? undefined : 'No further questions'

/** Lists the prices that the assistant quoted, if the company published all of them. */
export const describePublishedPrices: ResultCheck = (call) => {
  const namedPrices = [...new Set(listTexts(call, 'assistant').flatMap((text) => text.match(/\$\d+/g) ?? []))]
  const isPublished = namedPrices.every((price) => call.fees.some((fee) => fee.includes(price)))
  return namedPrices.length > 0 && isPublished ? `Prices quoted: ${namedPrices.join(', ')}, as published` : undefined
}

export const describeNoLead: ResultCheck = ({ decision: { intent, outcome: outcomeName } }) =>
  intent === 'wrong-number' && outcomeName === 'declined' ? 'No lead, no request' : undefined

export const describeNoFacts: ResultCheck = ({ decision }) =>
  Object.keys(decision.facts).length === 0 ? 'No details saved' : undefined
