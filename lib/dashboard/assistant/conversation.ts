import { isNo, isPolite, type Line } from './facts.ts'
import type { Language } from '../model/instructions.ts'
import { decide, type Decision, isAboutBookedVisit, isNoCustomer, type RulesInput } from './rules.ts'
import { SAFETY_GUIDE } from './safety.ts'
import { offerWords, SENTENCES, spokenWindow } from './sentences.ts'

function visitEnding({ intent, visit, chosen, outcome }: Decision, language: Language, zone: string): string {
  const say = SENTENCES[language]
  if (!visit) return say.visitUnknown
  if (intent === 'status') return say.status(spokenWindow(visit, zone, language))
  if (outcome === 'canceled') return say.canceled(spokenWindow(visit, zone, language))
  return chosen
    ? say.rescheduled(spokenWindow(chosen, zone, language))
    : say.visitKept(spokenWindow(visit, zone, language))
}

function ending(decision: Decision, language: Language, zone: string): string | undefined {
  const { outcome, chosen, intent, paged } = decision
  const say = SENTENCES[language]
  if (outcome === 'declined') return undefined
  if (outcome === 'transferred') return say.puttingThrough
  if (outcome === 'emergency') return paged && paged.length > 0 ? say.onCall : say.message
  if (isAboutBookedVisit(intent)) return visitEnding(decision, language, zone)
  if (chosen) return outcome === 'booked' ? say.booked(spokenWindow(chosen, zone, language)) : say.requested
  if (outcome === 'requested') return say.requested
  return intent && say.reply[intent] ? say.callback : say.message
}

function refusal({ area, job, brand, outcome }: Decision, language: Language): string | undefined {
  const say = SENTENCES[language]
  if (outcome !== 'declined') return undefined
  if (area.state === 'not-served') return say.notServed(area.zip)
  if (job.state === 'refused') return job.words
  return brand?.state === 'refused' ? say.brandRefused(brand.brand) : undefined
}

/** Checks whether the assistant already said a sentence. Advice and replies are spoken only once. */
const wasSaid = (lines: readonly Line[], sentence: string) =>
  lines.some(({ speaker, text }) => speaker === 'assistant' && text.includes(sentence))

function questionWords(decision: Decision, zone: string): string | undefined {
  const { next, language, intent, windows, urgency, facts, isOtherTime } = decision
  const say = SENTENCES[language]
  if (next === null) return undefined
  if (next === 'window') return `${isOtherTime ? `${say.otherTime} ` : ''}${offerWords(windows, zone, language)}`
  if (next !== 'phone' || urgency.name === 'now' || !isAboutBookedVisit(intent)) return say.ask[next]
  return facts.phone ? say.askOtherPhone : say.askVisitPhone
}

/** Returns the closing sentence. After the first closing, returns one only if the reply contains no answers. */
function closingWords(
  decision: Decision,
  { lines, zone, hasAnswers }: { lines: readonly Line[]; zone: string; hasAnswers: boolean },
): string | undefined {
  const { next, language, outcome } = decision
  if (next !== null) return undefined
  const end = refusal(decision, language) ?? ending(decision, language, zone)
  if (end && (outcome === 'transferred' || outcome === 'emergency' || !wasSaid(lines, end))) return end
  const last = lines.at(-1)?.text ?? ''
  const isFarewell = end === undefined || isPolite(last) || isNo(last)
  if (outcome === 'declined' && !isFarewell) return end
  if (hasAnswers) return undefined
  return isFarewell ? SENTENCES[language].goodbye : SENTENCES[language].added
}

function replyTo(decision: Decision, lines: readonly Line[], zone: string): Line {
  const { language, urgency, paged, fee, answer, next, windows, outcome, person, intent, visit } = decision
  const say = SENTENCES[language]
  const isUrgent = urgency.name === 'now'
  const advice = urgency.danger ? SAFETY_GUIDE[urgency.danger].advice[language] : say.danger
  const isClosed = person === 'not-there' && !isUrgent && outcome !== 'declined'
  const isReply = intent && !isUrgent && outcome !== 'transferred' && (outcome !== 'declined' || isNoCustomer(intent))
  const isFound = visit && intent === 'reschedule' && next === 'window'
  const once = [
    urgency.isDanger && advice,
    paged && (paged.length > 0 ? say.paging : say.nobodyPaged),
    isClosed && say.officeClosed,
    isReply && say.reply[intent],
    isFound && say.visitFound(spokenWindow(visit, zone, language)),
  ]
  const answers = [
    ...once.filter((sentence) => sentence && !wasSaid(lines, sentence)),
    fee && (fee.words ?? say.feeUnknown),
    answer?.answer,
  ].filter(Boolean)
  const closing = closingWords(decision, { lines, zone, hasAnswers: answers.length > 0 })
  const sentences = [...answers, questionWords(decision, zone), closing]
  const text = sentences.filter(Boolean).join(' ')
  return { speaker: 'assistant', text, asked: next, ...(next === 'window' && { offered: windows }) }
}

export type Conversation = { lines: Line[]; decision: Decision }

/** Simulates a conversation, which starts with the assistant's greeting. */
export function play(input: Omit<RulesInput, 'lines' | 'known'>, callerLines: readonly string[]): Conversation {
  const { settings, instructions } = input
  const [spoken = 'en'] = instructions.languages
  const greeting = settings.greeting ?? SENTENCES[spoken].greeting
  const lines: Line[] = [{ speaker: 'assistant', text: greeting, asked: 'problem' }]
  let decision = decide({ ...input, lines })
  for (const text of callerLines) {
    lines.push({ speaker: 'caller', text })
    decision = decide({ ...input, lines })
    lines.push(replyTo(decision, lines, settings.timeZone))
  }
  return { lines, decision }
}
