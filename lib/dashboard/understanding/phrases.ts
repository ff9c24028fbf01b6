import { isDeniedAt } from './concepts.ts'
import { NEGATION } from './vocabulary.ts'
import { read, type Word } from './words.ts'

/* Phrases match whole words. Case, accents and stop words are ignored: "smell gas" matches "it smells of gas". */

const SMALL = new Set(
  'a an the of like is are was were my our your some any really very so just that there its un una el la los las de del mi es esta hay'.split(
    ' ',
  ),
)

/** Words of questions that do not identify a topic. */
const ASKING = new Set(
  'do does did offer provide accept you we i can could would will how what when where which who why to in on for with and or have has it this if at me us please que como cuando donde cual para con y o tienen puedo'.split(
    ' ',
  ),
)

const stemOf = (word: string): string => (word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word)

type Stem = { stem: string; at: number }

const stemsOf = (words: readonly Word[]): Stem[] =>
  words.map(({ text }, at) => ({ stem: stemOf(text), at })).filter(({ stem }) => !SMALL.has(stem))

/** A quote with its line. `line` is an index into the transcript. */
export type Place = { line: number; quote: string }

export type Said = { line: number; text: string }

/** Finds a phrase that contains no "and". Returns undefined if it is absent or negated. */
function findTogether(phrase: string, text: string): string | undefined {
  const wanted = stemsOf(read(phrase).words)
  const { words } = read(text)
  const stems = stemsOf(words)
  const isNegative = NEGATION.words.has(wanted[0]?.stem ?? '')
  if (wanted.length === 0) return undefined
  for (let from = 0; from + wanted.length <= stems.length; from += 1) {
    const [first, last] = [words[stems[from]?.at ?? 0], words[stems[from + wanted.length - 1]?.at ?? 0]]
    const isHere =
      wanted.every(({ stem }, offset) => stems[from + offset]?.stem === stem) && first?.clause === last?.clause
    if (!isHere || (!isNegative && isDeniedAt(words, stems[from]?.at ?? 0))) continue
    return text.slice(first?.from, last?.to)
  }
  return undefined
}

/**
 * Finds a phrase. Parts joined by "and" ("no heat and a baby") may be in different lines.
 * @returns the place of the first part; undefined unless all parts match
 */
export function findPhrase(phrase: string, lines: readonly Said[]): Place | undefined {
  const parts = phrase.split(/(?<!\s)\s+(?:and|y)\s+/i).filter((part) => part.trim() !== '')
  const places = parts.map((part) => {
    for (const { line, text } of lines) {
      const quote = findTogether(part, text)
      if (quote) return { line, quote }
    }
    return undefined
  })
  return places.every(Boolean) ? places[0] : undefined
}

/**
 * Returns the share of a text's significant words that occur in a line, from 0 to 1. Returns 0 if the text has none.
 */
export function similarity(text: string, line: string): number {
  const telling = new Set(stemsOf(read(text).words).flatMap(({ stem }) => (ASKING.has(stem) ? [] : [stem])))
  if (telling.size === 0) return 0
  const stems = new Set(stemsOf(read(line).words).map(({ stem }) => stem))
  return [...telling].filter((stem) => stems.has(stem)).length / telling.size
}
