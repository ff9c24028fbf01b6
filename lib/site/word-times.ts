/*
 * Compact word times, which keep the HTML small. One base-36 character per word encodes the delay after the previous
 * word in 1/20 seconds.
 */

const PER_SECOND = 20
const BASE = 36

/** Splits a text into words at white space. */
export const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean)

/**
 * Packs the start times of a line's words.
 * @param starts start of each word in seconds, ascending
 * @param lineStart in seconds
 */
export function packWordTimes(starts: readonly number[], lineStart: number): string {
  let before = 0
  return starts
    .map((start) => {
      // If a pause is too long for one character, the next words make up for the difference.
      const steps = Math.min(Math.max(Math.round((start - lineStart) * PER_SECOND) - before, 0), BASE - 1)
      before += steps
      return steps.toString(BASE)
    })
    .join('')
}

/** Unpacks the result of `packWordTimes` into start times in seconds. */
export function unpackWordTimes(packed: string, lineStart: number): number[] {
  let steps = 0
  return [...packed].map((character) => {
    steps += Number.parseInt(character, BASE)
    return lineStart + steps / PER_SECOND
  })
}

/** Returns estimated word starts in seconds, in proportion to word length. */
export function evenWordTimes(words: readonly string[], starts: number, ends: number): number[] {
  const all = words.reduce((sum, word) => sum + word.length + 1, 0)
  let before = 0
  return words.map((word) => {
    const start = starts + ((ends - starts) * before) / (all || 1)
    before += word.length + 1
    return start
  })
}

/** Start of a line in seconds, and its packed word times. */
export type LineTimes = { starts: number; words: string }

/** Formats the times of all lines as text, such as `1.2:0463 5.8:0333`. */
export const writeTimings = (lines: readonly LineTimes[]): string =>
  lines.map(({ starts, words }) => `${starts.toFixed(1)}:${words}`).join(' ')

export const readTimings = (timings: string): LineTimes[] =>
  timings.split(' ').map((line) => {
    const [starts, words = ''] = line.split(':')
    return { starts: Number(starts), words }
  })
