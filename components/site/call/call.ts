import { stegaClean } from 'next-sanity'
import type { IconName } from '../../ui/icon.tsx'
import type { BlockOf } from '../types/blocks.ts'
import { CALL, CALL_SOUND, type CallSound, scripted } from '@/lib/dom-contract.ts'
import { readTimings } from '@/lib/site/word-times.ts'
import type { Words } from '@/lib/site/ui-copy.ts'

export type Call = NonNullable<BlockOf<'conversationBlock'>['call']>

/**
 * Returns an id that is unique on the page.
 * @param further key of the call, for all calls of the block after the first
 */
export const callId = (block: string, further?: string) => `call-${block}${further ? `-${further}` : ''}`

export const languageOf = ({ language }: Call) => stegaClean(language) ?? undefined

/** Returns whether a call has only text: it is in Spanish and has no recording. */
export const isWordsAlone = (call: Call) => languageOf(call) === 'es' && !call.recording?.file

export type CallProps = { id: string; call: Call; words: Words['call']; className?: string }

/** Returns the attributes that browser/call-player.ts reads. */
export function callMarks({ id, call }: Pick<CallProps, 'id' | 'call'>) {
  const sound: CallSound | undefined = call.recording?.file ? 'recording' : isWordsAlone(call) ? 'words' : undefined
  return scripted({ [CALL]: id, [CALL_SOUND]: sound })
}

export const resultOf = ({ result }: Call) => stegaClean(result) ?? 'booked'

export const RESULT_ICONS = {
  booked: 'calendar',
  paged: 'shield',
  callback: 'phone',
} as const satisfies Record<ReturnType<typeof resultOf>, IconName>

/**
 * Pace of the speech synthesis in seconds per character, with a pause of `BREATH` seconds per line. It is about 160
 * words a minute.
 */
const PER_CHARACTER = 0.065
const BREATH = 0.4

/** Start of each line in seconds, rounded to tenths, and the word times if the recording has them. */
export type Schedule = { lines: { starts: number; words?: string }[]; seconds: number }

const tenths = (seconds: number) => Math.round(seconds * 10) / 10

/**
 * Returns the start of each line. Uses the recording's timings, else the editor's numbers, else an estimate from the
 * text length.
 */
export function scheduleOf({ lines: written, recording }: Call): Schedule {
  const lines = written ?? []
  const spoken = lines.map(({ text }) => BREATH + (stegaClean(text) ?? '').length * PER_CHARACTER)
  const total = spoken.reduce((sum, seconds) => sum + seconds, 0)
  const seconds = recording?.file ? (recording.seconds ?? total) : total
  const measured = recording?.timings ? readTimings(stegaClean(recording.timings)) : []
  // Timings with another number of lines belong to an earlier transcript, so they are ignored.
  if (measured.length > 0 && measured.length === lines.length) return { lines: measured, seconds: tenths(seconds) }
  let end = 0
  const starts = lines.map(({ startsAt }, index) => {
    const start = recording?.file ? (startsAt ?? end) : end
    end = start + ((spoken[index] ?? 0) * seconds) / (total || 1)
    return { starts: tenths(start) }
  })
  return { lines: starts, seconds: tenths(seconds) }
}
