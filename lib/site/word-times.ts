/* Word times, one character per word to keep the HTML small: delay after the previous word, in 1/20 seconds, in base 36. */

const PER_SECOND = 20
const BASE = 36

/** Split at spaces. */
export const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean)

/** @param starts start of each word in seconds, ascending @param lineStart in seconds */
export function packWordTimes(starts: readonly number[], lineStart: number): string {
  let before = 0
  return starts
    .map((start) => {
      // Later words make up for a pause longer than one character can encode.
      const steps = Math.min(Math.max(Math.round((start - lineStart) * PER_SECOND) - before, 0), BASE - 1)
      before += steps
      return steps.toString(BASE)
    })
    .join('')
}

/** Reverses `packWordTimes`: starts in seconds. */
export function unpackWordTimes(packed: string, lineStart: number): number[] {
  let steps = 0
  return [...packed].map((character) => {
    steps += Number.parseInt(character, BASE)
    return lineStart + steps / PER_SECOND
  })
}

/** Estimated word starts in seconds, proportional to word length. */
export function evenWordTimes(words: readonly string[], starts: number, ends: number): number[] {
  const all = words.reduce((sum, word) => sum + word.length + 1, 0)
  let before = 0
  return words.map((word) => {
    const start = starts + ((ends - starts) * before) / (all || 1)
    before += word.length + 1
    return start
  })
}

/** Start in seconds, and packed word times. */
export type LineTimes = { starts: number; words: string }

/** `1.2:0463 5.8:0333` */
export const writeTimings = (lines: readonly LineTimes[]): string =>
  lines.map(({ starts, words }) => `${starts.toFixed(1)}:${words}`).join(' ')

export const readTimings = (timings: string): LineTimes[] =>
  timings.split(' ').map((line) => {
    const [starts, words = ''] = line.split(':')
    return { starts: Number(starts), words }
  })
