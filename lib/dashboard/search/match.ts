import { removeAccents } from '../../values/accents.ts'
import { parsePhoneDigits } from '../../values/typed-phone.ts'

const WORD_PATTERN = /[\p{L}\p{N}]+/gu

const fold = (text: string): string => removeAccents(text).toLowerCase()

const splitWords = (text: string): string[] => fold(text).match(WORD_PATTERN) ?? []

/** Texts of a command, most important first. */
export type Searchable = { label: string; synonyms?: string | undefined; summary?: string | undefined }

/**
 * Scores a text: 0 if it starts with the search, higher for words that match only synonyms or the summary.
 * @returns undefined if a word of the search starts no word of the texts
 */
function scoreMatch({ label, synonyms = '', summary = '' }: Searchable, words: readonly string[]): number | undefined {
  const texts = [label, synonyms, summary].map(splitWords)
  const wordScores = words.map((word) => texts.findIndex((text) => text.some((part) => part.startsWith(word))))
  if (wordScores.includes(-1)) return undefined
  const startsLabel = splitWords(label).join(' ').startsWith(words.join(' '))
  return startsLabel ? 0 : 1 + Math.max(...wordScores)
}

/** Returns the matching items, best first. Equal items keep their order. An empty search matches everything. */
export function rankMatches<Item extends Searchable>(items: readonly Item[], search: string): Item[] {
  const words = splitWords(search)
  if (words.length === 0) return search.trim() ? [] : [...items]
  return items
    .map((item) => ({ item, score: scoreMatch(item, words) }))
    .filter((match): match is { item: Item; score: number } => match.score !== undefined)
    .toSorted((a, b) => a.score - b.score)
    .map(({ item }) => item)
}

export type TextPart = { text: string; isMatch: boolean }

/** Fewer digits match too many parts of a text. */
const MIN_PHONE_DIGITS = 3

/** Returns the characters that the digits cover, across separators such as in (312) 555-0142. */
function findDigits(text: string, digits: string): boolean[] {
  const positions = [...text].flatMap((character, index) => (/\d/.test(character) ? [index] : []))
  const start = positions
    .map((index) => text[index])
    .join('')
    .indexOf(digits)
  const [first, last] = [positions[start] ?? 0, positions[start + digits.length - 1] ?? -1]
  return Array.from(text, (_, index) => start >= 0 && index >= first && index <= last)
}

/** Returns the characters at the start of words that a word of the search matches. */
function findWords(text: string, words: readonly string[]): boolean[] {
  const marks = Array.from(text, () => false)
  for (const { index, 0: part } of text.matchAll(WORD_PATTERN)) {
    const lengths = words.filter((word) => fold(part).startsWith(word)).map((word) => word.length)
    marks.fill(true, index, index + Math.min(part.length, Math.max(0, ...lengths)))
  }
  return marks
}

/** Splits a text into parts that match the search and parts that do not. */
export function splitMatches(text: string, search: string): TextPart[] {
  const normalizedText = text.normalize('NFC')
  const digits = parsePhoneDigits(search)
  const isPhone = digits !== undefined && digits.length >= MIN_PHONE_DIGITS
  const digitMarks = isPhone ? findDigits(normalizedText, digits) : []
  const marks = digitMarks.includes(true) ? digitMarks : findWords(normalizedText, splitWords(search))
  const parts: TextPart[] = []
  for (const [index, character] of Array.from(normalizedText).entries()) {
    const isMatch = marks[index] ?? false
    const last = parts.at(-1)
    if (last?.isMatch === isMatch) last.text += character
    else parts.push({ text: character, isMatch })
  }
  return parts
}
