import { toE164 } from '../../values/phone-number.ts'
import { digitize } from './numbers.ts'
import { findStreets } from './street.ts'
import { read } from './words.ts'

/** A phone number in E.164 or a five-digit ZIP code. `quote` contains the caller's words. */
export type SpokenNumber = { value: string; quote: string }

type Group = { digits: string; from: number; to: number; isCorrection: boolean; isBeside: boolean; isPause: boolean }

const CORRECTION =
  /(?<!\p{L})(?:no|wait|sorry|i mean|scratch that|make that|correction|hang on|perd[oó]n|digo|mejor dicho|esp[eé]r[ae](?:se|me)?)(?!\p{L})/iu

const FILLERS =
  /(?<!\p{L})(?:el resto es|the rest is|tel[eé]fono|phone|uh|um|er|eh|este|pues|dash|gui[oó]n|and|y|then|luego|despu[eé]s|entonces|it['’]?s|that['’]?s|is|es|son|area code|c[oó]digo de [aá]rea|lada|the|el|la|number|n[uú]mero|ending|ends|in|termina|terminando|en|followed by|seguido de|al final|finalmente|por [uú]ltimo|al [uú]ltimo|[uú]ltimos cuatro|last four|finally|hold on|let me (?:think|see|check|look)|what was it|(?:one|just a|give me a) (?:second|sec|moment|minute)|my \p{L}+(?:['’]s| is) telling me|d[eé]j[ea]me (?:ver|pensar|acordarme)|un momentit?o|me dice mi \p{L}+|so|like|ok|okay|a ver|sigue|con)(?!\p{L})/giu

/** Returns the groups of digits in a text, with their relation to the previous group: adjacent, or a correction. */
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
      // In transcripts, only spaces separate the parts of a spoken number.
      isPause: isBeside && (words !== between || /^[ -]+$/.test(between)),
    }
  })
}

/**
 * A number in the text. `isSplit`: commas separate the groups. False after a filler word, or for two groups of which
 * one has three digits.
 */
type Found = { value: string; from: number; to: number; isSplit: boolean }

/** Finds numbers of a given length in adjacent groups. A correction replaces the end of the previous number. */
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
    // "333316, sorry, 33316" corrects a ZIP code. It is not half of a phone number.
    const isOther = tail.length === 5 && value.length < 7 && length > 5
    if (kept > 0 && !isOther && (isLonger || (value.length === kept && tail.length !== kept)))
      found.push({ value: value.slice(0, kept) + tail, from: first.from, to: end, isSplit: false })
  })
  return found
}

const FORMER = /(?:used to be|old (?:one|zip) (?:is|was)|formerly|antes era|era antes|ya no es)\W*$/iu

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

/** Finds phone numbers and converts them to E.164. */
const phonesIn = (digits: string): Found[] =>
  [...findNumbers(digits, 11).filter(({ value }) => value.startsWith('1')), ...findNumbers(digits, 10)].flatMap(
    (each) => {
      const value = toE164(each.value)
      return value ? [{ ...each, value }] : []
    },
  )

function findZipIn(digits: string, asked: string | null): Found | undefined {
  const taken = [...phonesIn(digits), ...findStreets(digits)]
  const isFree = ({ from, to }: Pick<Found, 'from' | 'to'>) =>
    !taken.some((other) => from < other.to && other.from < to)
  const isZip = ({ from, to, isSplit }: Found) => {
    // A split ZIP code only counts if the text mentions it, as an answer, or at the start of a line.
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

/** Returns the last phone number in a text. */
export function findPhone(text: string): SpokenNumber | undefined {
  const { digits, quote } = read(text)
  const found = phonesIn(digits)
    .toSorted((one, other) => one.from - other.from)
    .at(-1)
  return found && { value: found.value, quote: quote(found.from, found.to) }
}

/**
 * Finds a ZIP code.
 * @param asked previous question; the answer to "zip" or "address" may contain a split ZIP code
 */
export function findZip(text: string, asked: string | null = null): SpokenNumber | undefined {
  const { digits, quote } = read(text)
  const found = findZipIn(digits, asked)
  if (found) return { value: found.value, quote: quote(found.from, found.to) }
  const isAlone = !/\p{L}/u.test(digits.replaceAll(FILLERS, '')) && !findPhone(text)
  if (asked !== 'zip' && !ZIP_WORD.test(text) && !isAlone) return undefined
  const reading = digitize(text, true)
  const spoken = findZipIn(reading.text, 'zip')
  if (!spoken) return undefined
  const { from, to } = reading.original(spoken.from, spoken.to)
  return { value: spoken.value, quote: text.slice(from, to) }
}
