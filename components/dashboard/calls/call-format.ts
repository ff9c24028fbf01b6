import { CALL_OUTCOMES, type CallOutcome } from '@/lib/dashboard/model/call.ts'
import { INTENTS } from '@/lib/dashboard/model/intent.ts'
import type { CallSummary } from '@/lib/dashboard/model/call-record.ts'
import { formatPhone } from '@/lib/values/phone.ts'
import { formatDate, formatDay, formatTime } from '@/lib/platform/time/zone.ts'
import type { BadgeTone } from '../../ui/badge.tsx'

const SECONDS_PER_MINUTE = 60

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

/** Returns an English language name such as "Spanish". Returns undefined for English. */
export const getLanguageName = (language: string): string | undefined =>
  language.startsWith('en') ? undefined : languageNames.of(language)

/** Returns text such as "1 min 23 sec". */
export function formatLongDuration(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / SECONDS_PER_MINUTE), seconds % SECONDS_PER_MINUTE]
  if (minutes === 0) return `${rest} sec`
  return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} sec`
}

/** Returns a day such as "Sun, Mar 8". Includes the year unless it is the current one. */
export const formatCallDay = (startedAt: string, today: string, zone: string): string =>
  formatDate(startedAt, zone).endsWith(today.slice(0, 4)) ? formatDay(startedAt, zone) : formatDate(startedAt, zone)

export const formatCallTime = formatTime

export const formatCaller = ({ callerName, callerPhone }: Pick<CallSummary, 'callerName' | 'callerPhone'>): string =>
  callerName ?? (callerPhone ? formatPhone(callerPhone) : 'Private number')

export function describeCall({ callerWords, summary, outcome }: CallSummary): string {
  if (callerWords) return `“${callerWords}”`
  return summary ?? (outcome === 'missed' ? 'No answer' : CALL_OUTCOMES[outcome])
}

/** Returns the reason for the call. Returns undefined for a repair, because most calls are about repairs. */
export const formatReason = ({ intent }: Pick<CallSummary, 'intent'>): string | undefined =>
  intent && intent !== 'repair' ? INTENTS[intent] : undefined

export const isUnresolvedCall = ({
  attention,
  attentionEndedAt,
}: Pick<CallSummary, 'attention' | 'attentionEndedAt'>) => attention !== null && attentionEndedAt === null

const OUTCOME_TONES: Partial<Record<CallOutcome, BadgeTone>> = {
  booked: 'accent',
  rescheduled: 'accent',
  canceled: 'accent',
  emergency: 'urgent',
  missed: 'missed',
}

export const getOutcomeTone = ({ outcome }: Pick<CallSummary, 'outcome'>): BadgeTone =>
  OUTCOME_TONES[outcome] ?? 'quiet'
