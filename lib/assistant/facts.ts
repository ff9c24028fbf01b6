import { toE164 } from '../phone-number.ts'
import { mentions } from '../understanding/concepts.ts'
import type { Instructions } from './instructions.ts'
import type { Question } from './intents.ts'
import { findPhrase, type Place, type Said, similarity } from '../understanding/phrases.ts'
import { findIntent } from '../understanding/intent.ts'
import type { VisitWindow } from './windows.ts'
import { digitize } from '../understanding/numbers.ts'
import { read } from '../understanding/words.ts'

/** A line of a conversation; of the assistant's, what it asked and which windows it offered, where that is known. */
export type Line = {
  speaker: 'caller' | 'assistant'
  text: string
  asked?: Question | null
  offered?: readonly VisitWindow[]
}

export const FACTS = ['problem', 'safety', 'system', 'brand', 'address', 'zip', 'name', 'phone'] as const

export type FactName = (typeof FACTS)[number]

/** A fact, and the words of the caller that say it; without a place where the voice vendor reported it. */
export type Fact = { value: string; place?: Place }

export type Facts = Partial<Record<FactName, Fact>>

/** A caller's line with the question that it follows. */
export type Answer = Said & Pick<Line, 'asked' | 'offered'>

/** The caller's lines, each with the question before it. */
export function answersOf(lines: readonly Line[]): Answer[] {
  let before: Line | undefined
  return lines.flatMap((line, position) => {
    if (line.speaker === 'assistant') {
      before = line
      return []
    }
    const offered = before?.offered && { offered: before.offered }
    return [{ line: position, text: line.text, asked: before?.asked ?? null, ...offered }]
  })
}

