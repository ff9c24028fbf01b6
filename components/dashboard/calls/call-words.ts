import { CALL_OUTCOMES, type CallOutcome } from '@/lib/dashboard/model/call.ts'
import { INTENTS } from '@/lib/dashboard/model/intent.ts'
import type { CallSummary } from '@/lib/dashboard/model/call-record.ts'
import { formatPhone } from '@/lib/values/phone.ts'
import { formatDate, formatDay, formatTime } from '@/lib/platform/time/zone.ts'
import type { BadgeTone } from '../../ui/badge.tsx'

const MINUTE = 60

const languages = new Intl.DisplayNames('en', { type: 'language' })

/** Returns an English language name such as "Spanish". Returns undefined for English. */
export const languageName = (language: string): string | undefined =>
  language.startsWith('en') ? undefined : languages.of(language)

/** Returns text such as "1 min 23 sec". */
export function durationInWords(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / MINUTE), seconds % MINUTE]
  if (minutes === 0) return `${rest} sec`
  return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} sec`
}

/** Returns a day such as "Sun, Mar 8". Includes the year unless it is the current one. */
export const callDay = (startedAt: string, today: string, zone: string): string =>
  formatDate(startedAt, zone).endsWith(today.slice(0, 4)) ? formatDay(startedAt, zone) : formatDate(startedAt, zone)

export const callTime = formatTime

export const callerOf = ({ callerName, callerPhone }: Pick<CallSummary, 'callerName' | 'callerPhone'>): string =>
  callerName ?? (callerPhone ? formatPhone(callerPhone) : 'Private number')

export function aboutOf({ callerWords, summary, outcome }: CallSummary): string {
  if (callerWords) return `“${callerWords}”`
  return summary ?? (outcome === 'missed' ? 'No answer' : CALL_OUTCOMES[outcome])
}

/** Returns the reason for the call. Returns undefined for a repair, because most calls are about repairs. */
export const reasonOf = ({ intent }: Pick<CallSummary, 'intent'>): string | undefined =>
  intent && intent !== 'repair' ? INTENTS[intent] : undefined

export const isWaitingCall = ({ attention, attentionEndedAt }: Pick<CallSummary, 'attention' | 'attentionEndedAt'>) =>
  attention !== null && attentionEndedAt === null

const OUTCOME_TONES: Partial<Record<CallOutcome, BadgeTone>> = {
  booked: 'accent',
  rescheduled: 'accent',
  canceled: 'accent',
  emergency: 'urgent',
  missed: 'missed',
}

export const outcomeTone = ({ outcome }: Pick<CallSummary, 'outcome'>): BadgeTone => OUTCOME_TONES[outcome] ?? 'quiet'
