import type { BlockOf } from '../blocks/types.ts'

/** A sample call as an editor wrote it. */
export type Call = NonNullable<BlockOf<'conversationBlock'>['call']>

/** What was understood in the course of the call, in its order. */
export const understoodIn = (call: Call) =>
  (call.lines ?? []).flatMap(({ _key, understood }) => (understood ? { _key, text: understood } : []))

/** Hour of the day (0 to 24) of a time like "2:14 a.m."; undefined when it is not one. */
export function hourOf(time: string | null): number | undefined {
  const match = /(\d{1,2}):(\d{2})\s*([ap])\.?m/i.exec(time ?? '')
  if (!match) return undefined
  const [, hours, minutes, half] = match
  return (Number(hours) % 12) + (half?.toLowerCase() === 'p' ? 12 : 0) + Number(minutes) / 60
}
