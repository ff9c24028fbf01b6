import { ALERT_KINDS, type AlertKind } from '../../../lib/dashboard/model/alert.ts'
import { APPOINTMENT_STATES } from '../../../lib/dashboard/model/appointment.ts'
import { getPlanLabel } from '../../../lib/platform/auth/access-table.ts'
import { CALL_OUTCOMES } from '../../../lib/dashboard/model/call.ts'
import { isProviderName, PROVIDERS } from '../../../lib/dashboard/integrations/providers.ts'
import { SOURCES, STAGES } from '../../../lib/dashboard/model/lead.ts'
import { LINE_STATES } from '../../../lib/dashboard/lines/line.ts'
import { formatDateTime } from '../../../lib/platform/time/zone.ts'
import { ACTIONS } from '../../../lib/dashboard/model/event.ts'
import { formatList, formatCount } from '@/lib/values/format.ts'

const FIELD_LABELS: Record<string, string> = {
  hours: 'business hours',
  closedOnHolidays: 'federal holidays',
  onCall: 'on-call list',
  pagingMinutes: 'escalation time',
  isForwarded: 'call forwarding',
  secondFactorRequired: 'two-step verification requirement',
  visitFee: 'service call fee',
  afterHoursFee: 'after-hours fee',
  jobsTaken: 'jobs you take',
  jobsRefused: 'jobs you don’t do',
  brandsServed: 'brands you service',
  brandsRefused: 'brands you don’t service',
  answers: 'FAQs',
  wordsNow: 'keywords for “Now”',
  wordsToday: 'keywords for “Today”',
  wordsSoon: 'keywords for “This week”',
  wordsLater: 'keywords for “Flexible”',
  startsAt: 'start time',
  endsAt: 'end time',
  companyPhone: 'your current number',
  voiceAgentId: 'voice provider’s assistant ID',
  summaryHour: 'time of the daily summary',
  includesCaller: 'caller’s name and number',
  needsAttention: 'calls that need attention',
  booked: 'booked visits',
  intent: 'reason',
  safetyKind: 'safety hazard',
  appointmentId: 'visit',
}

const STATE_LABELS: Record<string, string> = { ...STAGES, ...APPOINTMENT_STATES, ...CALL_OUTCOMES, ...LINE_STATES }

const isText = (value: unknown): value is string => typeof value === 'string'

/** Returns the name of a field, such as "service area" for `serviceArea`. */
const formatField = (name: string): string =>
  FIELD_LABELS[name] ?? name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

function formatValue(value: string, zone: string): string {
  if (STATE_LABELS[value]) return STATE_LABELS[value]
  return /^\d{4}-\d\d-\d\dT/.test(value) ? formatDateTime(value, zone) : value
}

const COUNT_NOUNS: Record<string, [one: string, many: string]> = {
  recordings: ['recording', 'recordings'],
  transcripts: ['transcript', 'transcripts'],
  calls: ['call', 'calls'],
  leads: ['lead', 'leads'],
  visits: ['visit', 'visits'],
  records: ['record', 'records'],
  count: ['entry', 'entries'],
  rows: ['row', 'rows'],
  numbers: ['number', 'numbers'],
}

/** Returns text such as "34 transcripts and 1 call". */
function formatAmounts(details: Record<string, unknown>): string[] {
  const amounts = Object.entries(COUNT_NOUNS).flatMap(([name, [singular, plural]]) => {
    const amount = details[name]
    return typeof amount === 'number' ? [formatCount(amount, singular, plural)] : []
  })
  return amounts.length > 0 ? [formatList(amounts)] : []
}

/** Returns phrases such as "transcripts from 90 to 30 days". */
function formatDays(days: unknown): string[] {
  if (typeof days !== 'object' || days === null) return []
  return Object.entries(days as Record<string, { from?: unknown; to?: unknown }>).map(
    ([kind, { from, to }]) => `${kind} from ${String(from)} to ${String(to)} days`,
  )
}

/**
 * Returns short text for an event's details, or undefined if they add nothing. Details contain only numbers and field
 * names, no personal data.
 * @param zone IANA time zone of the business
 */
export function formatDetails(details: Record<string, unknown> | null, zone: string): string | undefined {
  if (!details) return undefined
  const { fields, from, to, days, provider, wrote, read, source, plan, alert, way, isTest, keptDays } = details
  const names = Array.isArray(fields) ? fields.filter(isText) : []
  const phrases = [
    ...(isText(provider) && isProviderName(provider) ? [PROVIDERS[provider].label] : []),
    ...(isText(plan) ? [getPlanLabel(plan)] : []),
    ...(isText(wrote) ? [`${provider === 'slack' ? 'posted' : 'added'} ${wrote}`] : []),
    ...(isText(read) ? [`read ${read}`] : []),
    ...(names.length > 0 ? [formatList(names.map(formatField))] : []),
    ...(isText(from) && isText(to) ? [`${formatValue(from, zone)} → ${formatValue(to, zone)}`] : []),
    ...(isText(source) && source in SOURCES
      ? [`source: ${SOURCES[source as keyof typeof SOURCES].toLowerCase()}`]
      : []),
    ...(isText(alert) && alert in ALERT_KINDS ? [ALERT_KINDS[alert as AlertKind].toLowerCase()] : []),
    ...(way === 'mail' || way === 'push' ? [way === 'mail' ? 'by email' : 'by push notification'] : []),
    ...(isText(alert) && to === 'admins' ? ['to an admin, because no one on call took it'] : []),
    ...(isTest === true ? ['test'] : []),
    ...(typeof keptDays === 'number'
      ? [`provider keeps calls for ${keptDays} ${keptDays === 1 ? 'day' : 'days'}`]
      : []),
    ...formatDays(days),
    ...formatAmounts(details),
  ]
  return phrases.length > 0 ? phrases.join(' · ') : undefined
}

/** Returns a phrase that follows the actor's name. Returns an unknown action of a newer release unchanged. */
export const formatAction = (action: string): string => (ACTIONS as Record<string, string>)[action] ?? action
