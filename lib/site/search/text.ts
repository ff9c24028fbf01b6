/** Maximum query length in characters; the rest is ignored. */
export const MAX_QUERY_LENGTH = 80

/** Lengths in characters: of an excerpt, and of the shortest paragraph that excerpts use. */
const EXCERPT_LENGTH = 180
const MIN_PARAGRAPH_LENGTH = 40

const WORD_PATTERN = /[\p{L}\p{N}]+/gu

export function parseQuery(value: string | string[] | undefined): string {
  const first = Array.isArray(value) ? value[0] : value
  return (first ?? '').slice(0, MAX_QUERY_LENGTH).replace(/\s+/g, ' ').trim()
}

/** Normalizes a word: lower case, accents removed, letters and digits only. */
const foldWord = (word: string) =>
  word
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

/** Returns the normalized words of a text. Drops wildcards and operators. */
export const extractWords = (text: string): string[] =>
  (text.normalize('NFC').match(WORD_PATTERN) ?? []).map(foldWord).filter((word) => word !== '')

const STOP_WORDS = new Set(
  'a an and are as at be but by can do does for from has have how i if in is it its my no not of on or so than that the their then there they this to was we what when where which who will with you your'.split(
    ' ',
  ),
)

/** Returns the words of a text, excluding stop words. Returns all words if the text has only stop words. */
export function extractSignificantWords(text: string): string[] {
  const words = extractWords(text)
  const significantWords = words.filter((word) => !STOP_WORDS.has(word))
  return significantWords.length > 0 ? significantWords : words
}

export type TextFragment = { text: string; isMatch: boolean }

/** Splits a text at words that start with one of `words`. The joined parts equal the text. */
export function markWords(text: string, words: string[]): TextFragment[] {
  if (words.length === 0) return [{ text, isMatch: false }]
  const matcher = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})[\\p{L}\\p{N}]*`, 'giu')
  const parts: TextFragment[] = []
  let end = 0
  for (const { 0: match, index } of text.matchAll(matcher)) {
    if (index > end) parts.push({ text: text.slice(end, index), isMatch: false })
    parts.push({ text: match, isMatch: true })
    end = index + match.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMatch: false })
  return parts
}

/** Returns whether the text is a paragraph. Paragraphs end like a sentence; headings, labels and table cells do not. */
const isParagraph = (text: string) => text.length >= MIN_PARAGRAPH_LENGTH && /[.!][”’")]*$/.test(text)

/** Matches the space between sentences. The space comes first in the pattern for speed. */
const SENTENCE_BREAK_PATTERN = / (?<=[.?!][”’")]* )(?=[“‘"(¿¡]*[\p{Lu}\p{N}])/u

export const hasWord = (text: string, words: string[]): boolean => markWords(text, words).some(({ isMatch }) => isMatch)

/**
 * Returns the first sentence with one of the words, and the text after it in the same paragraph, up to the limit.
 * @param text has one paragraph, heading or cell per line
 */
export function buildExcerpt(text: string, words: string[]): string | undefined {
  const lines = text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim())
  const paragraph = lines.find((line) => isParagraph(line) && hasWord(line, words))
  if (!paragraph) return undefined
  const sentences = paragraph.split(SENTENCE_BREAK_PATTERN)
  const [first = '', ...next] = sentences.slice(sentences.findIndex((sentence) => hasWord(sentence, words)))
  let excerpt = first
  for (const sentence of next) {
    if (excerpt.length + sentence.length >= EXCERPT_LENGTH) break
    excerpt += ` ${sentence}`
  }
  const isLong = excerpt.length > EXCERPT_LENGTH
  return isLong ? `${excerpt.slice(0, excerpt.lastIndexOf(' ', EXCERPT_LENGTH))} …` : excerpt
}
