import { millisecondsInDay } from 'date-fns/constants'
import { CALL_OUTCOMES } from '../model/call.ts'
import { INTENTS } from '../model/intent.ts'
import { URGENCIES } from '../model/lead.ts'
import { dayKey, startOfDayIn } from '../../platform/time/zone.ts'
import type { Conversation } from '../assistant/conversation.ts'
import { type Decision, isNoCustomer } from '../assistant/rules.ts'

export type Played = Conversation & { at: Date; timeZone: string; fees: readonly string[] }

/** Describes a result of a played call. Returns undefined if the result does not apply. */
export type Result = (played: Played) => string | undefined

const ORDINALS = ['first', 'second', 'third']

const textsOf = ({ lines }: Conversation, by: 'caller' | 'assistant') =>
  lines.filter(({ speaker }) => speaker === by).map(({ text }) => text)

/** Returns the outcome as text, with details that the label of the outcome lacks. */
export function outcomeOf({ outcome, area, job, intent, fee, answer, next }: Decision): string {
  if (intent && isNoCustomer(intent) && outcome === 'declined') return INTENTS[intent]
  if (outcome === 'declined') {
    if (area.state === 'not-served') return 'Declined: outside the service area'
    return `Declined: ${job.state === 'refused' ? 'not a job they do' : 'not a brand they service'}`
  }
  if (outcome !== 'message') return CALL_OUTCOMES[outcome]
  if (fee?.words) return 'Published fee quoted'
  if (answer) return 'Question answered'
  return next === 'problem' ? 'Asked again' : CALL_OUTCOMES.message
}

/** Formats the paged people with their delays: "Alex right away, Sam after 10 minutes". */
export const pagedWords = ({ paged }: Decision): string | undefined =>
  paged?.map(({ name, afterMinutes: wait }) => `${name} ${wait ? `after ${wait} minutes` : 'right away'}`).join(', ')

export const said =
  (...words: RegExp[]): Result =>
  (played) => {
    const spoken = textsOf(played, 'assistant').join(' ')
    const found = words.flatMap((each) => each.exec(spoken)?.[0] ?? [])
    return found.length > 0 ? `“${found.join(' … ')}”` : undefined
  }

/** Quotes matching words of the caller with line numbers: "“no heat” in line 1, “a baby” in line 2". */
export const heard =
  (...words: RegExp[]): Result =>
  (played) => {
    const lines = textsOf(played, 'caller')
    const found = words.flatMap((each) =>
      lines.flatMap((text, position) => each.exec(text)?.map((match) => `“${match}” in line ${position + 1}`) ?? []),
    )
    return found.join(', ') || undefined
  }

export const outcome: Result = ({ decision }) => outcomeOf(decision)

export const urgency: Result = ({ decision }) => URGENCIES[decision.urgency.name]

export const rule: Result = ({ decision }) => decision.urgency.rule ?? undefined

export const paged: Result = ({ decision }) => {
  const words = pagedWords(decision)
  return words ? `Paged: ${words}` : 'No one is paged'
}

export const hours: Result = ({ decision }) => `The office is ${decision.situation.isOpen ? 'open' : 'closed'}`

export const spanish: Result = ({ decision }) => (decision.language === 'es' ? 'In Spanish' : undefined)

export const booked: Result = ({ decision: { outcome: ended, note } }) =>
  ended === 'booked' && note.window ? `Booked: ${note.window}` : undefined

export const picked: Result = ({ decision: { chosen, windows } }) => {
  const ordinal = ORDINALS[windows.findIndex(({ startsAt }) => startsAt.getTime() === chosen?.startsAt.getTime())]
  return ordinal && `The ${ordinal} window offered`
}

export const daysAhead: Result = ({ decision: { chosen }, at, timeZone }) => {
  if (!chosen) return undefined
  const startOf = (moment: Date) => startOfDayIn(dayKey(moment, timeZone), timeZone).getTime()
  return `${Math.round((startOf(chosen.startsAt) - startOf(at)) / millisecondsInDay)} days ahead`
}

export const noVisit: Result = ({ decision }) => (decision.chosen ? undefined : 'No visit is booked')

export const forAPerson: Result = ({ decision: { attention } }) =>
  attention ? `Marked for a person: “${attention}”` : undefined

export const nothingMore: Result = ({ decision }) => (decision.next ? undefined : 'No further questions')

/** Lists the prices that the assistant quoted, if the company published all of them. */
export const publishedPrices: Result = (played) => {
  const named = [...new Set(textsOf(played, 'assistant').flatMap((text) => text.match(/\$\d+/g) ?? []))]
  const isPublished = named.every((price) => played.fees.some((fee) => fee.includes(price)))
  return named.length > 0 && isPublished ? `Prices named: ${named.join(', ')}, as published` : undefined
}

export const noLead: Result = ({ decision: { intent, outcome: ended } }) =>
  intent === 'wrong-number' && ended === 'declined' ? 'No lead, no request' : undefined

export const noFacts: Result = ({ decision }) =>
  Object.keys(decision.facts).length === 0 ? 'No details saved' : undefined
