import type { Line } from './heard.ts'
import type { Language } from './instructions.ts'
import { decide, type Decision, type RulesInput } from './rules.ts'
import { offerWords, SENTENCES, windowWords } from './sentences.ts'

/** What the assistant says at the end of a conversation. */
function ending(
  { outcome, chosen, isWrongNumber, paged }: Decision,
  language: Language,
  zone: string,
): string | undefined {
  const say = SENTENCES[language]
  if (outcome === 'declined') return undefined
  if (isWrongNumber) return say.wrongNumber
  if (outcome === 'transferred') return say.puttingThrough
  if (outcome === 'emergency' && paged && paged.length > 0) return say.onCall
  if (chosen) return outcome === 'booked' ? say.booked(windowWords(chosen, zone)) : say.asked
  return outcome === 'requested' ? say.asked : say.message
}

function refusal({ area, job, brand }: Decision, language: Language): string | undefined {
  const say = SENTENCES[language]
  if (area.state === 'not-served') return say.notServed(area.zip)
  if (job.state === 'refused') return job.words
  return brand?.state === 'refused' ? say.brandRefused(brand.brand) : undefined
}

/** Whether the assistant has said a sentence before: what is to be done in danger is said once. */
const wasSaid = (lines: readonly Line[], sentence: string) =>
  lines.some(({ speaker, text }) => speaker === 'assistant' && text.includes(sentence))

/** What the rules have the assistant say next. */
function replyTo(decision: Decision, lines: readonly Line[], zone: string): Line {
  const { language, urgency, paged, fee, answer, next, windows, outcome, person } = decision
  const say = SENTENCES[language]
  const paging = paged && (paged.length > 0 ? say.paging : say.nobody)
  const danger = urgency.isCold ? say.cold : say.danger
  const isWaiting = person === 'not-there' && outcome !== 'emergency' && outcome !== 'declined'
  const once = [urgency.name === 'now' && danger, paging, isWaiting && say.nobodyThere]
  const sentences = [
    ...once.filter((sentence) => sentence && !wasSaid(lines, sentence)),
    fee && (fee.words ?? say.feeUnknown),
    answer?.answer,
    refusal(decision, language),
    next === 'window' ? offerWords(windows, zone, language) : next && say.ask[next],
    next === null ? ending(decision, language, zone) : undefined,
  ]
  const text = sentences.filter(Boolean).join(' ') || say.message
  return { speaker: 'assistant', text, asked: next, ...(next === 'window' && { offered: windows }) }
}

/** A conversation: every line of it, and what the rules make of it at its end. */
export type Conversation = { lines: Line[]; decision: Decision }

/** Plays a conversation: what the assistant answers to each line of a caller, beginning with its greeting. */
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
