import { sql } from 'drizzle-orm'
import { alertPreferences, alerts, pushSubscriptions } from '../schema/alerts.ts'
import { assistantHandovers, assistantVersions } from '../schema/assistant.ts'
import { callerNumbers, callers } from '../schema/callers.ts'
import { lineRequests, trials } from '../schema/lines.ts'
import { jobs } from '../../platform/jobs/schema.ts'
import { apiKeys, idempotentRequests } from '../schema/keys.ts'
import { appointments, calendarFeeds } from '../schema/appointments.ts'
import { authorizations, connections } from '../schema/integrations.ts'
import { calls } from '../schema/calls.ts'
import { events, organizationExports } from '../schema/events.ts'
import { importRows, imports } from '../schema/imports.ts'
import { leadNotes, leads } from '../schema/leads.ts'
import { notifications } from '../schema/notifications.ts'
import { organizationSettings } from '../schema/settings.ts'
import { savedViews } from '../schema/views.ts'
import { webhookDeliveries, webhookEndpoints, webhookMessages } from '../schema/webhooks.ts'

/**
 * Tables to export and delete, in this order, by their name in the export. Columns in `without` are secret or derived.
 */
export const ORGANIZATION_DATA = {
  exports: { table: organizationExports },
  events: { table: events },
  alerts: { table: alerts },
  notes: { table: leadNotes },
  appointments: { table: appointments, without: ['searchKey'] },
  leads: { table: leads, without: ['search', 'nameKey', 'urgencyRank'] },
  calls: { table: calls, without: ['search', 'recordingUrl'] },
  callerNumbers: { table: callerNumbers },
  callers: { table: callers, without: ['nameKey', 'searchKey'] },
  calendarFeeds: { table: calendarFeeds, without: ['secretHash'] },
  connections: { table: connections, without: ['secret'] },
  webhookDeliveries: { table: webhookDeliveries },
  webhookMessages: { table: webhookMessages },
  webhookEndpoints: { table: webhookEndpoints, without: ['secret', 'previousSecret'] },
  importRows: { table: importRows, isExported: false },
  imports: { table: imports },
  notifications: { table: notifications },
  savedViews: { table: savedViews },
  authorizations: { table: authorizations, isExported: false },
  keys: { table: apiKeys, without: ['hash'] },
  requests: { table: idempotentRequests, isExported: false },
  // Keep pending vendor deletion jobs, which still have to delete data from the voice vendor.
  jobs: { table: jobs, isExported: false, keeps: sql`kind = 'vendor-deletion' and done_at is null` },
  alertPreferences: { table: alertPreferences },
  pushSubscriptions: { table: pushSubscriptions, without: ['endpoint', 'keys'] },
  assistantVersions: { table: assistantVersions },
  assistantHandovers: { table: assistantHandovers },
  lineRequests: { table: lineRequests },
  trials: { table: trials },
  settings: { table: organizationSettings },
} as const
