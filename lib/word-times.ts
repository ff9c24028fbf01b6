/*
 * When the words of a call are said. Pages have the times of a recording as one character for each word, because their
 * HTML is small: how long after the word before it a word begins, in twentieths of a second, to the base of 36.
 */

const PER_SECOND = 20
const BASE = 36

/** The words of a line, as they are counted: what stands between spaces. */
export const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean)

/**
 * Packs the times of a line's words.
 * @param starts seconds at which each word begins, ascending
 * @param lineStart seconds at which the line begins
 */
export function packWordTimes(starts: readonly number[], lineStart: number): string {
  let before = 0
  return starts
    .map((start) => {
      // A longer pause than one character can say is made up for by the words after it.
      const steps = Math.min(Math.max(Math.round((start - lineStart) * PER_SECOND) - before, 0), BASE - 1)
      before += steps
      return steps.toString(BASE)
    })
    .join('')
}

/** The seconds at which the words of a line begin, from what `packWordTimes` made of them. */
export function unpackWordTimes(packed: string, lineStart: number): number[] {
  let steps = 0
  return [...packed].map((character) => {
    steps += Number.parseInt(character, BASE)
    return lineStart + steps / PER_SECOND
  })
}

/** The seconds at which words begin where nobody has measured them: each takes as long as its letters are many. */
export function evenWordTimes(words: readonly string[], starts: number, ends: number): number[] {
  const all = words.reduce((sum, word) => sum + word.length + 1, 0)
  let before = 0
  return words.map((word) => {
    const start = starts + ((ends - starts) * before) / (all || 1)
    before += word.length + 1
    return start
  })
}

/** A measured line of a recording: when it begins, and the packed times of its words. */
export type LineTimes = { starts: number; words: string }

/** Writes the lines of a recording as one text: `1.2:0463 5.8:0333`. */
export const writeTimings = (lines: readonly LineTimes[]): string =>
  lines.map(({ starts, words }) => `${starts.toFixed(1)}:${words}`).join(' ')

/** Reads what `writeTimings` wrote. */
export const readTimings = (timings: string): LineTimes[] =>
  timings.split(' ').map((line) => {
    const [starts, words = ''] = line.split(':')
    return { starts: Number(starts), words }
  })
