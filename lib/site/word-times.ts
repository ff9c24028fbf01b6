/*
 * Compact word times, which keep the HTML small. One base-36 character per word encodes the delay after the previous
 * word in 1/20 seconds.
 */

const STEPS_PER_SECOND = 20
const RADIX = 36

/** Splits a text into words at white space. */
export const splitWords = (text: string): string[] => text.split(/\s+/).filter(Boolean)

/**
 * Packs the start times of a line's words.
 * @param starts start of each word in seconds, ascending
 * @param lineStart start of the line in seconds
 */
export function packWordTimes(starts: readonly number[], lineStart: number): string {
  let previousSteps = 0
  return starts
    .map((start) => {
      // If a pause is too long for one character, the next words make up for the difference.
      const steps = Math.min(Math.max(Math.round((start - lineStart) * STEPS_PER_SECOND) - previousSteps, 0), RADIX - 1)
      previousSteps += steps
      return steps.toString(RADIX)
    })
    .join('')
}

/** Unpacks the result of `packWordTimes` into start times in seconds. */
export function unpackWordTimes(packed: string, lineStart: number): number[] {
  let steps = 0
  return [...packed].map((character) => {
    steps += Number.parseInt(character, RADIX)
    return lineStart + steps / STEPS_PER_SECOND
  })
}

/** Returns estimated word starts in seconds, in proportion to word length. */
export function estimateWordTimes(words: readonly string[], lineStart: number, lineEnd: number): number[] {
  const totalLength = words.reduce((sum, word) => sum + word.length + 1, 0)
  let previousLength = 0
  return words.map((word) => {
    const start = lineStart + ((lineEnd - lineStart) * previousLength) / (totalLength || 1)
    previousLength += word.length + 1
    return start
  })
}

/** Start of a line in seconds, and its packed word times. */
export type LineTimes = { starts: number; words: string }

/** Formats the times of all lines as text, such as `1.2:0463 5.8:0333`. */
export const formatTimings = (lines: readonly LineTimes[]): string =>
  lines.map(({ starts, words }) => `${starts.toFixed(1)}:${words}`).join(' ')

export const parseTimings = (timings: string): LineTimes[] =>
  timings.split(' ').map((line) => {
    const [starts, words = ''] = line.split(':')
    return { starts: Number(starts), words }
  })
