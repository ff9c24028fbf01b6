import { isNo, isPolite, type Line } from './facts.ts'
import type { Language } from '../model/instructions.ts'
import { decide, type Decision, isAboutBookedVisit, isNonCustomer, type RulesInput } from './rules.ts'
import { SAFETY_GUIDE } from './safety.ts'
import { formatOffer, SENTENCES, formatSpokenWindow } from './sentences.ts'

function composeVisitEnding({ intent, visit, chosen, outcome }: Decision, language: Language, zone: string): string {
  const phrases = SENTENCES[language]
  if (!visit) return phrases.visitUnknown
  if (intent === 'status') return phrases.status(formatSpokenWindow(visit, zone, language))
  if (outcome === 'canceled') return phrases.canceled(formatSpokenWindow(visit, zone, language))
  return chosen
    ? phrases.rescheduled(formatSpokenWindow(chosen, zone, language))
    : phrases.visitKept(formatSpokenWindow(visit, zone, language))
}

function composeEnding(decision: Decision, language: Language, zone: string): string | undefined {
  const { outcome, chosen, intent, paged } = decision
  const phrases = SENTENCES[language]
  if (outcome === 'declined') return undefined
  if (outcome === 'transferred') return phrases.puttingThrough
  if (outcome === 'emergency') return paged && paged.length > 0 ? phrases.onCall : phrases.message
  if (isAboutBookedVisit(intent)) return composeVisitEnding(decision, language, zone)
  if (chosen)
    return outcome === 'booked' ? phrases.booked(formatSpokenWindow(chosen, zone, language)) : phrases.requested
  if (outcome === 'requested') return phrases.requested
  return intent && phrases.reply[intent] ? phrases.callback : phrases.message
}

function composeRefusal({ area, job, brand, outcome }: Decision, language: Language): string | undefined {
  const phrases = SENTENCES[language]
  if (outcome !== 'declined') return undefined
  if (area.state === 'not-served') return phrases.notServed(area.zip)
  if (job.state === 'refused') return job.words
  return brand?.state === 'refused' ? phrases.brandRefused(brand.brand) : undefined
}

/** Checks whether the assistant already said a sentence. Advice and replies are spoken only once. */
const wasSpoken = (lines: readonly Line[], sentence: string) =>
  lines.some(({ speaker, text }) => speaker === 'assistant' && text.includes(sentence))

function composeQuestion(decision: Decision, zone: string): string | undefined {
  const { next, language, intent, windows, urgency, facts, isOtherTime, closedRequest } = decision
  const phrases = SENTENCES[language]
  if (next === null) return undefined
  if (next === 'window')
    return `${isOtherTime && !closedRequest ? `${phrases.otherTime} ` : ''}${formatOffer(windows, zone, language)}`
  if (next !== 'phone' || urgency.name === 'now' || !isAboutBookedVisit(intent)) return phrases.ask[next]
  return facts.phone ? phrases.askOtherPhone : phrases.askVisitPhone
}

/**
 * Returns the closing sentence. If the assistant has already closed the call, returns one only if the reply contains no
 * answers.
 */
function composeClosing(
  decision: Decision,
  { lines, zone, hasAnswers }: { lines: readonly Line[]; zone: string; hasAnswers: boolean },
): string | undefined {
  const { next, language, outcome } = decision
  if (next !== null) return undefined
  const end = composeRefusal(decision, language) ?? composeEnding(decision, language, zone)
  if (end && (outcome === 'transferred' || outcome === 'emergency' || !wasSpoken(lines, end))) return end
  const last = lines.at(-1)?.text ?? ''
  const isFarewell = end === undefined || isPolite(last) || isNo(last)
  if (outcome === 'declined' && !isFarewell) return end
  if (hasAnswers) return undefined
  return isFarewell ? SENTENCES[language].goodbye : SENTENCES[language].added
}

function composeReply(decision: Decision, lines: readonly Line[], zone: string): Line {
  const {
    language,
    urgency,
    paged,
    fee,
    answer,
    next,
    windows,
    outcome,
    person,
    intent,
    visit,
    closedRequest,
    situation,
  } = decision
  const phrases = SENTENCES[language]
  const isUrgent = urgency.name === 'now'
  const advice = urgency.danger ? SAFETY_GUIDE[urgency.danger].advice[language] : phrases.danger
  const isOfficeClosed = person === 'not-there' && !isUrgent && outcome !== 'declined'
  const shouldReply =
    intent && !isUrgent && outcome !== 'transferred' && (outcome !== 'declined' || isNonCustomer(intent))
  const hasVisitToMove = visit && intent === 'reschedule' && next === 'window'
  const oneTimeSentences = [
    urgency.isDanger && advice,
    paged && (paged.length > 0 ? phrases.paging : phrases.noOnePaged),
    isOfficeClosed && phrases.officeClosed(situation.closedDay?.name ?? ''),
    closedRequest && phrases.closedOn(closedRequest),
    shouldReply && phrases.reply[intent],
    hasVisitToMove && phrases.visitFound(formatSpokenWindow(visit, zone, language)),
  ]
  const answers = [
    ...oneTimeSentences.filter((sentence) => sentence && !wasSpoken(lines, sentence)),
    fee && (fee.words ?? phrases.feeUnknown),
    answer?.answer,
  ].filter(Boolean)
  const closing = composeClosing(decision, { lines, zone, hasAnswers: answers.length > 0 })
  const parts = [...answers, composeQuestion(decision, zone), closing]
  const text = parts.filter(Boolean).join(' ')
  return { speaker: 'assistant', text, asked: next, ...(next === 'window' && { offered: windows }) }
}

export type Conversation = { lines: Line[]; decision: Decision }

/** Simulates a conversation, which starts with the assistant's greeting. */
export function playConversation(
  input: Omit<RulesInput, 'lines' | 'known'>,
  callerLines: readonly string[],
): Conversation {
  const { settings, instructions } = input
  const [language = 'en'] = instructions.languages
  const greeting = settings.greeting ?? SENTENCES[language].greeting
  const lines: Line[] = [{ speaker: 'assistant', text: greeting, asked: 'problem' }]
  let decision = decide({ ...input, lines })
  for (const text of callerLines) {
    lines.push({ speaker: 'caller', text })
    decision = decide({ ...input, lines })
    lines.push(composeReply(decision, lines, settings.timeZone))
  }
  return { lines, decision }
}
