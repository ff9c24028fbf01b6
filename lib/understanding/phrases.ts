import { isDeniedAt } from './concepts.ts'
import { NEGATION } from './vocabulary.ts'
import { read, type Word } from './words.ts'

/*
 * Finds a company's own words in what a caller said: in any case, with and without accents, as whole words, with the small
 * words between them left out, so that "smell gas" is found in "it smells of gas".
 */

/** Words that say nothing by themselves; they are left out on both sides. */
const SMALL = new Set(
  'a an the of like is are was were my our your some any really very so just that there its un una el la los las de del mi es esta hay'.split(
    ' ',
  ),
)

/** Words of questions that do not say what the question is about. */
const ASKING = new Set(
  'do does did offer provide accept you we i can could would will how what when where which who why to in on for with and or have has it this if at me us please que como cuando donde cual para con y o tienen puedo'.split(
    ' ',
  ),
)

/** A word without the s of a plural. */
const stemOf = (word: string): string => (word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word)

type Stem = { stem: string; at: number }

const stemsOf = (words: readonly Word[]): Stem[] =>
  words.map(({ text }, at) => ({ stem: stemOf(text), at })).filter(({ stem }) => !SMALL.has(stem))

/** Where something was said: the line, by its position, and the words of it. */
export type Place = { line: number; quote: string }

/** A line of what was said, with its position in the conversation. */
export type Said = { line: number; text: string }

/** The words of a text that say a phrase without an "and"; undefined where it is not said, or denied. */
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
 * Where a phrase was said. The parts of one with "and", such as "no heat and a baby", may be said in different lines.
 * @returns the place of its first part; undefined where a part was not said
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

/** The share of a text's telling words that a line has, from 0 to 1; of a text without any it is 0. */
export function similarity(text: string, line: string): number {
  const telling = new Set(stemsOf(read(text).words).flatMap(({ stem }) => (ASKING.has(stem) ? [] : [stem])))
  if (telling.size === 0) return 0
  const stems = new Set(stemsOf(read(line).words).map(({ stem }) => stem))
  return [...telling].filter((stem) => stems.has(stem)).length / telling.size
}
