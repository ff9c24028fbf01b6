import { findMentions } from '../understanding/concepts.ts'
import type { Instructions } from '../model/instructions.ts'
import type { Question } from './intents.ts'
import { findPhrase, type Place, type SpokenLine, computeSimilarity } from '../understanding/phrases.ts'
import { findIntent } from '../understanding/intent.ts'
import type { VisitWindow } from './windows.ts'
import { findPhone, findZip, type SpokenNumber } from '../understanding/phone-and-zip.ts'
import { findStreets } from '../understanding/street.ts'
import { analyzeText, splitSentences } from '../understanding/words.ts'

/** A line of a conversation. Lines of the assistant also have the question and the offered windows, if known. */
export type Line = {
  speaker: 'caller' | 'assistant'
  text: string
  asked?: Question | null
  offered?: readonly VisitWindow[]
}

export const FACT_NAMES = ['problem', 'safety', 'system', 'brand', 'address', 'zip', 'name', 'phone'] as const

export type FactName = (typeof FACT_NAMES)[number]

/** A fact about the call. `place` is absent if the voice vendor reported the fact. */
export type Fact = { value: string; place?: Place }

export type Facts = Partial<Record<FactName, Fact>>

/** A line of the caller, with the question and the windows of the assistant's previous line. */
export type Answer = SpokenLine & Pick<Line, 'asked' | 'offered'>

export function extractAnswers(lines: readonly Line[]): Answer[] {
  let previousLine: Line | undefined
  return lines.flatMap((line, position) => {
    if (line.speaker === 'assistant') {
      previousLine = line
      return []
    }
    const offered = previousLine?.offered && { offered: previousLine.offered }
    return [{ line: position, text: line.text, asked: previousLine?.asked ?? null, ...offered }]
  })
}

const NAME_PATTERN =
  /(?:my name is|my name’s|my name's|this is|i am called|me llamo|mi nombre es)\s+((?:[\p{L}'’-]+\s?){1,3})/iu

export const isYes = (text: string) => /^\W*(?:yes|yeah|yep|yup|i do|we do|s[ií]|claro)(?!\p{L}| not)/iu.test(text)

export const isNo = (text: string) =>
  /^\W*(?:no|nope|nah|none|nothing|not|neither|ningun[ao]|nada)(?![\p{L}])/iu.test(text)

const clip = (text: string, max = 200): string => text.trim().slice(0, max)

function findNumber(answers: readonly Answer[], find: (answer: Answer) => SpokenNumber | undefined): Fact | undefined {
  for (const answer of answers.toReversed()) {
    const spokenNumber = find(answer)
    if (spokenNumber) return { value: spokenNumber.value, place: { line: answer.line, quote: spokenNumber.quote } }
  }
  return undefined
}

const findLatestFact = (answers: readonly Answer[], find: (answer: Answer) => string | undefined): Fact | undefined =>
  findNumber(answers, (answer) => {
    const quote = find(answer)?.trim()
    return quote ? { value: clip(quote), quote } : undefined
  })

const stripZip = (text: string): string =>
  text.replace(/(?<![\s,])[\s,]*(?:\b[A-Z]{2}\b[\s,]*)?\b\d{5}(?:-\d{4})?\W*$/, '')

function findAddress(answers: readonly Answer[]): Fact | undefined {
  for (const { line, text } of answers.toReversed()) {
    const { digits, quote } = analyzeText(text)
    const [street] = findStreets(digits)
    if (street) return { value: clip(street.value), place: { line, quote: quote(street.from, street.to) } }
  }
  return findLatestFact(answers, ({ asked, text }) =>
    asked === 'address' && /\p{L}{3}/u.test(text) ? stripZip(analyzeText(text).digits) : undefined,
  )
}

const findName = (answers: readonly Answer[]): Fact | undefined =>
  findLatestFact(answers, ({ text }) => NAME_PATTERN.exec(text)?.[1]) ??
  findLatestFact(answers, (answer) =>
    answer.asked === 'name' && /\p{L}{2}/u.test(answer.text) && answer.text.length <= 60
      ? answer.text.replace(findPhone(answer.text)?.quote ?? '', '').replace(/(?<![\s.,!])[\s.,!]+$/, '')
      : undefined,
  )

/** Value of the safety fact if the caller denied every danger. It is not copied to leads. */
export const NO_DANGER = 'No gas, smoke or alarm'

