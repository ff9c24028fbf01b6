import { sql } from 'drizzle-orm'
import { alertPreferences, alerts, pushSubscriptions } from './alerts.ts'
import { assistantHandovers, assistantVersions } from './assistant.ts'
import { callerNumbers, callers } from './callers.ts'
import { lineRequests, trials } from './lines.ts'
import { outgoing } from './outgoing.ts'
import { apiKeys, idempotentRequests } from './keys.ts'
import { appointments, calendarFeeds } from './appointments.ts'
import { authorizations, connections } from './integrations.ts'
import { calls } from './calls.ts'
import { events, organizationExports } from './events.ts'
import { leadNotes, leads } from './leads.ts'
import { organizationSettings } from './settings.ts'

export * from './alerts.ts'
export * from './appointments.ts'
export * from './assistant.ts'
export * from './callers.ts'
export * from './build-files.ts'
export * from './calls.ts'
export * from './contact.ts'
export * from './deletions.ts'
export * from './events.ts'
export * from './integrations.ts'
export * from './keys.ts'
export * from './leads.ts'
export * from './lines.ts'
export * from './newsletter.ts'
export * from './organizations.ts'
export * from './outgoing.ts'
export * from './page-views.ts'
export * from './settings.ts'
export * from './shared.ts'

/**
 * An organization's own data beside Clerk's ids, by its name in an export, and the columns that no export has because they
 * are secret or made from others. What stands here is exported and deleted with the organization's data, in this order.
 */
export const ORGANIZATION_DATA = {
  exports: { table: organizationExports },
  events: { table: events },
  alerts: { table: alerts },
  notes: { table: leadNotes },
  appointments: { table: appointments },
  leads: { table: leads, without: ['search', 'nameKey', 'urgencyRank'] },
  calls: { table: calls, without: ['search', 'recordingUrl'] },
  callerNumbers: { table: callerNumbers },
  callers: { table: callers, without: ['nameKey'] },
  calendarFeeds: { table: calendarFeeds, without: ['secretHash'] },
  connections: { table: connections, without: ['secret'] },
  authorizations: { table: authorizations, isExported: false },
  keys: { table: apiKeys, without: ['hash'] },
  requests: { table: idempotentRequests, isExported: false },
  // What the voice vendor has yet to delete is deleted there, when nothing is left here.
  outgoing: { table: outgoing, isExported: false, keeps: sql`kind = 'vendor-deletion' and done_at is null` },
  alertPreferences: { table: alertPreferences },
  pushSubscriptions: { table: pushSubscriptions, without: ['endpoint', 'keys'] },
  assistantVersions: { table: assistantVersions },
  assistantHandovers: { table: assistantHandovers },
  lineRequests: { table: lineRequests },
  trials: { table: trials },
  settings: { table: organizationSettings },
} as const
