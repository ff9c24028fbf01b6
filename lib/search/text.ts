/** Characters of a query that are read. */
export const MAX_QUERY_LENGTH = 80

/** Characters of an excerpt, and of the shortest paragraph that one is taken from. */
const EXCERPT_LENGTH = 180
const SHORTEST_PARAGRAPH = 40

const WORD = /[\p{L}\p{N}]+/gu

/** The query of a request as text: the first `q`, without needless white space, cut to a bounded length. */
export function queryIn(value: string | string[] | undefined): string {
  const first = Array.isArray(value) ? value[0] : value
  return (first ?? '').slice(0, MAX_QUERY_LENGTH).replace(/\s+/g, ' ').trim()
}

/** A word as it is compared: lower-case, without accents, and still nothing but letters and digits. */
const folded = (word: string) =>
  word
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

/** The words of a text as they are compared: no wildcard, no operator is left of it. */
export const wordsOf = (text: string): string[] =>
  (text.normalize('NFC').match(WORD) ?? []).map(folded).filter((word) => word !== '')

/** Words that say nothing of what a text is about. */
const COMMON = new Set(
  'a an and are as at be but by can do does for from has have how i if in is it its my no not of on or so than that the their then there they this to was we what when where which who will with you your'.split(
    ' ',
  ),
)

/** The words that say what a text is about; all of them where it has no others. */
export function tellingWords(text: string): string[] {
  const words = wordsOf(text)
  const telling = words.filter((word) => !COMMON.has(word))
  return telling.length > 0 ? telling : words
}

/** TextFragment of a text, and whether it is one of the words looked for. */
export type TextFragment = { text: string; isMatch: boolean }

/** Cuts a text where words begin with one of `words`; the parts together are the text. */
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

/** Whether a text is a paragraph: it ends as a sentence does, which headings, labels and cells of tables do not. */
const isParagraph = (text: string) => text.length >= SHORTEST_PARAGRAPH && /[.!][”’")]*$/.test(text)

/** Between two sentences of a line with single spaces: the space first, so that what stands before it is read once. */
const SENTENCES = / (?<=[.?!][”’")]* )(?=[“‘"(¿¡]*[\p{Lu}\p{N}])/u

/** Whether a text has one of the words. */
export const hasWord = (text: string, words: string[]): boolean => markWords(text, words).some(({ isMatch }) => isMatch)

/**
 * The sentence of a text that has one of the words first, with those after it in its paragraph as far as there is room;
 * undefined when no paragraph has any.
 * @param text paragraphs and other pieces, each on a line of its own
 */
export function excerptAround(text: string, words: string[]): string | undefined {
  const lines = text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim())
  const paragraph = lines.find((line) => isParagraph(line) && hasWord(line, words))
  if (!paragraph) return undefined
  const sentences = paragraph.split(SENTENCES)
  const [first = '', ...next] = sentences.slice(sentences.findIndex((sentence) => hasWord(sentence, words)))
  let excerpt = first
  for (const sentence of next) {
    if (excerpt.length + sentence.length >= EXCERPT_LENGTH) break
    excerpt += ` ${sentence}`
  }
  const isLong = excerpt.length > EXCERPT_LENGTH
  return isLong ? `${excerpt.slice(0, excerpt.lastIndexOf(' ', EXCERPT_LENGTH))} …` : excerpt
}
