import { stegaClean } from 'next-sanity'
import type { BlockOf } from '../blocks/types.ts'
import { CALL, CALL_SOUND, type CallSound, scripted } from '@/lib/dom-contract.ts'
import type { Words } from '@/lib/words.ts'

/** A sample call as an editor wrote it. */
export type Call = NonNullable<BlockOf<'conversationBlock'>['call']>

/** Id of the transcript of a block's call, which is also the name that all parts of the page use for the call. */
export const callId = (block: string) => `call-${block}`

/** What shows a call, its name on the page, and the words around it. */
export type CallProps = { id: string; call: Call; words: Words['call']; className?: string }

/** Marks a part of the page that shows a call, for browser/call-player.ts. */
export function callMarks({ id, call }: Pick<CallProps, 'id' | 'call'>) {
  const recording: CallSound = 'recording'
  return scripted({ [CALL]: id, [CALL_SOUND]: call.recording?.file ? recording : undefined })
}

/** What was understood in the course of the call, in its order: which fact it is, and the number of its line. */
export const factsOf = (call: Call) =>
  (call.lines ?? []).flatMap(({ _key, understood, fact }, line) =>
    understood ? [{ _key, line, label: fact, text: understood }] : [],
  )

/** Seconds that a voice takes for a character of English text, and for the breath after a line: some 160 words a minute. */
const PER_CHARACTER = 0.065
const BREATH = 0.4

/** When a heard call comes to each of its lines, and how long it is; in whole tenths of seconds. */
export type Schedule = { starts: number[]; seconds: number }

const tenths = (seconds: number) => Math.round(seconds * 10) / 10

/** The schedule of a call: what the editor knows of the recording, the rest in proportion to the length of the texts. */
export function scheduleOf(call: Call): Schedule {
  const lines = call.lines ?? []
  const spoken = lines.map(({ text }) => BREATH + (stegaClean(text) ?? '').length * PER_CHARACTER)
  const total = spoken.reduce((sum, seconds) => sum + seconds, 0)
  const seconds = call.recording?.file ? (call.recording.seconds ?? total) : total
  let end = 0
  const starts = lines.map(({ startsAt }, index) => {
    const start = call.recording?.file ? (startsAt ?? end) : end
    end = start + ((spoken[index] ?? 0) * seconds) / (total || 1)
    return tenths(start)
  })
  return { starts, seconds: tenths(seconds) }
}
