import type { CallFact, TranscriptLine, UnderstoodFact } from '../model/call.ts'

/**
 * Facts of a line by field. If the quoted words differ from the value, a pair contains both. The urgency has no quote.
 */
type Facts = { urgency?: string } & { [Field in Exclude<CallFact, 'urgency'>]?: string | readonly [string, string] }

export type Line = Omit<TranscriptLine, 'at'>

const WORDS_PER_SECOND = 2.6

const createLineBuilder =
  (speaker: Line['speaker']) =>
  (text: string, facts: Facts = {}): Line => {
    const understood = Object.entries(facts).map(([name, fact]): UnderstoodFact => {
      const field = name as CallFact
      const [value, quote] = typeof fact === 'string' ? [fact, fact] : fact
      return { field, value, ...(field !== 'urgency' && { quote }) }
    })
    return { speaker, text, ...(understood.length > 0 && { understood }) }
  }

export const caller = createLineBuilder('caller')
export const assistant = createLineBuilder('assistant')

const estimateSeconds = (text: string): number => text.split(' ').length / WORDS_PER_SECOND + 1

/**
 * Adds start times to lines.
 * @param startTimes start times of the recording in seconds; if omitted, they are estimated from the speaking pace
 */
export function buildTranscript(lines: readonly Line[], startTimes?: readonly number[]): TranscriptLine[] {
  let seconds = 0
  return lines.map((spokenLine, position) => {
    const startsAt = startTimes?.[position] ?? Math.round(seconds)
    seconds += estimateSeconds(spokenLine.text)
    return { ...spokenLine, at: startsAt }
  })
}

export const estimateDuration = (lines: readonly Line[]): number =>
  Math.round(lines.reduce((sum, { text }) => sum + estimateSeconds(text), 0))
