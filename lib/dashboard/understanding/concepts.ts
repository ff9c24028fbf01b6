import { memoize } from './memoize.ts'
import { NEGATION, VOCABULARY } from './vocabulary.ts'
import { analyzeText, type Word } from './words.ts'

/** A concept in a text: its range of words, and whether it is negated. */
export type Mention = { concept: string; start: number; end: number; isDenied: boolean }

export type Scan = { text: string; words: readonly Word[]; mentions: readonly Mention[] }

type Phrase = { concept: string; words: string[] }

/**
 * Number of letters in a phrase's index key. Phrases may end in a wildcard, so the index uses only the first letters.
 */
const KEY_LENGTH = 2

const phrasesByKey = Map.groupBy(
  Object.entries(VOCABULARY).flatMap(([concept, phrases]) =>
    phrases.map((phrase): Phrase => ({ concept, words: phrase.split(/\s+/) })),
  ),
  ({ words: [first = ''] }) => first.slice(0, KEY_LENGTH),
)

const isWord = (pattern: string, word: string | undefined): boolean =>
  word !== undefined && (pattern.endsWith('*') ? word.startsWith(pattern.slice(0, -1)) : word === pattern)

/** Returns whether an earlier word negates this one, as in "no smoke or gas smell" or "I do not smell gas". */
export function isDeniedAt(words: readonly Word[], start: number): boolean {
  const clause = words[start]?.clause
  for (let index = start - 1; index >= Math.max(0, start - NEGATION.reach); index -= 1) {
    const word = words[index]
    if (!word || word.clause !== clause || NEGATION.ends.has(word.text)) return false
    if (NEGATION.words.has(word.text))
      return !words.slice(index + 1, start).some(({ text }) => NEGATION.lifts.has(text))
  }
  return false
}

function scanWords(text: string): Scan {
  const { words } = analyzeText(text)
  const candidates = words.flatMap(({ text: word, sentence }, start) =>
    (phrasesByKey.get(word.slice(0, KEY_LENGTH)) ?? []).flatMap(({ concept, words: phrase }) => {
      const end = start + phrase.length - 1
      const isMatch =
        words[end]?.sentence === sentence &&
        phrase.every((pattern, offset) => isWord(pattern, words[start + offset]?.text))
      return isMatch ? [{ concept, start, end, isDenied: isDeniedAt(words, start) }] : []
    }),
  )
  const idioms = candidates.filter(({ concept }) => concept === 'idiom')
  const isInIdiom = ({ start, end }: Mention) => idioms.some((idiom) => start <= idiom.end && idiom.start <= end)
  return { text, words, mentions: candidates.filter((mention) => mention.concept === 'idiom' || !isInIdiom(mention)) }
}

export const scanText = memoize(scanWords)

export function findMentions(text: string, concept: string): (Mention & { quote: string })[] {
  const { words, mentions: allMentions } = scanText(text)
  return allMentions
    .filter((mention) => mention.concept === concept && !mention.isDenied)
    .map((mention) => ({ ...mention, quote: text.slice(words[mention.start]?.from, words[mention.end]?.to) }))
}
