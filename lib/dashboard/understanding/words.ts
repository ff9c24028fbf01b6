import { removeAccents } from '../../values/accents.ts'
import { digitize } from './numbers.ts'
import { memoize } from './memoize.ts'

/**
 * A word. `text` is in lower case, with accents and apostrophes removed. `from` and `to` are positions in the original
 * text.
 */
export type Word = { text: string; from: number; to: number; sentence: number; clause: number }

/** A tokenized text. In `digits`, spoken numbers are replaced by digits. */
export type Reading = { words: readonly Word[]; digits: string; quote: (from: number, to: number) => string }

/** Matches a contracted "is": "the heat's out" mentions "heat". Words such as "it's" remain one word. */
const CLITIC_PATTERN = /(?<!^(?:it|that|he|she|who|what|where|there|here|let|how))['’]s$/i

const TOKEN_PATTERN = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)*|[.,;:!?¡¿…]+|°/gu

function readWords(text: string): Reading {
  const { text: digits, original } = digitize(text)
  const quote = (from: number, to: number) => {
    const range = original(from, to)
    return text.slice(range.from, range.to)
  }
  const words: Word[] = []
  let [sentence, clause] = [0, 0]
  for (const { 0: token, index } of digits.matchAll(TOKEN_PATTERN)) {
    if (/^[.,;:!?¡¿…]/.test(token)) {
      clause += 1
      if (/[.!?…]/.test(token)) sentence += 1
      continue
    }
    const { from, to } = original(index, index + token.length)
    words.push({
      text: removeAccents(token.replace(CLITIC_PATTERN, '')).toLowerCase().replaceAll(/['’]/g, ''),
      from,
      to,
      sentence,
      clause,
    })
  }
  return { words, digits, quote }
}

export const splitSentences = (text: string): string[] => text.split(/(?<=[.!?])\s+/)

/** Splits a text into words. A spoken number becomes one word of digits. */
export const analyzeText = memoize(readWords)
