import { stegaClean } from 'next-sanity'
import type { IconName } from '../../ui/icon.tsx'
import type { BlockOf } from '../types/blocks.ts'
import { CALL_ATTRIBUTE, CALL_SOUND_ATTRIBUTE, type CallSound, toScriptAttributes } from '@/lib/dom-contract.ts'
import { parseTimings } from '@/lib/site/word-times.ts'
import type { UiCopy } from '@/lib/site/ui-copy.ts'

export type Call = NonNullable<BlockOf<'conversationBlock'>['call']>

/**
 * Returns an id that is unique on the page.
 * @param suffix key of the call, for all calls of the block after the first
 */
export const buildCallId = (block: string, suffix?: string) => `call-${block}${suffix ? `-${suffix}` : ''}`

export const getLanguage = ({ language }: Call) => stegaClean(language) ?? undefined

/** Returns whether a call has only text: it is in Spanish and has no recording. */
export const isTextOnly = (call: Call) => getLanguage(call) === 'es' && !call.recording?.file

export type CallProps = { id: string; call: Call; labels: UiCopy['call']; className?: string }

/** Returns the attributes that browser/call-player.ts reads. */
export function getCallAttributes({ id, call }: Pick<CallProps, 'id' | 'call'>) {
  const sound: CallSound | undefined = call.recording?.file ? 'recording' : isTextOnly(call) ? 'words' : undefined
  return toScriptAttributes({ [CALL_ATTRIBUTE]: id, [CALL_SOUND_ATTRIBUTE]: sound })
}

export const getResult = ({ result }: Call) => stegaClean(result) ?? 'booked'

export const RESULT_ICONS = {
  booked: 'calendar',
  paged: 'shield',
  callback: 'phone',
} as const satisfies Record<ReturnType<typeof getResult>, IconName>

/**
 * Pace of the speech synthesis in seconds per character, with a pause of `LINE_PAUSE_SECONDS` per line. This is about
 * 160 words per minute.
 */
const SECONDS_PER_CHARACTER = 0.065
const LINE_PAUSE_SECONDS = 0.4

/** Start of each line in seconds, rounded to tenths, and the word times if the recording has them. */
export type Schedule = { lines: { starts: number; words?: string }[]; seconds: number }

const roundToTenths = (seconds: number) => Math.round(seconds * 10) / 10

/**
 * Returns the start of each line. Uses the recording's timings, else the editor's numbers, else an estimate from the
 * text length.
 */
export function buildSchedule({ lines: sourceLines, recording }: Call): Schedule {
  const lines = sourceLines ?? []
  const durations = lines.map(
    ({ text }) => LINE_PAUSE_SECONDS + (stegaClean(text) ?? '').length * SECONDS_PER_CHARACTER,
  )
  const total = durations.reduce((sum, seconds) => sum + seconds, 0)
  const seconds = recording?.file ? (recording.seconds ?? total) : total
  const timings = recording?.timings ? parseTimings(stegaClean(recording.timings)) : []
  // Timings with another number of lines belong to an earlier transcript, so they are ignored.
  if (timings.length > 0 && timings.length === lines.length) return { lines: timings, seconds: roundToTenths(seconds) }
  let end = 0
  const timedLines = lines.map(({ startsAt }, index) => {
    const start = recording?.file ? (startsAt ?? end) : end
    end = start + ((durations[index] ?? 0) * seconds) / (total || 1)
    return { starts: roundToTenths(start) }
  })
  return { lines: timedLines, seconds: roundToTenths(seconds) }
}
