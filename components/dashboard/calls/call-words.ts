import { CALL_OUTCOMES, type CallOutcome } from '@/lib/calls/call.ts'
import { INTENTS } from '@/lib/calls/intent.ts'
import type { CallSummary } from '@/lib/calls/record.ts'
import { formatPhone } from '@/lib/phone.ts'
import { formatDate, formatDay, formatTime } from '@/lib/time/zone.ts'
import type { BadgeTone } from '../../ui/badge.tsx'

const MINUTE = 60

const languages = new Intl.DisplayNames('en', { type: 'language' })

/** The English name of a language, such as "Spanish"; undefined for English. */
export const languageName = (language: string): string | undefined =>
  language.startsWith('en') ? undefined : languages.of(language)

/** Seconds in words, which beside a time of day are no second clock: "1 min 23 sec". */
export function durationInWords(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / MINUTE), seconds % MINUTE]
  if (minutes === 0) return `${rest} sec`
  return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} sec`
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

/** Why a call came, where that is no repair, which most are. */
export const reasonOf = ({ intent }: Pick<CallSummary, 'intent'>): string | undefined =>
  intent && intent !== 'repair' ? INTENTS[intent] : undefined

/** Whether a person still has to look at a call. */
export const isWaitingCall = ({ attention, attentionEndedAt }: Pick<CallSummary, 'attention' | 'attentionEndedAt'>) =>
  attention !== null && attentionEndedAt === null

const OUTCOME_TONES: Partial<Record<CallOutcome, BadgeTone>> = {
  booked: 'accent',
  rescheduled: 'accent',
  canceled: 'accent',
  emergency: 'urgent',
  missed: 'missed',
}

/** Ice for what is booked or changed on the phone, ember for emergencies and what was missed; the rest is quiet. */
export const outcomeTone = ({ outcome }: Pick<CallSummary, 'outcome'>): BadgeTone => OUTCOME_TONES[outcome] ?? 'quiet'
