import { isDeniedAt } from './concepts.ts'
import { NEGATION } from './vocabulary.ts'
import { analyzeText, type Word } from './words.ts'

/* Phrases match whole words. Case, accents and stop words are ignored: "smell gas" matches "it smells of gas". */

const STOP_WORDS = new Set(
  'a an the of like is are was were my our your some any really very so just that there its un una el la los las de del mi es esta hay'.split(
    ' ',
  ),
)

/** Words of questions that do not identify a topic. */
const QUESTION_WORDS = new Set(
  'do does did offer provide accept you we i can could would will how what when where which who why to in on for with and or have has it this if at me us please que como cuando donde cual para con y o tienen puedo'.split(
    ' ',
  ),
)

const toStem = (word: string): string => (word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word)

type Stem = { stem: string; at: number }

const toStems = (words: readonly Word[]): Stem[] =>
  words.map(({ text }, at) => ({ stem: toStem(text), at })).filter(({ stem }) => !STOP_WORDS.has(stem))

/** A quote with its line. `line` is an index into the transcript. */
export type Place = { line: number; quote: string }

export type SpokenLine = { line: number; text: string }

/** Finds a phrase that contains no "and". Returns undefined if it is absent or negated. */
function findPhrasePart(phrase: string, text: string): string | undefined {
  const phraseStems = toStems(analyzeText(phrase).words)
  const { words } = analyzeText(text)
  const stems = toStems(words)
  const isNegative = NEGATION.words.has(phraseStems[0]?.stem ?? '')
  if (phraseStems.length === 0) return undefined
  for (let from = 0; from + phraseStems.length <= stems.length; from += 1) {
    const [first, last] = [words[stems[from]?.at ?? 0], words[stems[from + phraseStems.length - 1]?.at ?? 0]]
    const isMatch =
      phraseStems.every(({ stem }, offset) => stems[from + offset]?.stem === stem) && first?.clause === last?.clause
    if (!isMatch || (!isNegative && isDeniedAt(words, stems[from]?.at ?? 0))) continue
    return text.slice(first?.from, last?.to)
  }
  return undefined
}

/**
 * Finds a phrase. Parts joined by "and" ("no heat and a baby") may be in different lines.
 * @returns the place of the first part; undefined unless all parts match
 */
export function findPhrase(phrase: string, lines: readonly SpokenLine[]): Place | undefined {
  const parts = phrase.split(/(?<!\s)\s+(?:and|y)\s+/i).filter((part) => part.trim() !== '')
  const places = parts.map((part) => {
    for (const { line, text } of lines) {
      const quote = findPhrasePart(part, text)
      if (quote) return { line, quote }
    }
    return undefined
  })
  return places.every(Boolean) ? places[0] : undefined
}

/**
 * Returns the share of a text's significant words that occur in a line, from 0 to 1. Returns 0 if the text has none.
 */
export function computeSimilarity(text: string, line: string): number {
  const significantStems = new Set(
    toStems(analyzeText(text).words).flatMap(({ stem }) => (QUESTION_WORDS.has(stem) ? [] : [stem])),
  )
  if (significantStems.size === 0) return 0
  const stems = new Set(toStems(analyzeText(line).words).map(({ stem }) => stem))
  return [...significantStems].filter((stem) => stems.has(stem)).length / significantStems.size
}
