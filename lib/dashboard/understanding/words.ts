import { withoutAccents } from '../../values/accents.ts'
import { digitize } from './numbers.ts'
import { remember } from './remember.ts'

/** `text` is folded (lower case, no accents or apostrophes); `from` and `to` are positions in the original. */
export type Word = { text: string; from: number; to: number; sentence: number; clause: number }

/** `digits` is the text with spoken numbers as digits. */
export type Reading = { words: readonly Word[]; digits: string; quote: (from: number, to: number) => string }

/** "The heat's out" is about the heat; "it's" stays one word. */
const CLITIC = /(?<!^(?:it|that|he|she|who|what|where|there|here|let|how))['’]s$/i

const TOKEN = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)*|[.,;:!?¡¿…]+|°/gu

function readWords(text: string): Reading {
  const { text: digits, original } = digitize(text)
  const quote = (from: number, to: number) => {
    const place = original(from, to)
    return text.slice(place.from, place.to)
  }
  const words: Word[] = []
  let [sentence, clause] = [0, 0]
  for (const { 0: token, index } of digits.matchAll(TOKEN)) {
    if (/^[.,;:!?¡¿…]/.test(token)) {
      clause += 1
      if (/[.!?…]/.test(token)) sentence += 1
      continue
    }
    const { from, to } = original(index, index + token.length)
    words.push({
      text: withoutAccents(token.replace(CLITIC, '')).toLowerCase().replaceAll(/['’]/g, ''),
      from,
      to,
      sentence,
      clause,
    })
  }
  return { words, digits, quote }
}

export const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?])\s+/)

/** Tokenizes a text; a spoken number becomes one word, in digits. */
export const read = remember(readWords)
