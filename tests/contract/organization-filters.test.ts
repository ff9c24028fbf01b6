import { createHash } from 'node:crypto'
import { eq, getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { beforeAll, describe, expect, it } from 'vitest'
import * as devices from '../../lib/dashboard/alerts/devices.ts'
import { DEFAULT_PREFERENCES } from '../../lib/dashboard/alerts/preferences.ts'
import * as preferences from '../../lib/dashboard/alerts/preferences-store.ts'
import { deleteDevice } from '../../lib/dashboard/alerts/push.ts'
import * as alerts from '../../lib/dashboard/alerts/repository.ts'
import { runIdempotent } from '../../lib/dashboard/api/idempotency.ts'
import { createTestCall, readTryIt } from '../../lib/dashboard/try-it/read-try-it.ts'
import * as visits from '../../lib/dashboard/appointments/repository.ts'
import { DEFAULT_INSTRUCTIONS } from '../../lib/dashboard/model/instructions.ts'
import * as assistant from '../../lib/dashboard/assistant/repository.ts'
import { calendarQuery } from '../../lib/dashboard/appointments/calendar.ts'
import { readCalendar, readWarnings } from '../../lib/dashboard/appointments/read-calendar.ts'
import * as data from '../../lib/dashboard/organizations/data.ts'
import { hasMember } from '../../lib/dashboard/organizations/repository.ts'
import { exportCaller, deleteCallerData } from '../../lib/dashboard/retention/caller-data.ts'
import { listCallers } from '../../lib/dashboard/callers/list.ts'
import { recordCaller } from '../../lib/dashboard/callers/record-caller.ts'
import { findSourceCaller, readCaller } from '../../lib/dashboard/callers/read.ts'
import * as callers from '../../lib/dashboard/callers/repository.ts'
import { readBillableCalls } from '../../lib/dashboard/calls/billable.ts'
import { openCall } from '../../lib/dashboard/calls/detail.ts'
import { callListState } from '../../lib/dashboard/calls/list-state.ts'
import { readCallList } from '../../lib/dashboard/calls/read-list.ts'
import { findRecording } from '../../lib/dashboard/calls/recording.ts'
import * as calls from '../../lib/dashboard/calls/repository.ts'
import { countTestCalls, removeTestCalls } from '../../lib/dashboard/calls/test-calls.ts'
import type { OrganizationTransaction } from '../../lib/platform/db/organization.ts'
import { ORGANIZATION_DATA } from '../../lib/dashboard/organizations/organization-data.ts'
import * as tables from '../support/tables.ts'
import { findLastChange } from '../../lib/dashboard/events/changes.ts'
import { listKeyNames, readAuditLog } from '../../lib/dashboard/audit/list.ts'
import { recordEvent } from '../../lib/dashboard/events/record.ts'
import * as feeds from '../../lib/dashboard/calendar-feeds/repository.ts'
import { finishAuthorization } from '../../lib/dashboard/integrations/authorize.ts'
import type { IntegrationContext } from '../../lib/dashboard/integrations/context.ts'
import { parseIntegrations } from '../../lib/dashboard/integrations/environment.ts'
import { removeConnection, stopWriting } from '../../lib/dashboard/integrations/manage.ts'
import { listConnectionLog } from '../../lib/dashboard/integrations/overview.ts'
import * as connections from '../../lib/dashboard/integrations/repository.ts'
import { runWithConnection } from '../../lib/dashboard/integrations/use.ts'
import { DEFAULT_SLACK_SETTINGS } from '../../lib/dashboard/model/slack-settings.ts'
import { webhookDeliveries, webhookEndpoints, webhookMessages } from '../../lib/dashboard/schema/webhooks.ts'
import { enqueueSlackMessages } from '../../lib/dashboard/slack/enqueue.ts'
import { changeSlackSettings } from '../../lib/dashboard/slack/settings.ts'
import { listHooks, unsubscribeHook } from '../../lib/dashboard/zapier/hooks.ts'
import { readZaps } from '../../lib/dashboard/zapier/zaps.ts'
import { findRequestTimes } from '../../lib/dashboard/integrations/requests.ts'
import { listConfirmedAppointments } from '../../lib/dashboard/integrations/appointments.ts'
import { MAX_KEYS } from '../../lib/dashboard/keys/input.ts'
import * as keys from '../../lib/dashboard/keys/repository.ts'
import * as bulk from '../../lib/dashboard/leads/bulk.ts'
import * as leads from '../../lib/dashboard/leads/repository.ts'
import { addNote, openLead } from '../../lib/dashboard/leads/timeline.ts'
import { addAlertNotification } from '../../lib/dashboard/notifications/alerts.ts'
import * as notifications from '../../lib/dashboard/notifications/repository.ts'
import { requestLine, findLine } from '../../lib/dashboard/lines/repository.ts'
import { setUpLine } from '../../lib/dashboard/lines/set-up.ts'
import * as oldData from '../../lib/dashboard/retention/old-data.ts'
import { readSearchParams } from '../../lib/dashboard/query/search-params.ts'
import { changeSettings, getSettings } from '../../lib/dashboard/settings/repository.ts'
import { getTimeZone } from '../../lib/dashboard/settings/time-zone.ts'
import { readCallMetrics, readToday } from '../../lib/dashboard/today/read.ts'
import { chooseTrial, findTrial, startTrial } from '../../lib/dashboard/trials/repository.ts'
import { buildStartResponse } from '../../lib/dashboard/voice/start.ts'
import { VIEWED_LISTS } from '../../lib/dashboard/model/saved-view.ts'
import { readRecentRecords, searchRecords } from '../../lib/dashboard/search/read.ts'
import * as views from '../../lib/dashboard/views/repository.ts'
import { setUpDatabase } from '../support/opened-database.ts'
import { connectAsOwner } from '../support/owner.ts'
import { buildVariables } from './integrations-fixtures.ts'

/* Tests the queries' own organization filters: row-level security is off, and both organizations share row ids. */

const NOW = new Date('2026-03-01T12:00:00Z')
const HOUR_MS = 3_600_000
const PHONE = '+12125550142'
const OTHER_PHONE = '+12125550199'
const ACTOR = { kind: 'person', id: 'user_1' } as const
const VIEWS_READER = { userId: ACTOR.id, lists: [...VIEWED_LISTS], canManage: true }
const OLD_TIMES = {
  days: { recordings: 30, transcripts: 30, calls: 30, leads: 30 },
  zone: 'UTC',
  at: new Date('2028-01-01T00:00:00Z'),
}

const WINDOW = { startsAt: NOW.toISOString(), endsAt: new Date(NOW.getTime() + HOUR_MS).toISOString() }

const ORGANIZATION_TABLES = Object.values<{ table: PgTable }>(ORGANIZATION_DATA).map(({ table }) => getTableName(table))

const DISTINCT_VALUES = new Map([
  ['organization_id', `'org_a'`],
  ...'name customer text summary recording_url job caller_name account technician device'
    .split(' ')
    .map((column) => [column, `${column} || ' A'`] as const),
  ['version', 'version + 1'],
  ['time_zone', `'America/Denver'`],
  ['note', `note || ' A'`],
  ['plan', `'several_crews'`],
])

const CALL_IDS = ['call', 'testCall', 'quietCall', 'strangersCall'] as const
const OTHER_IDS = [
  'caller',
  'otherCaller',
  'lead',
  'strangersLead',
  'visit',
  'key',
  'feed',
  'alert',
  'device',
  'hook',
  'message',
  'notification',
  'view',
] as const

type Ids = Record<(typeof CALL_IDS | typeof OTHER_IDS)[number], string>

/** Inserts rows of the other organization. The setup then copies them to the tested organization with the same ids. */
async function fillFirstRows({ db, organizationId }: OrganizationTransaction): Promise<Ids> {
  const organizationFields = { organizationId }
  const ids = Object.fromEntries([...CALL_IDS, ...OTHER_IDS].map((name) => [name, crypto.randomUUID()])) as Ids
  const [callId, leadId] = [ids.call, ids.lead]
  await db.insert(tables.organizationSettings).values({ ...organizationFields, voiceAgentId: 'agent' })
  await db.insert(tables.calls).values({
    ...organizationFields,
    id: callId,
    externalId: 'external',
    startedAt: NOW,
    duration: 60,
    outcome: 'booked',
    callerName: 'Ada',
    callerPhone: PHONE,
    summary: 'No heat',
    attention: 'Call back',
    handedToId: ACTOR.id,
    recordingUrl: 'https://api.elevenlabs.io/1',
    transcript: [{ speaker: 'caller', text: 'No heat', at: 0, understood: [{ field: 'problem', value: 'No heat' }] }],
  })
  await db
    .insert(tables.calls)
    .values({ ...organizationFields, id: ids.quietCall, startedAt: NOW, duration: 60, outcome: 'booked' })
  const lead = { ...organizationFields, name: 'Ada', problem: 'No heat', source: 'call' } as const
  await db.insert(tables.leads).values({ ...lead, id: leadId, callId, phone: PHONE, createdAt: NOW })
  await db.insert(tables.leadNotes).values({ ...organizationFields, leadId, text: 'Called back' })
  await db.insert(tables.callers).values([
    { ...organizationFields, id: ids.caller, name: 'Ada', doNotCall: true, createdAt: NOW },
    { ...organizationFields, id: ids.otherCaller, name: 'Bo', version: 2, createdAt: NOW },
  ])
  await db.insert(tables.callerNumbers).values([
    { ...organizationFields, phone: PHONE, callerId: ids.caller },
    { ...organizationFields, phone: OTHER_PHONE, callerId: ids.otherCaller },
  ])
  const window = { startsAt: NOW, endsAt: new Date(NOW.getTime() + HOUR_MS) }
  const test = { ...organizationFields, callId: ids.testCall, isTest: true }
  await db
    .insert(tables.calls)
    .values({ ...organizationFields, id: ids.testCall, startedAt: NOW, outcome: 'booked', isTest: true })
  await db.insert(tables.leads).values({ ...lead, ...test, problem: 'A test' })
  const visitRow = { ...organizationFields, ...window, id: ids.visit, leadId, callId, customer: 'Ada', job: 'No heat' }
  await db.insert(tables.appointments).values({ ...test, ...window, customer: 'Ada', job: 'A test' })
  await db.insert(tables.appointments).values({ ...visitRow, technician: 'Alex', state: 'confirmed' })
  await db
    .insert(tables.calendarFeeds)
    .values({ ...organizationFields, id: ids.feed, name: 'Phone', secretHash: 'hash' })
  await db.insert(tables.apiKeys).values({
    ...organizationFields,
    id: ids.key,
    name: 'Office',
    ending: 'abcd',
    hash: 'hash',
    scopes: ['leads:read'],
  })
  await db
    .insert(tables.savedViews)
    .values({ ...organizationFields, id: ids.view, list: 'calls', name: 'Booked', query: '', isShared: true })
  await db
    .insert(tables.idempotentRequests)
    .values({ ...organizationFields, keyId: ids.key, idempotencyKey: 'once', requestHash: 'x', createdAt: NOW })
  await db.insert(tables.connections).values({
    ...organizationFields,
    provider: 'slack',
    method: 'key',
    scopes: [],
    writes: ['messages'],
    secret: 'sealed',
    options: { ...DEFAULT_SLACK_SETTINGS, channel: { id: 'C1', name: 'dispatch' }, summaryHour: 1 },
  })
  await db.insert(webhookEndpoints).values({
    ...organizationFields,
    id: ids.hook,
    kind: 'zapier',
    url: 'https://hooks.example.com/1',
    events: ['lead.created'],
    secret: 'sealed',
    apiKeyId: ids.key,
  })
  await db
    .insert(webhookMessages)
    .values({ ...organizationFields, id: ids.message, event: 'lead.created', subjectId: leadId, payload: {} })
  await db
    .insert(webhookDeliveries)
    .values({ ...organizationFields, endpointId: ids.hook, messageId: ids.message, attemptedAt: NOW })
  await db.insert(tables.authorizations).values({
    ...organizationFields,
    stateHash: createHash('sha256').update('state').digest('hex'),
    userId: ACTOR.id,
    provider: 'slack',
    verifier: 'sealed',
    request: { scopes: [], writes: [] },
    expiresAt: NOW,
  })
  await db
    .insert(tables.lineRequests)
    .values({ ...organizationFields, companyPhone: PHONE, note: 'Mornings', askedAt: NOW })
  await db.insert(tables.trials).values({ ...organizationFields, plan: 'night_line', chosenAt: NOW })
  await db
    .insert(tables.alerts)
    .values({ ...organizationFields, id: ids.alert, callId, kind: 'urgent', toldIds: [ACTOR.id] })
  await db.insert(tables.jobs).values({
    ...organizationFields,
    kind: 'alert-mail',
    onceKey: 'once',
    dueAt: NOW,
    details: { alertId: ids.alert, round: 1, userId: ACTOR.id, sentAt: NOW.toISOString() },
  })
  await db.insert(tables.alertPreferences).values({ ...organizationFields, userId: ACTOR.id, kinds: ['urgent'] })
  const subscription = { endpoint: 'https://fcm.googleapis.com/1', keys: { p256dh: 'p', auth: 'a' }, device: 'Firefox' }
  await db
    .insert(tables.pushSubscriptions)
    .values({ ...organizationFields, ...subscription, id: ids.device, userId: ACTOR.id })
  await db.insert(tables.organizationExports).values({ ...organizationFields, userId: ACTOR.id })
  await db
    .insert(tables.notifications)
    .values({ ...organizationFields, id: ids.notification, userId: ACTOR.id, kind: 'assigned', subjectId: callId })
  const log = { ...organizationFields, actorKind: 'key', actorId: ids.key, at: NOW } as const
  await db.insert(tables.events).values([
    { ...log, action: 'lead.created', subjectId: leadId },
    { ...log, action: 'connection.used', details: { provider: 'slack', read: 'channels' } },
  ])
  const fees = { visit: '$89', afterHours: null }
  await db
    .insert(tables.assistantVersions)
    .values({ ...organizationFields, number: 1, instructions: { ...DEFAULT_INSTRUCTIONS, fees }, createdAt: NOW })
  await db.insert(tables.assistantHandovers).values({ ...organizationFields, agentId: 'agent', handedOverAt: NOW })
  return ids
}

async function fillMoreRows(
  tx: OrganizationTransaction,
  { call: callId, lead: leadId, quietCall, strangersCall, strangersLead, key: keyId, alert }: Ids,
): Promise<void> {
  const { db, organizationId } = tx
  const organizationFields = { organizationId }
  const later = new Date(NOW.getTime() + HOUR_MS)
  await db.insert(tables.calls).values({
    ...organizationFields,
    id: strangersCall,
    startedAt: later,
    duration: 60,
    outcome: 'booked',
    callerPhone: PHONE,
    attention: 'Call back',
    handedToId: ACTOR.id,
  })
  const lead = { ...organizationFields, phone: PHONE, problem: 'No heat', source: 'call' } as const
  await db.insert(tables.leads).values([
    { ...lead, id: strangersLead, callId, name: 'Ben' },
    { ...lead, callId: quietCall, name: 'Cleo' },
  ])
  await db.insert(tables.leadNotes).values({ ...organizationFields, leadId, text: 'A note' })
  const visitRow = {
    ...organizationFields,
    startsAt: later,
    endsAt: new Date('2029-01-01T00:00:00Z'),
    leadId,
    customer: 'Ben',
    job: 'Leak',
    technician: 'Alex',
    state: 'confirmed',
  } as const
  await db.insert(tables.appointments).values([
    { ...visitRow, callId },
    { ...visitRow, callId: quietCall },
  ])
  await db.insert(tables.calls).values({ ...organizationFields, startedAt: NOW, outcome: 'booked', isTest: true })
  await db.insert(tables.appointments).values({ ...visitRow, leadId: null, isTest: true })
  await db.insert(tables.leads).values({ ...lead, name: 'Dan', isTest: true })
  await db.insert(tables.calendarFeeds).values({ ...organizationFields, name: 'Other', secretHash: 'other' })
  const key = { ...organizationFields, name: 'Other', ending: 'efgh', scopes: ['leads:read'] }
  await db
    .insert(tables.apiKeys)
    .values(Array.from({ length: MAX_KEYS }, (_, index) => ({ ...key, hash: `other ${index}` })))
  await db
    .insert(tables.idempotentRequests)
    .values({ ...organizationFields, keyId, idempotencyKey: 'of-stranger', requestHash: 'x', createdAt: NOW })
  await db.insert(tables.alerts).values({ ...organizationFields, callId, kind: 'handover' })
  await db.insert(tables.jobs).values({
    ...organizationFields,
    kind: 'alert-push',
    onceKey: 'once',
    dueAt: NOW,
    details: { alertId: alert, round: 1, userId: ACTOR.id, sentAt: '2020-01-01T00:00:00.000Z' },
  })
  const subscription = { endpoint: 'https://fcm.googleapis.com/2', keys: { p256dh: 'p', auth: 'a' } }
  await db.insert(tables.pushSubscriptions).values({ ...organizationFields, ...subscription, userId: ACTOR.id })
  await db.insert(tables.organizationExports).values({ ...organizationFields, userId: ACTOR.id })
  await recordEvent(tx, ACTOR, { action: 'lead.read', subjectId: leadId })
  await recordEvent(tx, ACTOR, { action: 'call.read', subjectId: callId })
  await recordEvent(tx, ACTOR, { action: 'lead.updated', subjectId: leadId })
  await assistant.saveInstructions(tx, ACTOR, DEFAULT_INSTRUCTIONS, 1)
  await recordEvent(tx, ACTOR, { action: 'connection.wanted', details: { provider: 'zapier' } })
}

const buildContext = (tx: OrganizationTransaction): IntegrationContext => ({
  organizationId: tx.organizationId,
  transaction: (work) => work(tx),
  settings: parseIntegrations(buildVariables('http://localhost:1'), 'http://localhost:3000').settings,
  now: () => NOW,
})

const countReadings = ({ db, organizationId }: OrganizationTransaction) =>
  db.$count(
    tables.events,
    sql`${tables.events.organizationId} = ${organizationId} and ${tables.events.action} like '%.read'`,
  )

async function exportAll(tx: OrganizationTransaction): Promise<unknown> {
  const chunks = await data.exportOrganization((work) => work(tx), ACTOR.id)
  const parts = JSON.parse((await Array.fromAsync(chunks ?? [])).join('')) as Record<string, unknown>
  return Object.entries(parts).map(([name, part]) => [name, Array.isArray(part) && part.length])
}

function sendOnce(tx: OrganizationTransaction, keyId: string, idempotencyKey: string, now: Date) {
  const request = { keyId, idempotencyKey, method: 'POST', path: '/', body: '' }
  return runIdempotent(tx, request, now, async () => ({ status: 201, body: 'done' }))
}

type ScopedQuery = (tx: OrganizationTransaction, ids: Ids) => Promise<unknown>

const READS: Record<string, ScopedQuery> = {
  'a recording': (tx, { call }) => findRecording(tx, call),
  'a call': (tx, { call }) => calls.findCall(tx, call),
  calls: (tx) => calls.listCalls(tx, {}),
  'a call search': (tx) => calls.listCallPage(tx, { search: 'heat' }, 1),
  'the call list': (tx) => readCallList(tx, ACTOR.id, callListState.parse({}), NOW),
  'a call page': (tx, { call }) => openCall(tx, call, { userId: ACTOR.id, canReadAppointments: true }),
  'the billable call list': (tx) =>
    readCallList(tx, ACTOR.id, readSearchParams(callListState, { counted: 'true' }), NOW),
  'billable calls': (tx) => readBillableCalls(tx, NOW),
  'test calls': countTestCalls,
  'the Try it page': (tx) => readTryIt(tx, { at: 'now', lines: ['I smell gas'] }, NOW),
  'a caller': (tx, { caller }) => callers.findCaller(tx, caller),
  'phone numbers of a caller': (tx, { caller }) => callers.findPhones(tx, caller),
  'a search of all records': (tx) =>
    searchRecords(tx, { canReadLeads: true, canReadAppointments: true }, { search: '0142' }),
  'a search of all records by name': (tx) =>
    searchRecords(tx, { canReadLeads: true, canReadAppointments: true }, { search: 'ada' }),
  'recent records': (tx, { call, lead, caller, visit }) =>
    readRecentRecords(
      tx,
      { canReadLeads: true, canReadAppointments: true },
      {
        records: [
          { kind: 'calls', id: call },
          { kind: 'leads', id: lead },
          { kind: 'callers', id: caller },
          { kind: 'appointments', id: visit },
        ],
      },
    ),
  'the saved views': (tx) => views.readViews(tx, VIEWS_READER, NOW),
  'the caller list': (tx) => listCallers(tx, { canReadAppointments: true }, { search: '', page: 1 }, NOW),
  'callers by phone number': (tx) =>
    listCallers(tx, { canReadAppointments: true }, { search: '555-0142', page: 1 }, NOW),
  'callers by name': (tx) => listCallers(tx, { canReadAppointments: true }, { search: 'ada', page: 1 }, NOW),
  'a caller page': (tx, { caller }) => readCaller(tx, ACTOR, caller, { canReadAppointments: true }),
  'the caller of a call': (tx, { call }) => findSourceCaller(tx, 'call', call),
  'do-not-call numbers': (tx) => callers.listDoNotCallPhones(tx),
  'a lead': (tx, { lead }) => leads.findLead(tx, lead),
  leads: (tx) => leads.listLeads(tx, {}),
  'a lead search': (tx) => leads.listLeadPage(tx, { search: 'heat' }, 1),
  stages: (tx) => leads.countStages(tx, {}),
  'a lead page': (tx, { lead }) => openLead(tx, ACTOR, lead, { canReadAppointments: true, now: NOW }),
  'a visit': (tx, { visit }) => visits.findAppointment(tx, visit),
  visits: (tx) => visits.listAppointments(tx, {}),
  'the visit list': (tx) => visits.listAppointmentPage(tx, {}, 1),
  'a calendar': (tx) => readCalendar(tx, calendarQuery.parse({ view: 'week', week: '2026-03-01' }), NOW),
  'visits in a period': (tx) => visits.listAppointmentsBetween(tx, NOW, OLD_TIMES.at, 10),
  'visits at the same time': async (tx, { visit }) => {
    const appointment = await visits.findAppointment(tx, visit)
    return (
      appointment &&
      visits.findOverlaps(tx, { ...appointment, id: crypto.randomUUID(), endsAt: OLD_TIMES.at.toISOString() })
    )
  },
  'warnings of a visit': async (tx, { visit }) => {
    const appointment = await visits.findAppointment(tx, visit)
    return appointment && readWarnings(tx, { ...appointment, id: undefined, endsAt: OLD_TIMES.at.toISOString() }, NOW)
  },
  'the stage of a lead after its last visit is canceled': async (tx, { lead, visit }) => {
    await leads.changeLead(tx, ACTOR, lead, { stage: 'booked' })
    await visits.changeAppointment(tx, ACTOR, visit, { state: 'cancelled', reason: 'Away' })
    return (await leads.findLead(tx, lead))?.stage
  },
  technicians: (tx) => visits.listTechniciansSince(tx, new Date(0)),
  'confirmed visits': (tx) => listConfirmedAppointments(tx, { from: new Date(0), to: OLD_TIMES.at }, 10),
  'a feed': (tx, { feed }) => feeds.findFeed(tx, feed),
  feeds: (tx) => feeds.listFeeds(tx),
  keys: (tx) => keys.readKeys(tx),
  'key names': (tx) => listKeyNames(tx),
  'current assistant instructions': (tx) => assistant.getCurrentInstructions(tx),
  'the assistant page': (tx) => assistant.readAssistantPage(tx),
  'assistant versions': (tx) => assistant.listVersions(tx),
  'an assistant version': (tx) => assistant.readVersion(tx, 1),
  'an assistant version of another organization': async (tx) => (await assistant.readVersion(tx, 2)) ?? 'none',
  'the voice vendor sync': assistant.readSyncState,
  'the last change': findLastChange,
  'the audit log': (tx) => readAuditLog(tx, {}),
  settings: (tx) => getSettings(tx),
  'the call start response': (tx) => buildStartResponse(tx, { caller_id: PHONE }, NOW),
  'the time zone': (tx) => getTimeZone(tx),
  connections: (tx) => connections.listConnections(tx),
  'a connection': (tx) => connections.findConnection(tx, 'slack'),
  'the log of a connection': (tx) => listConnectionLog(tx, 'slack'),
  'the Zaps': readZaps,
  'the hooks of a key': (tx, { key }) => listHooks(tx, key),
  'a Slack message': async (tx, { call }) => {
    await enqueueSlackMessages(tx, 'call.needs_attention', call)
    return tx.db.$count(tables.jobs, eq(tables.jobs.organizationId, tx.organizationId))
  },
  'the phone line': findLine,
  'the trial': findTrial,
  'integration requests': (tx) => findRequestTimes(tx),
  exports: (tx) => data.listExports(tx, ACTOR.id),
  'an export': exportAll,
  today: (tx) => readToday(tx, NOW),
  metrics: (tx) => readCallMetrics(tx, 'month', new Date(NOW.getTime() + HOUR_MS)),
  'expired data': (tx) => oldData.countExpiredRecords(tx, OLD_TIMES),
  'read events of a call and a lead': async (tx, { call, lead }) => {
    await openCall(tx, call, { userId: ACTOR.id, canReadAppointments: true })
    await openLead(tx, ACTOR, lead, { canReadAppointments: true, now: NOW })
    return countReadings(tx)
  },
  'data kept after a full deletion': async (tx) => {
    await data.deleteOrganizationData((work) => work(tx), ACTOR)
    const { chosenById, organizationId } = tables.trials
    const organizationFilter = eq(organizationId, tx.organizationId)
    return {
      timeZone: await getTimeZone(tx),
      trials: await tx.db.select({ chosenById }).from(tables.trials).where(organizationFilter),
    }
  },
  'an existing call': (tx) =>
    calls.createCallOnce(tx, ACTOR, { externalId: 'external', startedAt: NOW.toISOString(), outcome: 'booked' }),
  'a lead for a call of another organization': (tx, { strangersCall: callId }) =>
    leads.createLead(tx, ACTOR, { name: 'Ada', problem: 'No heat', callId }).catch((error: Error) => error.name),
  'a visit for a call of another organization': (tx, { strangersCall: callId }) =>
    visits
      .createAppointment(tx, ACTOR, { customer: 'Ada', job: 'No heat', callId, ...WINDOW })
      .catch((error: Error) => error.name),
  'subjects of audit events': async (tx, { strangersLead }) => {
    await recordEvent(tx, ACTOR, { action: 'lead.updated', subjectId: strangersLead })
    return (await readAuditLog(tx, {})).rows.map(({ subject }) => subject)
  },
  'leads before a change': async (tx, { lead }) =>
    (await bulk.changeLeads(tx, ACTOR, [lead], { stage: 'won' })).previous,
  'the API key limit': async (tx) =>
    (await keys.createKey(tx, ACTOR, { name: 'New', scopes: ['leads:read'] })).record.name,
  'an idempotent request of another organization': (tx, { key }) => sendOnce(tx, key, 'of-stranger', NOW),
  'alerts of a call': async (tx, { call }) => [...(await alerts.findAlertsByCall(tx, [call]))],
  'the alerts page': (tx) => preferences.readAlertsPage(tx, ACTOR.id, NOW, { publicKey: null, hasMail: true }),
  'a device': (tx, { device }) => devices.findDevice(tx, ACTOR.id, device),
  'a member': (tx) => hasMember(tx, 'user_of_stranger'),
  notifications: async (tx) =>
    (await notifications.listNotifications(tx, { userId: ACTOR.id, canOpen: () => true })).rows.map(({ name }) => name),
  'unread notifications': (tx) => notifications.countUnread(tx, ACTOR.id),
  'notifications of mentioned strangers': async (tx, { lead }) => {
    await addNote(tx, ACTOR, lead, { text: '@[user_of_stranger]' })
    return notifications.countUnread(tx, 'user_of_stranger')
  },
  'an export of a caller': async (tx, { caller }) => ({ ...(await exportCaller(tx, ACTOR, caller)), exportedAt: '' }),
}

const WRITES: Record<string, ScopedQuery> = {
  'a changed call': (tx, { call }) => calls.changeCall(tx, ACTOR, call, { summary: 'Changed' }),
  'a corrected call': async (tx, { call }) => {
    const savedCall = await calls.findCall(tx, call)
    return calls.correctCall(tx, ACTOR, call, { line: 0, field: 'problem', value: 'Changed' }, savedCall?.version ?? 0)
  },
  'a removed test call': (tx, { testCall }) => removeTestCalls(tx, ACTOR, testCall),
  'all test calls removed': (tx) => removeTestCalls(tx, ACTOR),
  'a test call': async (tx, { lead: id }) =>
    typeof (await createTestCall(tx, { id, at: 'now', lines: ['I smell gas'] }, NOW)),
  'a deleted caller': (tx, { caller }) => deleteCallerData(tx, ACTOR, caller),
  'a changed caller': (tx, { caller }) => callers.changeCaller(tx, ACTOR, caller, { notes: 'Changed' }),
  'a renamed caller': (tx) => recordCaller(tx, PHONE, { name: 'Changed', calledAt: OLD_TIMES.at }),
  'a new caller': (tx) => recordCaller(tx, '+12125550188', { name: 'New' }),
  'merged callers': async (tx, { caller, otherCaller }) => {
    const savedCaller = await callers.findCaller(tx, caller)
    return callers.mergeCallers(tx, ACTOR, caller, otherCaller, savedCaller?.version ?? 0)
  },
  'a changed lead': (tx, { lead }) => leads.changeLead(tx, ACTOR, lead, { name: 'Changed' }),
  'a bulk lead change': (tx, { lead }) => bulk.changeLeads(tx, ACTOR, [lead], { stage: 'won' }),
  'restored leads': async (tx, { lead }) => {
    const { version = 0 } = (await leads.findLead(tx, lead)) ?? {}
    return bulk.restoreLeads(tx, ACTOR, [{ id: lead, version, values: { stage: 'lost' } }])
  },
  'a note': (tx, { lead }) => addNote(tx, ACTOR, lead, { text: 'Changed' }),
  'a changed visit': (tx, { visit }) => visits.changeAppointment(tx, ACTOR, visit, { customer: 'Changed' }),
  'a revoked feed': (tx, { feed }) => feeds.revokeFeed(tx, ACTOR, feed),
  'a used feed': (tx, { feed }) => feeds.recordFeedUse(tx, feed, NOW),
  'a revoked key': (tx, { key }) => keys.revokeKey(tx, ACTOR, key),
  'expired idempotency keys': (tx, { key }) => sendOnce(tx, key, 'later', OLD_TIMES.at),
  'a new view': (tx) => views.createView(tx, ACTOR, { list: 'calls', name: 'New', query: '', isShared: true }),
  'a changed view': (tx, { view }) => views.changeView(tx, ACTOR, VIEWS_READER, view, { name: 'Changed' }, 1),
  'a deleted view': (tx, { view }) => views.deleteView(tx, ACTOR, VIEWS_READER, view),
  'changed settings': async (tx) => {
    const { version } = await getSettings(tx)
    return changeSettings(tx, ACTOR, { pagingMinutes: 9 }, version)
  },
  'a saved version': async (tx) => {
    const { version } = await assistant.getCurrentInstructions(tx)
    return assistant.saveInstructions(tx, ACTOR, DEFAULT_INSTRUCTIONS, version)
  },
  'a restored version': async (tx) => {
    const { version } = await assistant.getCurrentInstructions(tx)
    return assistant.restoreVersion(tx, ACTOR, 0, version)
  },
  'a changed connection': async (tx) => {
    const row = await connections.findConnection(tx, 'slack')
    return row && connections.changeConnection(tx, row, { account: 'Changed' })
  },
  'a failed connection': (tx) => connections.recordHealth(buildContext(tx), 'slack', { failure: 'no_answer' }),
  'a used connection': (tx) =>
    runWithConnection(buildContext(tx), 'slack', ACTOR, { reads: 'channels' }, async () => undefined),
  'a connection with writing turned off': (tx) => stopWriting(buildContext(tx), 'slack', ACTOR),
  'changed Slack settings': (tx) => changeSlackSettings(buildContext(tx), ACTOR, { booked: false }),
  'a removed Zap': (tx, { key, hook }) => unsubscribeHook(tx, { kind: 'key', id: key }, hook),
  'a removed connection': (tx) => removeConnection(buildContext(tx), 'slack', ACTOR),
  'a finished authorization': (tx) => {
    const params = new URLSearchParams({ state: 'state' })
    return finishAuthorization(buildContext(tx), { userId: ACTOR.id, allowance: undefined }, 'slack', params)
  },
  'a changed line request': async (tx) =>
    requestLine(tx, ACTOR, { companyPhone: PHONE, note: 'Changed' }, (await findLine(tx))?.version),
  'a phone line setup': async (tx) => {
    const { version = 0 } = (await findLine(tx)) ?? {}
    const setup = { state: 'live', forwardingNumber: PHONE, agentId: 'agent-new' } as const
    return setUpLine(tx, ACTOR, setup, { version, now: NOW })
  },
  'another trial plan': (tx) => chooseTrial(tx, ACTOR, 'front_desk', NOW),
  'a started trial': (tx) => startTrial(tx, NOW),
  'an acknowledged alert': (tx, { alert }) => alerts.claimAlert(tx, ACTOR, alert),
  'changed preferences': async (tx) => {
    const { version } = await preferences.getPreferences(tx, ACTOR.id)
    const { version: _version, ...defaults } = DEFAULT_PREFERENCES
    return preferences.changePreferences(tx, ACTOR, defaults, version)
  },
  'a removed device': (tx, { device }) => devices.removeDevice(tx, ACTOR, device),
  'a former member': (tx) => devices.deleteAlertSettings(tx, ACTOR.id),
  'a read notification': (tx, { notification }) => notifications.markRead(tx, ACTOR.id, notification),
  'read notifications': (tx) => notifications.markAllRead(tx, ACTOR.id, OLD_TIMES.at),
  'the notifications of a former member': (tx) => notifications.deleteUserNotifications(tx, ACTOR.id),
  'the channel of a sent alert': (tx, { alert: alertId, call: callId }) =>
    addAlertNotification(tx, {
      alertId,
      round: 1,
      userId: ACTOR.id,
      callId,
      alert: 'handover',
      channel: 'mail',
      isLast: false,
    }),
  'an expired device': (tx, { device }) => deleteDevice(tx, device),
  // Uses a new endpoint, because an endpoint belongs to the organization that registered it last.
  'an added device': (tx) =>
    devices.addDevice(tx, ACTOR, { endpoint: 'https://fcm.googleapis.com/3', keys: { p256dh: 'x', auth: 'y' } }, null),
  'deleted recordings': (tx) => oldData.deleteExpired(tx, 'recordings', OLD_TIMES, 100),
  'deleted transcripts': (tx) => oldData.deleteExpired(tx, 'transcripts', OLD_TIMES, 100),
  'deleted calls': (tx) => oldData.deleteExpired(tx, 'calls', OLD_TIMES, 100),
  'deleted leads': (tx) => oldData.deleteExpired(tx, 'leads', OLD_TIMES, 100),
  'deleted remaining data': (tx) => oldData.deleteLeftovers(tx, OLD_TIMES.at),
  'a full deletion': (tx) => data.deleteOrganizationData((work) => work(tx), ACTOR, 1),
}

describe('queries without row-level security', () => {
  const database = setUpDatabase()
  const owner = connectAsOwner(database)
  let ids: Ids
  let otherOrganizationRows: unknown
  const expected = new Map<string, unknown>()

  const readOtherOrganizationRows = (execute: (text: string) => Promise<unknown>) =>
    execute(
      ORGANIZATION_TABLES.map(
        (table) =>
          `select '${table}' as name, count(*)::int, md5(string_agg(to_jsonb(t)::text, ' ' order by to_jsonb(t)::text)) as rows from "${table}" t where organization_id = 'org_b'`,
      ).join(' union all '),
    )

  /** Runs a query in a transaction that is rolled back, so that every query sees the same rows. */
  async function runAndRollBack(query: ScopedQuery): Promise<{ answer: unknown; otherRows: unknown }> {
    const rollback = new Error('rolled back')
    let outcome: { answer: unknown; otherRows: unknown } | undefined
    const transaction = database.within('org_a', async (tx) => {
      const answer = await query(tx, ids)
      const otherRows = await readOtherOrganizationRows(async (text) => [...(await tx.db.execute(sql.raw(text)))])
      outcome = { answer, otherRows }
      throw rollback
    })
    await expect(transaction).rejects.toBe(rollback)
    return outcome ?? { answer: undefined, otherRows: undefined }
  }

  beforeAll(async () => {
    // Drops unique constraints, so that both organizations can have the same ids and hashes (except audit events).
    const unique = await owner.sql<{ line: string }[]>`
      select format('alter table %s drop constraint %I cascade', conrelid::regclass, conname) as line
      from pg_constraint
      where contype in ('p', 'u') and conrelid <> 'events'::regclass
        and conrelid::regclass::text = any(${ORGANIZATION_TABLES})
        and not exists (
          select from pg_attribute
          where attrelid = conrelid and attnum = any(conkey) and attname = 'organization_id'
        )`
    for (const { line } of unique) await owner.sql.unsafe(line)
    await database.within('org_a', async () => undefined)
    ids = await database.within('org_b', fillFirstRows)
    for (const table of ORGANIZATION_TABLES.toReversed()) {
      const columns = await owner.sql<{ name: string }[]>`
        select column_name as name from information_schema.columns
        where table_name = ${table} and table_schema = 'public' and is_generated = 'NEVER'`
      const names = columns.map(({ name }) => name)
      const tableValues = {
        events: [['id', 'gen_random_uuid()']],
        // Keeps the version equal to the one of the other organization.
        organization_settings: [['version', 'version']],
        assistant_versions: [['instructions', `jsonb_set(instructions, '{fees,visit}', '"$95"')`]],
        assistant_handovers: [['handed_over_at', `handed_over_at + interval '1 day'`]],
        trials: [['chosen_by_id', `'user_of_a'`]],
      } as const
      const distinctValues = new Map<string, string>([
        ...DISTINCT_VALUES,
        ...(tableValues[table as keyof typeof tableValues] ?? []),
      ])
      const values = names.map((name) => distinctValues.get(name) ?? `"${name}"`)
      await owner.sql.unsafe(
        `insert into "${table}" (${names.map((name) => `"${name}"`).join()}) select ${values.join()} from "${table}"`,
      )
    }
    await database.within('org_b', (tx) => fillMoreRows(tx, ids))
    await owner.sql`
      insert into organization_members (id, organization_id, user_id)
      values ('member_b', 'org_b', 'user_of_stranger')`
    for (const [name, query] of Object.entries(READS)) expected.set(name, (await runAndRollBack(query)).answer)
    for (const table of ORGANIZATION_TABLES) await owner.sql.unsafe(`alter table "${table}" disable row level security`)
    otherOrganizationRows = await readOtherOrganizationRows(async (text) => [...(await owner.sql.unsafe(text))])
  })

  it('could see rows of another organization', async () => {
    const { answer } = await runAndRollBack(({ db }) => db.$count(tables.leads))
    expect(answer).toBe(7)
  })

  it.each(Object.entries(READS))("read only the organization's own rows: %s", async (name, query) => {
    const { answer, otherRows } = await runAndRollBack(query)
    expect(answer).toEqual(expected.get(name))
    expect(answer).toBeDefined()
    expect(otherRows).toEqual(otherOrganizationRows)
  })

  it.each(Object.entries(WRITES))("change only the organization's own rows: %s", async (_, query) => {
    expect((await runAndRollBack(query)).otherRows).toEqual(otherOrganizationRows)
  })
})
