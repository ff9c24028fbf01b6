import { CALL_OUTCOMES } from '@/lib/calls/call.ts'
import type { CallSummary } from '@/lib/calls/record.ts'
import { formatPhone } from '@/lib/phone.ts'
import { formatDate, formatDay, formatTime } from '@/lib/time/zone.ts'
import type { Tone } from '../../ui/badge.tsx'

const MINUTE = 60

/** Seconds as they are read out and written in a sentence: "1 min 23 s". */
export function durationInWords(seconds: number): string {
  const minutes = Math.floor(seconds / MINUTE)
  return minutes > 0 ? `${minutes} min ${seconds % MINUTE} s` : `${seconds} s`
}

/** The day of a call: "Sun, Mar 8", with the year where it is another one than today's. */
export const callDay = (startedAt: string, today: string, zone: string): string =>
  formatDate(startedAt, zone).endsWith(today.slice(0, 4)) ? formatDay(startedAt, zone) : formatDate(startedAt, zone)

export const callTime = formatTime

/** Who called, by name or number. */
export const callerOf = ({ callerName, callerPhone }: Pick<CallSummary, 'callerName' | 'callerPhone'>): string =>
  callerName ?? (callerPhone ? formatPhone(callerPhone) : 'Number withheld')

/** What a call is about, in the caller's own words where there are any. */
export function aboutOf({ callerWords, summary, outcome }: CallSummary): string {
  if (callerWords) return `“${callerWords}”`
  return summary ?? (outcome === 'missed' ? 'Nobody answered' : CALL_OUTCOMES[outcome])
}

/** Whether a person still has to look at a call. */
export const isWaitingCall = ({ attention, attentionEndedAt }: Pick<CallSummary, 'attention' | 'attentionEndedAt'>) =>
  attention !== null && attentionEndedAt === null

/** Ice for what is booked; what needs somebody now is said beside it. */
export const outcomeTone = ({ outcome }: Pick<CallSummary, 'outcome'>): Tone =>
  outcome === 'booked' ? 'accent' : 'quiet'
