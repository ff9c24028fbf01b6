import { toE164 } from '../phone-number.ts'
import type { Instructions } from './instructions.ts'
import type { Question } from './sentences.ts'
import { findSaid, likeness, type Place, type Said } from './spoken.ts'
import type { VisitWindow } from './windows.ts'
import { asksForPrice, isOnlyForPerson, isPolite, saysWrongNumber } from './wishes.ts'

/** A line of a conversation; of the assistant's, what it asked and which windows it offered, where that is known. */
export type Line = {
  speaker: 'caller' | 'assistant'
  text: string
  asked?: Question | null
  offered?: readonly VisitWindow[]
}

/** What is listened for in a conversation. */
export const HEARD = ['problem', 'safety', 'system', 'brand', 'address', 'zip', 'name', 'phone'] as const

export type HeardName = (typeof HEARD)[number]

/** What was heard, and the words of the caller that said it; without a place where the voice vendor reported it. */
export type Heard = { value: string; place?: Place }

export type Facts = Partial<Record<HeardName, Heard>>

/** A caller's line with the question that it follows. */
export type Answer = Said & Pick<Line, 'asked' | 'offered'>

/** What the caller said, each line with what was asked before it. */
export function answersOf(lines: readonly Line[]): Answer[] {
  let before: Line | undefined
  return lines.flatMap((line, position) => {
    if (line.speaker === 'assistant') {
      before = line
      return []
    }
    return [
      {
        line: position,
        text: line.text,
        asked: before?.asked ?? null,
        ...(before?.offered && { offered: before.offered }),
      },
    ]
  })
}

const SYSTEMS = [
  'furnace',
  'boiler',
  'heat pump',
  'air conditioner',
  'air conditioning',
  'ac',
  'water heater',
  'mini split',
  'thermostat',
  'radiator',
  'calefacción',
  'aire acondicionado',
  'caldera',
]

const STREET =
  /\b\d{1,6}\s+(?:[\p{L}\d.'’-]+\s+){1,5}?(?:street|st|avenue|ave|road|rd|lane|ln|drive|dr|court|ct|boulevard|blvd|way|place|pl|terrace|ter|parkway|pkwy|circle|cir|highway|hwy)\b\.?(?:\s*(?:,\s*)?(?:apt|unit|suite|#)\s*\w+)?/iu

const NUMBER = /(?:\+?1[\s.-]?)?\(?\d{3}\)?[\s.-]?\d{3}[\s.-]?\d{4}\b/

const NAMED =
  /(?:my name is|my name’s|my name's|this is|i am called|me llamo|mi nombre es)\s+((?:[\p{L}'’-]+\s?){1,3})/iu

/** Whether a line begins with a yes. */
export const isYes = (text: string) => /^\W*(?:yes|yeah|yep|i do|we do|s[ií])(?![\p{L}])/iu.test(text)

/** Whether a line begins with a no. */
export const isNo = (text: string) => /^\W*(?:no|nope|none|nothing|not|neither|ninguno)(?![\p{L}])/iu.test(text)

const clip = (text: string, max = 200): string => text.trim().slice(0, max)

const latest = (answers: readonly Answer[], quoteIn: (answer: Answer) => string | undefined): Heard | undefined => {
  for (const answer of answers.toReversed()) {
    const quote = quoteIn(answer)?.trim()
    if (quote) return { value: clip(quote), place: { line: answer.line, quote } }
  }
  return undefined
}

/** A ZIP code is neither a part of a phone number nor the number of a house. */
function zipIn(text: string): string | undefined {
  const without = text.replace(NUMBER, ' ')
  const houses = STREET.exec(without)?.[0] ?? ''
  return [...without.replace(houses, ' ').matchAll(/\b(\d{5})(?:-\d{4})?\b/g)].at(-1)?.[1]
}

function phoneOf(answers: readonly Answer[]): Heard | undefined {
  const found = latest(answers, ({ text }) => NUMBER.exec(text)?.[0])
  const number = found && toE164(found.value)
  return number && found.place ? { value: number, place: found.place } : undefined
}

/** An answer to the question for the address without the ZIP code that ends it. */
const withoutZip = (text: string): string =>
  text.replace(/(?<![\s,])[\s,]*(?:\b[A-Z]{2}\b[\s,]*)?\b\d{5}(?:-\d{4})?\W*$/, '')

const addressOf = (answers: readonly Answer[]): Heard | undefined =>
  latest(answers, ({ text }) => STREET.exec(text)?.[0]) ??
  latest(answers, ({ asked, text }) => (asked === 'address' && /\p{L}{3}/u.test(text) ? withoutZip(text) : undefined))

