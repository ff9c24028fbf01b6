import type { CallFact, TranscriptLine, UnderstoodFact } from '../calls/call.ts'

/** What a line gave: by field the fact, and the words that say it where they are others. */
type Facts = { [Field in CallFact]?: string | readonly [value: string, quote: string] }

type Line = Omit<TranscriptLine, 'at'>

const WORDS_PER_SECOND = 2.6

const line =
  (speaker: Line['speaker']) =>
  (text: string, facts: Facts = {}): Line => {
    const understood = (Object.entries(facts) as [CallFact, string | readonly [string, string]][]).map(
      ([field, said]): UnderstoodFact =>
        typeof said === 'string' ? { field, value: said } : { field, value: said[0], quote: said[1] },
    )
    return { speaker, text, ...(understood.length > 0 && { understood }) }
  }

export const caller = line('caller')
export const assistant = line('assistant')

/** Seconds that it takes to say a text. */
const secondsOf = (text: string): number => text.split(' ').length / WORDS_PER_SECOND + 1

/**
 * Lines with the time at which each begins.
 * @param starts of a recording, in seconds; without one they follow each other as fast as people talk
 */
export function transcriptOf(lines: readonly Line[], starts?: readonly number[]): TranscriptLine[] {
  let seconds = 0
  return lines.map((said, position) => {
    const at = starts?.[position] ?? Math.round(seconds)
    seconds += secondsOf(said.text)
    return { ...said, at }
  })
}

/** Seconds of a call of which there is no recording. */
export const durationOf = (lines: readonly Line[]): number =>
  Math.round(lines.reduce((sum, { text }) => sum + secondsOf(text), 0))
