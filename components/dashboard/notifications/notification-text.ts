import { FAILURES, isFailureCode } from '@/lib/dashboard/integrations/failure.ts'
import { isProviderName, PROVIDERS } from '@/lib/dashboard/integrations/providers.ts'
import { CHANNELS } from '@/lib/dashboard/model/notification.ts'
import type { NotificationRecord } from '@/lib/dashboard/notifications/record.ts'
import { formatCount, formatList, formatNumber } from '@/lib/values/format.ts'

export type NotificationText = { title: string; note?: string }

type GetName = (userId: string) => string | undefined

type Content = Pick<NotificationRecord, 'details' | 'name'>

const getText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Returns the teammate's name for the start of a sentence. The name may be unknown, or not loaded yet. */
function getTeammate({ byId }: Content['details'], getName: GetName): string | undefined {
  const id = getText(byId)
  if (!id) return undefined
  // A deleted member is "a former member". Other names keep their case, because they may be email addresses.
  return (getName(id) ?? 'a teammate').replace(/^a /, 'A ')
}

function describeAlert({ details, name }: Content): NotificationText {
  const call = name ? `call from ${name}` : 'call'
  if (details.alert === 'handover') return { title: `A ${call} was assigned to you` }
  if (details.alert === 'promise') return { title: `${name ?? 'A caller'} is waiting for a promised callback` }
  return { title: details.isLast ? `No one has taken an urgent ${call} yet` : `Urgent ${call}` }
}

function formatRecord(subject: unknown, name: string | null): string {
  if (subject === 'lead') return name ? `the lead ${name}` : 'a lead'
  return name ? `a call from ${name}` : 'a call'
}

function describeAssignment({ details, name }: Content, getName: GetName): NotificationText {
  const teammate = getTeammate(details, getName)
  const count = Number(details.count ?? 1)
  const records = count > 1 ? formatCount(count, 'lead') : formatRecord(details.subject, name)
  if (teammate) return { title: `${teammate} assigned you ${records}` }
  return { title: `${records[0]?.toUpperCase()}${records.slice(1)} ${count > 1 ? 'were' : 'was'} assigned to you` }
}

const describeMention = ({ details, name }: Content, getName: GetName): NotificationText => ({
  title: `${getTeammate(details, getName) ?? 'A teammate'} mentioned you in a note${name ? ` about ${name}` : ''}`,
})

const OUTCOME_LABELS = {
  created: 'added',
  updated: 'updated',
  unchanged: 'unchanged',
  skipped: 'skipped',
  invalid: 'with errors',
}

function formatImportCounts(counts: unknown): string | undefined {
  if (typeof counts !== 'object' || counts === null) return undefined
  const parts = Object.entries(OUTCOME_LABELS).flatMap(([outcome, label]) => {
    const count = (counts as Record<string, unknown>)[outcome]
    return typeof count === 'number' && count > 0 ? `${formatNumber(count)} ${label}` : []
  })
  return parts.length > 0 ? `${formatList(parts)}.` : 'The file had no rows to import.'
}

function describeImport({ details: { kind, state, counts } }: Content): NotificationText {
  const records = kind === 'leads' || kind === 'callers' ? kind : 'records'
  if (state === 'failed') return { title: `The import of ${records} failed` }
  if (state === 'undone') return { title: `The import of ${records} was undone` }
  const note = formatImportCounts(counts)
  return { title: `The import of ${records} is done`, ...(note && { note }) }
}

function describeIntegration({ details }: Content): NotificationText {
  const provider = getText(details.provider)
  const failure = getText(details.failure) ?? null
  const label = provider && isProviderName(provider) ? PROVIDERS[provider].label : 'An integration'
  return { title: `${label} stopped working`, ...(isFailureCode(failure) && { note: FAILURES[failure].words }) }
}

function describeWebhook({ details }: Content): NotificationText {
  const host = getText(details.host)
  return { title: host ? `The webhook to ${host} was paused` : 'A webhook was paused', note: 'It failed for a day.' }
}

/** Returns the sentence of a notification, and a note below it. */
export function describeNotification(notification: NotificationRecord, getName: GetName): NotificationText {
  switch (notification.kind) {
    case 'alert':
      return describeAlert(notification)
    case 'assigned':
      return describeAssignment(notification, getName)
    case 'mention':
      return describeMention(notification, getName)
    case 'import':
      return describeImport(notification)
    case 'integration':
      return describeIntegration(notification)
    case 'webhook':
      return describeWebhook(notification)
  }
}

/** Returns a phrase such as "Sent by email and push". Returns undefined if only the dashboard shows the notification. */
export function formatChannels({ channels }: NotificationRecord['details']): string | undefined {
  const labels = Object.entries(CHANNELS)
    .filter(([channel]) => Array.isArray(channels) && channels.includes(channel))
    .map(([, label]) => label)
  return labels.length > 0 ? `Sent by ${formatList(labels)}` : undefined
}