function findSafety(answers: readonly Answer[], danger: Place | undefined): Fact | undefined {
  if (danger) return { value: clip(danger.quote), place: danger }
  const answer = answers.findLast(({ asked }) => asked === 'safety')
  if (!answer) return undefined
  return { value: isNo(answer.text) ? NO_DANGER : clip(answer.text), place: { line: answer.line, quote: answer.text } }
}

function findBrand({ brands: { refused, served } }: Instructions, answers: readonly SpokenLine[]): Fact | undefined {
  for (const value of [...refused, ...served]) {
    const place = findPhrase(value, answers)
    if (place) return { value, place }
  }
  return undefined
}

/** Share of the words of a saved question that the caller's line must contain. */
const MIN_SIMILARITY = 0.6

export function findAnswer(
  text: string,
  { answers }: Pick<Instructions, 'answers'>,
): Instructions['answers'][number] | undefined {
  const candidates = answers
    .map((each) => ({ each, share: computeSimilarity(each.question, text) }))
    .filter(({ share }) => share >= MIN_SIMILARITY)
    .toSorted((a, b) => b.share - a.share)
  return candidates[0]?.each
}

/** Matches answers that pick one of the named dangers: "The last one", "not smoke, but the first one, yes". */
const ORDINAL_PATTERN =
  /(?<!\p{L})(?:the|la|lo|el) (?:very )?(?:first|second|third|last|primer[ao]?|segund[ao]|tercer[ao]?|[uú]ltim[ao])(?= |[.,!]|$)(?!\s+(?:time|floor|vez|piso))|(?:eso|esa|ese|that one|that|it does|i do|we do),? (?:yes|s[ií])[.!]*$/iu

export const findDangerConfirmation = (answers: readonly Answer[]): Place | undefined => {
  const isDenied = (text: string) => isNo(text) && !/(?<!\p{L})(?:but|yes|pero|s[ií])(?!\p{L})/iu.test(text)
  const answer = answers.find(
    ({ asked, text }) => asked === 'safety' && (isYes(text) || (ORDINAL_PATTERN.test(text) && !isDenied(text))),
  )
  return answer && { line: answer.line, quote: answer.text }
}

export function isPolite(text: string): boolean {
  const { words } = analyzeText(text)
  const politeMentions = findMentions(text, 'polite')
  return (
    words.length > 0 &&
    words.every((_, index) => politeMentions.some(({ start, end }) => start <= index && index <= end))
  )
}

export const isPriceQuestion = (text: string): boolean => findMentions(text, 'price').length > 0

/** Finds the caller's description of the problem. Skips greetings, price questions and other asides. */
function findProblem(answers: readonly Answer[], instructions: Instructions): Fact | undefined {
  const phrases = Object.values(instructions.urgencyWords).flat()
  const isAboutEquipment = (text: string) =>
    findMentions(text, 'system').length > 0 || phrases.some((phrase) => findPhrase(phrase, [{ line: 0, text }]))
  const isAsideRemark = (text: string) => {
    if (isPolite(text) || !/\p{L}{2}/u.test(text) || NAME_PATTERN.test(text) || findPhone(text)) return true
    if (isAboutEquipment(text)) return false
    const intent = findIntent(text)
    const isOnlyPriceQuestion = isPriceQuestion(text) && (intent === undefined || intent === 'estimate')
    return (
      isOnlyPriceQuestion ||
      intent === 'person' ||
      intent === 'wrong-number' ||
      findAnswer(text, instructions) !== undefined
    )
  }
  for (const { line, text, asked } of answers) {
    if (asked && asked !== 'problem') continue
    const sentences = splitSentences(text).filter((sentence) => !isAsideRemark(sentence))
    const [quote] = sentences
    if (quote) return { value: clip(sentences.join(' ')), place: { line, quote } }
  }
  return undefined
}

function findSystem(answers: readonly SpokenLine[]): Fact | undefined {
  const [place] = answers.flatMap(({ line, text }) =>
    findMentions(text, 'system').map(({ quote }) => ({ line, quote })),
  )
  return place && { value: place.quote, place }
}

export function findFacts(answers: readonly Answer[], instructions: Instructions, danger: Place | undefined): Facts {
  const facts: Record<FactName, Fact | undefined> = {
    problem: findProblem(answers, instructions),
    safety: findSafety(answers, danger),
    system: findSystem(answers),
    brand: findBrand(instructions, answers),
    address: findAddress(answers),
    zip: findNumber(answers, ({ text, asked }) => findZip(text, asked)),
    name: findName(answers),
    phone: findNumber(answers, ({ text }) => findPhone(text)),
  }
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined)) as Facts
}
