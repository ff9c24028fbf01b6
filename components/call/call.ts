import type { BlockOf } from '../blocks/types.ts'
import type { CSSProperties } from 'react'
import type { Words } from '@/lib/words.ts'

/** A sample call as an editor wrote it. */
export type Call = NonNullable<BlockOf<'conversationBlock'>['call']>

/** What shows a call, and the words around it. */
export type CallProps = { call: Call; words: Words['call']; className?: string }

/** What was understood in the course of the call, in its order, and in which line. */
export const understoodIn = (call: Call) =>
  (call.lines ?? []).flatMap(({ _key, understood }, line) => (understood ? { _key, line, text: understood } : []))

/** Hour of the day (0 to 24) of a time like "2:14 a.m."; undefined when it is not one. */
export function hourOf(time: string | null): number | undefined {
  const match = /(\d{1,2}):(\d{2})\s*([ap])\.?m/i.exec(time ?? '')
  if (!match) return undefined
  const [, hours, minutes, half] = match
  return (Number(hours) % 12) + (half?.toLowerCase() === 'p' ? 12 : 0) + Number(minutes) / 60
}

/** Milliseconds between two lines of a played call: a pause, and the time to read the line. */
const PAUSE = 500
const PER_CHARACTER = 17

/** Milliseconds after a line in which what it says is noted. */
export const NOTE_DELAY = 500

/** When a played call shows each of its lines, and when it is over; in milliseconds from its start. */
export function scheduleOf(call: Call): { lines: number[]; end: number } {
  const lines: number[] = []
  let end = 0
  for (const { text } of call.lines ?? []) {
    lines.push(end)
    end += PAUSE + (text ?? '').length * PER_CHARACTER
  }
  return { lines, end: Math.max(end, PAUSE) }
}

/** When something of a played call appears (milliseconds from its start), as a property that the animations read. */
export const appearsAt = (milliseconds: number | undefined) => ({ '--at': `${milliseconds ?? 0}ms` }) as CSSProperties
