import { toE164 } from '../../values/phone-number.ts'
import { digitize } from './numbers.ts'
import { findStreets } from './street.ts'
import { analyzeText } from './words.ts'

/** A phone number in E.164 or a five-digit ZIP code. `quote` contains the caller's words. */
export type SpokenNumber = { value: string; quote: string }

type DigitGroup = {
  digits: string
  from: number
  to: number
  isCorrection: boolean
  isAdjacent: boolean
  isPause: boolean
}

const CORRECTION_PATTERN =
  /(?<!\p{L})(?:no|wait|sorry|i mean|scratch that|make that|correction|hang on|perd[oó]n|digo|mejor dicho|esp[eé]r[ae](?:se|me)?)(?!\p{L})/iu

const FILLER_PATTERN =
  /(?<!\p{L})(?:el resto es|the rest is|tel[eé]fono|phone|uh|um|er|eh|este|pues|dash|gui[oó]n|and|y|then|luego|despu[eé]s|entonces|it['’]?s|that['’]?s|is|es|son|area code|c[oó]digo de [aá]rea|lada|the|el|la|number|n[uú]mero|ending|ends|in|termina|terminando|en|followed by|seguido de|al final|finalmente|por [uú]ltimo|al [uú]ltimo|[uú]ltimos cuatro|last four|finally|hold on|let me (?:think|see|check|look)|what was it|(?:one|just a|give me a) (?:second|sec|moment|minute)|my \p{L}+(?:['’]s| is) telling me|d[eé]j[ea]me (?:ver|pensar|acordarme)|un momentit?o|me dice mi \p{L}+|so|like|ok|okay|a ver|sigue|con)(?!\p{L})/giu

/** Returns the groups of digits in a text, with their relation to the previous group: adjacent, or a correction. */
function splitGroups(digits: string): DigitGroup[] {
  let end = 0
  return [...digits.matchAll(/\d+/g)].map(({ 0: group, index }) => {
    const separator = digits.slice(end, index)
    end = index + group.length
    const remainder = separator.replaceAll(FILLER_PATTERN, '')
    const isAdjacent = /^[\s,.:;()/+-]*$/.test(remainder)
    return {
      digits: group,
      from: index,
      to: end,
      isCorrection: CORRECTION_PATTERN.test(separator),
      isAdjacent,
      // In transcripts, only spaces separate the parts of a spoken number.
      isPause: isAdjacent && (remainder !== separator || /^[ -]+$/.test(separator)),
    }
  })
}

/**
 * A number in the text. `isSplit`: commas separate the groups. False after a filler word, or for two groups if one has
 * three digits.
 */
type NumberMatch = { value: string; from: number; to: number; isSplit: boolean }

/** Finds numbers of a given length in adjacent groups. A correction replaces the end of the previous number. */
function findNumbers(text: string, length: number): NumberMatch[] {
  const groups = splitGroups(text)
  const numbers: NumberMatch[] = []
  groups.forEach((first, start) => {
    let [value, to] = [first.digits, first.to]
    let next = start + 1
    let isSplit = false
    while (value.length < length && groups[next]?.isAdjacent) {
      value += groups[next]?.digits ?? ''
      to = groups[next]?.to ?? to
      isSplit ||= groups[next]?.isPause === false
      next += 1
    }
    const isSpoken = next === start + 2 && groups.slice(start, next).some(({ digits: group }) => group.length === 3)
    if (value.length === length) numbers.push({ value, from: first.from, to, isSplit: isSplit && !isSpoken })
    const correction = groups[next]
    if (!correction?.isCorrection || correction.digits.length >= length) return
    let [tail, end] = [correction.digits, correction.to]
    for (let index = next + 1; groups[index]?.isAdjacent && tail.length < length; index += 1) {
      tail += groups[index]?.digits ?? ''
      end = groups[index]?.to ?? end
    }
    const prefixLength = length - tail.length
    const isLonger = value.length > prefixLength && value.length <= length
    // "333316, sorry, 33316" corrects a ZIP code. It is not half of a phone number.
    const isZipCorrection = tail.length === 5 && value.length < 7 && length > 5
    if (
      prefixLength > 0 &&
      !isZipCorrection &&
      (isLonger || (value.length === prefixLength && tail.length !== prefixLength))
    )
      numbers.push({ value: value.slice(0, prefixLength) + tail, from: first.from, to: end, isSplit: false })
  })
  return numbers
}

const FORMER_NUMBER_PATTERN = /(?:used to be|old (?:one|zip) (?:is|was)|formerly|antes era|era antes|ya no es)\W*$/iu

const OTHER_NUMBER_WORDS = new Set(
  'model serial invoice account order policy reference ticket claim box apartment apt unit suite room floor modelo serie factura cuenta orden apartamento departamento unidad piso'.split(
    ' ',
  ),
)
const isOtherNumber = (before: string): boolean =>
  FORMER_NUMBER_PATTERN.test(before) ||
  (before.split(/\d/).at(-1) ?? '')
    .split(/[\s,.:]+/)
    .slice(-5)
    .some((word) => OTHER_NUMBER_WORDS.has(word.toLowerCase())) ||
  before.trimEnd().endsWith('$')
const UNIT_PATTERN =
  /^\s*(?:dollars|bucks|btus?|square|sq|miles|years?|stor(?:y|ies)|minutes|hours|days|weeks|months|units|tons?|degrees|percent|d[oó]lares|pesos|pies|millas|a[nñ]os|grados|minutos|horas|d[ií]as|semanas|meses|unidades|toneladas)/iu
const ZIP_WORD_PATTERN = /(?<!\p{L})(?:zip|postal|c[oó]digo)(?!\p{L})/iu

/** Finds phone numbers and converts them to E.164. */
const findPhones = (digits: string): NumberMatch[] =>
  [...findNumbers(digits, 11).filter(({ value }) => value.startsWith('1')), ...findNumbers(digits, 10)].flatMap(
    (candidate) => {
      const value = toE164(candidate.value)
      return value ? [{ ...candidate, value }] : []
    },
  )

function findZipNumber(digits: string, previousQuestion: string | null): NumberMatch | undefined {
  const occupiedRanges = [...findPhones(digits), ...findStreets(digits)]
  const isFree = ({ from, to }: Pick<NumberMatch, 'from' | 'to'>) =>
    !occupiedRanges.some((range) => from < range.to && range.from < to)
  const isZip = ({ from, to, isSplit }: NumberMatch) => {
    // A split ZIP code only counts if the text mentions it, as an answer, or at the start of a line.
    const isFirst = /^\W*$/u.test(digits.slice(0, from).replaceAll(FILLER_PATTERN, ''))
    const isExpected =
      previousQuestion === 'zip' || previousQuestion === 'address' || ZIP_WORD_PATTERN.test(digits) || isFirst
    return (
      (!isSplit || isExpected) &&
      (!isOtherNumber(digits.slice(0, from)) ||
        (ZIP_WORD_PATTERN.test(digits.slice(0, from)) && !FORMER_NUMBER_PATTERN.test(digits.slice(0, from)))) &&
      !UNIT_PATTERN.test(digits.slice(to))
    )
  }
  return findNumbers(digits, 5).findLast((candidate) => isFree(candidate) && isZip(candidate))
}

/** Returns the last phone number in a text. */
export function findPhone(text: string): SpokenNumber | undefined {
  const { digits, quote } = analyzeText(text)
  const phone = findPhones(digits)
    .toSorted((a, b) => a.from - b.from)
    .at(-1)
  return phone && { value: phone.value, quote: quote(phone.from, phone.to) }
}

/**
 * Finds a ZIP code.
 * @param previousQuestion previous question; the answer to "zip" or "address" may contain a split ZIP code
 */
export function findZip(text: string, previousQuestion: string | null = null): SpokenNumber | undefined {
  const { digits, quote } = analyzeText(text)
  const zip = findZipNumber(digits, previousQuestion)
  if (zip) return { value: zip.value, quote: quote(zip.from, zip.to) }
  const hasOnlyDigits = !/\p{L}/u.test(digits.replaceAll(FILLER_PATTERN, '')) && !findPhone(text)
  if (previousQuestion !== 'zip' && !ZIP_WORD_PATTERN.test(text) && !hasOnlyDigits) return undefined
  const reading = digitize(text, true)
  const spokenZip = findZipNumber(reading.text, 'zip')
  if (!spokenZip) return undefined
  const { from, to } = reading.original(spokenZip.from, spokenZip.to)
  return { value: spokenZip.value, quote: text.slice(from, to) }
}