const nameOf = (answers: readonly Answer[]): Heard | undefined =>
  latest(answers, ({ text }) => NAMED.exec(text)?.[1]) ??
  latest(answers, ({ asked, text }) =>
    asked === 'name' && /\p{L}{2}/u.test(text) && text.length <= 60
      ? text.replace(NUMBER, '').replace(/(?<![\s.,!])[\s.,!]+$/, '')
      : undefined,
  )

/** In the note of somebody who said that there is no danger; of a lead it is nothing. */
export const NO_DANGER = 'No gas, smoke or alarm'

function safetyOf(answers: readonly Answer[], danger: Place | undefined): Heard | undefined {
  if (danger) return { value: clip(danger.quote), place: danger }
  const answer = answers.findLast(({ asked }) => asked === 'safety')
  if (!answer) return undefined
  const place = { line: answer.line, quote: answer.text }
  return { value: isNo(answer.text) ? NO_DANGER : clip(answer.text), place }
}

const firstSaid = (names: readonly string[], answers: readonly Said[]): Heard | undefined => {
  for (const value of names) {
    const place = findSaid(value, answers)
    if (place) return { value, place }
  }
  return undefined
}

/** The share of the telling words of a question that a line has which asks it. */
const LIKE_A_QUESTION = 0.6

/** The company's question that a line asks, with its answer. */
export function answerTo(
  text: string,
  { answers }: Pick<Instructions, 'answers'>,
): Instructions['answers'][number] | undefined {
  const ranked = answers
    .map((each) => ({ each, share: likeness(each.question, text) }))
    .filter(({ share }) => share >= LIKE_A_QUESTION)
    .toSorted((one, other) => other.share - one.share)
  return ranked[0]?.each
}

/** Whether a line says yes where danger was asked about. */
export const saysYesToDanger = (answers: readonly Answer[]): Place | undefined => {
  const answer = answers.find(({ asked, text }) => asked === 'safety' && isYes(text))
  return answer && { line: answer.line, quote: answer.text }
}

/** Words after which a part of a sentence says something by itself. */
const TELLING_WORDS = 4

/** What is wrong, in the caller's words: of the first line that says it, what neither asks nor wishes for something else. */
function problemOf(answers: readonly Answer[], { answers: known, urgencyWords }: Instructions): Heard | undefined {
  const words = [...SYSTEMS, ...Object.values(urgencyWords).flat()]
  const says = (names: readonly string[], text: string) => firstSaid(names, [{ line: 0, text }]) !== undefined
  // "How much is a furnace repair?" says what is wrong as well.
  const isQuestion = (text: string) =>
    asksForPrice(text) ? !says(words, text) : answerTo(text, { answers: known }) !== undefined && !says(SYSTEMS, text)
  const isBeside = (text: string) => isQuestion(text) || isOnlyForPerson(text) || saysWrongNumber(text)
  const isTelling = (text: string) =>
    /\p{L}{2}/u.test(text) && !isBeside(text) && !isPolite(text) && !NAMED.test(text) && !NUMBER.test(text)
  const partsOf = (sentence: string) =>
    sentence
      .split(/,\s*|(?<!\s)\s+(?:and|but|y|pero)\s+/)
      .filter((part) => part.split(/\s+/).length >= TELLING_WORDS || says(words, part))
  for (const { line, text, asked } of answers) {
    if ((asked && asked !== 'problem') || isPolite(text) || !/\p{L}{2}/u.test(text)) continue
    const sentences = text.split(/(?<=[.!?])\s+/)
    if (!sentences.some(isBeside)) return { value: clip(text), place: { line, quote: text } }
    const parts = sentences.flatMap((each) => (isOnlyForPerson(each) ? partsOf(each) : [each])).filter(isTelling)
    const [quote] = parts
    if (quote) return { value: clip(parts.join(' ')), place: { line, quote } }
  }
  return undefined
}

/** The facts that a caller said. @param danger where a word of danger was said */
export function factsHeard(answers: readonly Answer[], instructions: Instructions, danger: Place | undefined): Facts {
  const { served, refused } = instructions.brands
  const telling = answers.filter(({ text }) => !isOnlyForPerson(text) && !saysWrongNumber(text))
  const facts: Record<HeardName, Heard | undefined> = {
    problem: problemOf(answers, instructions),
    safety: safetyOf(answers, danger),
    system: firstSaid(SYSTEMS, answers),
    brand: firstSaid([...refused, ...served], answers),
    address: addressOf(telling),
    zip: latest(answers, ({ text }) => zipIn(text)),
    name: nameOf(telling),
    phone: phoneOf(answers),
  }
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined)) as Facts
}
