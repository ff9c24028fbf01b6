import { stegaClean } from 'next-sanity'
import type { IconName } from '../ui/icon.tsx'
import type { BlockOf } from '../blocks/types.ts'
import { CALL, CALL_SOUND, type CallSound, scripted } from '@/lib/dom-contract.ts'
import { readTimings } from '@/lib/word-times.ts'
import type { Words } from '@/lib/words.ts'

/** A sample call as an editor wrote it. */
export type Call = NonNullable<BlockOf<'conversationBlock'>['call']>

/**
 * Id of the transcript of a block's call, which is also the name that all parts of the page use for the call.
 * @param further key of a call after the first
 */
export const callId = (block: string, further?: string) => `call-${block}${further ? `-${further}` : ''}`

/** Language of a call's lines where it is not that of the page. */
export const languageOf = ({ language }: Call) => stegaClean(language) ?? undefined

/** Whether there is nothing to hear of a call: it is in another language, and nobody has recorded it. */
export const isWordsAlone = (call: Call) => languageOf(call) === 'es' && !call.recording?.file

/** What shows a call, its name on the page, and the words around it. */
export type CallProps = { id: string; call: Call; words: Words['call']; className?: string }

/** Marks a part of the page that shows a call, for browser/call-player.ts. */
export function callMarks({ id, call }: Pick<CallProps, 'id' | 'call'>) {
  const sound: CallSound | undefined = call.recording?.file ? 'recording' : isWordsAlone(call) ? 'words' : undefined
  return scripted({ [CALL]: id, [CALL_SOUND]: sound })
}

/** What comes of a call, which is also the word for it. */
export const resultOf = ({ result }: Call) => stegaClean(result) ?? 'booked'

/** The sign of what comes of a call. */
export const RESULT_ICONS = {
  booked: 'calendar',
  paged: 'shield',
  callback: 'phone',
} as const satisfies Record<ReturnType<typeof resultOf>, IconName>

/** Seconds that a voice takes for a character of English text, and for the breath after a line: some 160 words a minute. */
const PER_CHARACTER = 0.065
const BREATH = 0.4

/** When a heard call comes to its lines, in whole tenths of seconds, with the packed times of their words where they were measured. */
export type Schedule = { lines: { starts: number; words?: string }[]; seconds: number }

const tenths = (seconds: number) => Math.round(seconds * 10) / 10

/**
 * The schedule of a call: what was measured of its recording, else what the editor knows of it, the rest in proportion to
 * the length of the texts.
 */
export function scheduleOf({ lines: written, recording }: Call): Schedule {
  const lines = written ?? []
  const spoken = lines.map(({ text }) => BREATH + (stegaClean(text) ?? '').length * PER_CHARACTER)
  const total = spoken.reduce((sum, seconds) => sum + seconds, 0)
  const seconds = recording?.file ? (recording.seconds ?? total) : total
  const measured = recording?.timings ? readTimings(stegaClean(recording.timings)) : []
  // What was measured of other lines than these says nothing.
  if (measured.length > 0 && measured.length === lines.length) return { lines: measured, seconds: tenths(seconds) }
  let end = 0
  const starts = lines.map(({ startsAt }, index) => {
    const start = recording?.file ? (startsAt ?? end) : end
    end = start + ((spoken[index] ?? 0) * seconds) / (total || 1)
    return { starts: tenths(start) }
  })
  return { lines: starts, seconds: tenths(seconds) }
}