const STREET =
  /\b\d{1,6}\s{1,3}(?:[\p{L}.'’-][\p{L}\d.'’-]{0,30}\s{1,3}|\d{1,3}(?:st|nd|rd|th)?\s{1,3}){1,5}?(?:street|st|avenue|ave|road|rd|lane|ln|drive|dr|court|ct|boulevard|blvd|(?<!the\s)way|place|pl|terrace|ter|parkway|pkwy|circle|cir|highway|hwy|calle|avenida)\b\.?(?:[\s,]{1,3}(?:apt|apartment|unit|suite|apartamento|#)\s{0,2}\w+)?/iu

const SPANISH_STREET =
  /(?<!\p{L})(?:calle|avenida|av|paseo|camino)\.?\s{1,3}(?:[\p{L}.'’-]{1,30}\s{1,3}){1,4}(?:n[uú]mero\s{1,3})?\d{1,6}\b|\b\d{1,6}\s{1,3}(?:de\s{1,3})?(?:la\s{1,3})?(?:calle|avenida|av)\.?\s{1,3}[\p{L}.'’-]{1,30}/iu

const NAMED =
  /(?:my name is|my name’s|my name's|this is|i am called|me llamo|mi nombre es)\s+((?:[\p{L}'’-]+\s?){1,3})/iu

/** Whether a line begins with a yes. */
export const isYes = (text: string) => /^\W*(?:yes|yeah|yep|yup|i do|we do|s[ií]|claro)(?!\p{L}| not)/iu.test(text)

/** Whether a line begins with a no. */
export const isNo = (text: string) =>
  /^\W*(?:no|nope|nah|none|nothing|not|neither|ningun[ao]|nada)(?![\p{L}])/iu.test(text)

const clip = (text: string, max = 200): string => text.trim().slice(0, max)

/** The latest line that says something, with the words that say it. */
function findLatest(answers: readonly Answer[], find: (answer: Answer) => string | undefined): Fact | undefined {
  for (const answer of answers.toReversed()) {
    const quote = find(answer)?.trim()
    if (quote) return { value: clip(quote), place: { line: answer.line, quote } }
  }
  return undefined
}

/** What a pattern finds in a text whose spoken numbers are written in digits; `quote` is what was said. */
function findInDigits(pattern: RegExp, text: string): { value: string; quote: string } | undefined {
  const { digits, quote } = read(text)
  const found = pattern.exec(digits)
  return found ? { value: found[0], quote: quote(found.index, found.index + found[0].length) } : undefined
}

type Group = { digits: string; from: number; to: number; isCorrection: boolean; isBeside: boolean; isPause: boolean }

const CORRECTION =
  /(?<!\p{L})(?:no|wait|sorry|i mean|scratch that|make that|correction|hang on|perd[oó]n|digo|mejor dicho|esp[eé]r[ae](?:se|me)?)(?!\p{L})/iu

const FILLERS =
  /(?<!\p{L})(?:el resto es|the rest is|tel[eé]fono|phone|uh|um|er|eh|este|pues|dash|gui[oó]n|and|y|then|luego|despu[eé]s|entonces|it['’]?s|that['’]?s|is|es|son|area code|c[oó]digo de [aá]rea|lada|the|el|la|number|n[uú]mero|ending|ends|in|termina|terminando|en|followed by|seguido de|al final|finalmente|por [uú]ltimo|al [uú]ltimo|[uú]ltimos cuatro|last four|finally|hold on|let me (?:think|see|check|look)|what was it|(?:one|just a|give me a) (?:second|sec|moment|minute)|my \p{L}+(?:['’]s| is) telling me|d[eé]j[ea]me (?:ver|pensar|acordarme)|un momentit?o|me dice mi \p{L}+|so|like|ok|okay|a ver|sigue|con)(?!\p{L})/giu

/** Every group of digits in a text, and whether it stands beside the one before it or corrects it. */
function groupsOf(digits: string): Group[] {
  let end = 0
  return [...digits.matchAll(/\d+/g)].map(({ 0: group, index }) => {
    const between = digits.slice(end, index)
    end = index + group.length
    const words = between.replaceAll(FILLERS, '')
    const isBeside = /^[\s,.:;()/+-]*$/.test(words)
    return {
      digits: group,
      from: index,
      to: end,
      isCorrection: CORRECTION.test(between),
      isBeside,
      // A space alone is how recognizers write a number that is spoken in parts.
      isPause: isBeside && (words !== between || /^[ -]+$/.test(between)),
    }
  })
}

/** `isSplit` is a number in groups with commas, without a word between them that a speaker pauses with, and none of three digits. */
type Found = { value: string; from: number; to: number; isSplit: boolean }

/** Numbers of one length, each made of neighboring groups; a correction replaces the end of what was said before it. */
function findNumbers(text: string, length: number): Found[] {
  const groups = groupsOf(text)
  const found: Found[] = []
  groups.forEach((first, start) => {
    let [value, to] = [first.digits, first.to]
    let next = start + 1
    let isSplit = false
    while (value.length < length && groups[next]?.isBeside) {
      value += groups[next]?.digits ?? ''
      to = groups[next]?.to ?? to
      isSplit ||= groups[next]?.isPause === false
      next += 1
    }
    const isSpoken = next === start + 2 && groups.slice(start, next).some(({ digits: group }) => group.length === 3)
    if (value.length === length) found.push({ value, from: first.from, to, isSplit: isSplit && !isSpoken })
    const correction = groups[next]
    if (!correction?.isCorrection || correction.digits.length >= length) return
    let [tail, end] = [correction.digits, correction.to]
    for (let at = next + 1; groups[at]?.isBeside && tail.length < length; at += 1) {
      tail += groups[at]?.digits ?? ''
      end = groups[at]?.to ?? end
    }
    const kept = length - tail.length
    const isLonger = value.length > kept && value.length <= length
    // "333316, sorry, 33316" corrects a ZIP code, and no half of a phone number.
    const isOther = tail.length === 5 && value.length < 7 && length > 5
    if (kept > 0 && !isOther && (isLonger || (value.length === kept && tail.length !== kept)))
      found.push({ value: value.slice(0, kept) + tail, from: first.from, to: end, isSplit: false })
  })
  return found
}

/** A number after one of these was another one before. */
const FORMER = /(?:used to be|old (?:one|zip) (?:is|was)|formerly|antes era|era antes|ya no es)\W*$/iu

/** A number shortly after one of these is no ZIP code. */
const OTHER_WORDS = new Set(
  'model serial invoice account order policy reference ticket claim box apartment apt unit suite room floor modelo serie factura cuenta orden apartamento departamento unidad piso'.split(
    ' ',
  ),
)
const isOtherNumber = (before: string): boolean =>
  FORMER.test(before) ||
  (before.split(/\d/).at(-1) ?? '')
    .split(/[\s,.:]+/)
    .slice(-5)
    .some((word) => OTHER_WORDS.has(word.toLowerCase())) ||
  before.trimEnd().endsWith('$')
const OTHER_AFTER =
  /^\s*(?:dollars|bucks|btus?|square|sq|miles|years?|stor(?:y|ies)|minutes|hours|days|weeks|months|units|tons?|degrees|percent|d[oó]lares|pesos|pies|millas|a[nñ]os|grados|minutos|horas|d[ií]as|semanas|meses|unidades|toneladas)/iu
const ZIP_WORD = /(?<!\p{L})(?:zip|postal|c[oó]digo)(?!\p{L})/iu

/** The ZIP code that a text says: neither a part of a phone number nor the number of a house. */
function findZip({ text, asked }: Answer): { value: string; quote: string } | undefined {
  const { digits, quote } = read(text)
  const found = findZipIn(digits, asked)
  if (found) return { value: found.value, quote: quote(found.from, found.to) }
  const isAlone = !/\p{L}/u.test(digits.replaceAll(FILLERS, '')) && !findPhone({ text })
  if (asked !== 'zip' && !ZIP_WORD.test(text) && !isAlone) return undefined
  const reading = digitize(text, true)
  const spoken = findZipIn(reading.text, 'zip')
  if (!spoken) return undefined
  const { from, to } = reading.original(spoken.from, spoken.to)
  return { value: spoken.value, quote: text.slice(from, to) }
}

/** The phone numbers of a text, in E.164. */
const phonesIn = (digits: string): Found[] =>
  [...findNumbers(digits, 11).filter(({ value }) => value.startsWith('1')), ...findNumbers(digits, 10)].flatMap(
    (each) => {
      const value = toE164(each.value)
      return value ? [{ ...each, value }] : []
    },
  )

function findZipIn(digits: string, asked: Answer['asked']): Found | undefined {
  const taken = [
    ...phonesIn(digits),
    ...[STREET, SPANISH_STREET].flatMap((street) => {
      const house = street.exec(digits)
      return house ? [{ from: house.index, to: house.index + house[0].length }] : []
    }),
  ]
  const isFree = ({ from, to }: Pick<Found, 'from' | 'to'>) =>
    !taken.some((other) => from < other.to && other.from < to)
  const isZip = ({ from, to, isSplit }: Found) => {
    // In several groups it is one where it was asked for, or where a line begins with it.
    const isFirst = /^\W*$/u.test(digits.slice(0, from).replaceAll(FILLERS, ''))
    const isMeant = asked === 'zip' || asked === 'address' || ZIP_WORD.test(digits) || isFirst
    return (
      (!isSplit || isMeant) &&
      (!isOtherNumber(digits.slice(0, from)) ||
        (ZIP_WORD.test(digits.slice(0, from)) && !FORMER.test(digits.slice(0, from)))) &&
      !OTHER_AFTER.test(digits.slice(to))
    )
  }
  return findNumbers(digits, 5).findLast((each) => isFree(each) && isZip(each))
}

function findPhone({ text }: Pick<Said, 'text'>): { value: string; quote: string } | undefined {
  const { digits, quote } = read(text)
  const found = phonesIn(digits)
    .toSorted((one, other) => one.from - other.from)
    .at(-1)
  return found && { value: found.value, quote: quote(found.from, found.to) }
}

/** The latest number that the caller's lines say. */
function findNumber(
  answers: readonly Answer[],
  find: (answer: Answer) => { value: string; quote: string } | undefined,
) {
  for (const answer of answers.toReversed()) {
    const found = find(answer)
    if (found) return { value: found.value, place: { line: answer.line, quote: found.quote } }
  }
  return undefined
}

/** An answer to the question for the address without the ZIP code that ends it. */
const withoutZip = (text: string): string =>
  text.replace(/(?<![\s,])[\s,]*(?:\b[A-Z]{2}\b[\s,]*)?\b\d{5}(?:-\d{4})?\W*$/, '')

function findAddress(answers: readonly Answer[]): Fact | undefined {
  for (const { line, text } of answers.toReversed()) {
    const found = findInDigits(STREET, text) ?? findInDigits(SPANISH_STREET, text)
    if (found) return { value: clip(found.value), place: { line, quote: found.quote } }
  }
  return findLatest(answers, ({ asked, text }) =>
    asked === 'address' && /\p{L}{3}/u.test(text) ? withoutZip(read(text).digits) : undefined,
  )
}

const findName = (answers: readonly Answer[]): Fact | undefined =>
  findLatest(answers, ({ text }) => NAMED.exec(text)?.[1]) ??
  findLatest(answers, (answer) =>
    answer.asked === 'name' && /\p{L}{2}/u.test(answer.text) && answer.text.length <= 60
      ? answer.text.replace(findPhone(answer)?.quote ?? '', '').replace(/(?<![\s.,!])[\s.,!]+$/, '')
      : undefined,
  )

/** In the note of a caller who denied every danger; a lead does not repeat it. */
export const NO_DANGER = 'No gas, smoke or alarm'

function findSafety(answers: readonly Answer[], danger: Place | undefined): Fact | undefined {
  if (danger) return { value: clip(danger.quote), place: danger }
  const answer = answers.findLast(({ asked }) => asked === 'safety')
  if (!answer) return undefined
  return { value: isNo(answer.text) ? NO_DANGER : clip(answer.text), place: { line: answer.line, quote: answer.text } }
}

function findBrand({ brands: { refused, served } }: Instructions, answers: readonly Said[]): Fact | undefined {
  for (const value of [...refused, ...served]) {
    const place = findPhrase(value, answers)
    if (place) return { value, place }
  }
  return undefined
}

/** The share of the words of a company's question that a line has that asks it. */
const MIN_SIMILARITY = 0.6

/** The company's question that a line asks, with its answer. */
export function findAnswer(
  text: string,
  { answers }: Pick<Instructions, 'answers'>,
): Instructions['answers'][number] | undefined {
  const ranked = answers
    .map((each) => ({ each, share: similarity(each.question, text) }))
    .filter(({ share }) => share >= MIN_SIMILARITY)
    .toSorted((one, other) => other.share - one.share)
  return ranked[0]?.each
}

/** "The last one", "not smoke, but the first one, yes": one of the dangers that the question names. */
const NAMES_ONE =
  /(?<!\p{L})(?:the|la|lo|el) (?:very )?(?:first|second|third|last|primer[ao]?|segund[ao]|tercer[ao]?|[uú]ltim[ao])(?= |[.,!]|$)(?!\s+(?:time|floor|vez|piso))|(?:eso|esa|ese|that one|that|it does|i do|we do),? (?:yes|s[ií])[.!]*$/iu

/** Where the caller says yes to the question about danger, or names one of them. */
export const findYesToDanger = (answers: readonly Answer[]): Place | undefined => {
  const isDenied = (text: string) => isNo(text) && !/(?<!\p{L})(?:but|yes|pero|s[ií])(?!\p{L})/iu.test(text)
  const answer = answers.find(
    ({ asked, text }) => asked === 'safety' && (isYes(text) || (NAMES_ONE.test(text) && !isDenied(text))),
  )
  return answer && { line: answer.line, quote: answer.text }
}

/** Whether a text greets, thanks or says goodbye, and nothing else. */
export function isPolite(text: string): boolean {
  const { words } = read(text)
  const polite = mentions(text, 'polite')
  return words.length > 0 && words.every((_, at) => polite.some(({ start, end }) => start <= at && at <= end))
}

export const asksForPrice = (text: string): boolean => mentions(text, 'price').length > 0

/** What the call is about, in the caller's words: the first line that says it, without what only greets or asks for a price. */
function findProblem(answers: readonly Answer[], instructions: Instructions): Fact | undefined {
  const phrases = Object.values(instructions.urgencyWords).flat()
  const isAboutEquipment = (text: string) =>
    mentions(text, 'system').length > 0 || phrases.some((phrase) => findPhrase(phrase, [{ line: 0, text }]))
  const isAside = (text: string) => {
    if (isPolite(text) || !/\p{L}{2}/u.test(text) || NAMED.test(text) || findPhone({ text })) return true
    if (isAboutEquipment(text)) return false
    const intent = findIntent(text)
    const isPriceAlone = asksForPrice(text) && (intent === undefined || intent === 'estimate')
    return (
      isPriceAlone || intent === 'person' || intent === 'wrong-number' || findAnswer(text, instructions) !== undefined
    )
  }
  for (const { line, text, asked } of answers) {
    if (asked && asked !== 'problem') continue
    const sentences = text.split(/(?<=[.!?])\s+/)
    const kept = sentences.filter((each) => !isAside(each))
    const [quote] = kept
    if (quote) return { value: clip(kept.join(' ')), place: { line, quote } }
  }
  return undefined
}

function findSystem(answers: readonly Said[]): Fact | undefined {
  for (const { line, text } of answers) {
    const [mention] = mentions(text, 'system')
    if (mention) return { value: mention.quote, place: { line, quote: mention.quote } }
  }
  return undefined
}

/** The facts that a caller said. @param danger where a danger was said */
export function findFacts(answers: readonly Answer[], instructions: Instructions, danger: Place | undefined): Facts {
  const facts: Record<FactName, Fact | undefined> = {
    problem: findProblem(answers, instructions),
    safety: findSafety(answers, danger),
    system: findSystem(answers),
    brand: findBrand(instructions, answers),
    address: findAddress(answers),
    zip: findNumber(answers, findZip),
    name: findName(answers),
    phone: findNumber(answers, findPhone),
  }
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined)) as Facts
}

/** The phone number that a text says, in digits or in words, in E.164. */
export const findSpokenPhone = (text: string): string | undefined => findPhone({ text })?.value

/** The ZIP code and the phone number that one line says. */
export const findZipAndPhone = (text: string): { zip?: string | undefined; phone?: string | undefined } => ({
  zip: findZip({ line: 0, text, asked: null })?.value,
  phone: findSpokenPhone(text),
})
