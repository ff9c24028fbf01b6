import { createHash } from 'node:crypto'
import { getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as devices from '../../lib/alerts/devices.ts'
import { DEFAULT_PREFERENCES } from '../../lib/alerts/preferences.ts'
import * as preferences from '../../lib/alerts/preferences-store.ts'
import { forgetDevice } from '../../lib/alerts/push.ts'
import * as alerts from '../../lib/alerts/store.ts'
import { once } from '../../lib/api/idempotency.ts'
import { makeTestCall, readTryIt } from '../../lib/assistant/read-try-it.ts'
import * as visits from '../../lib/appointments/store.ts'
import { readHandover } from '../../lib/assistant/handover-state.ts'
import { DEFAULT_INSTRUCTIONS } from '../../lib/assistant/instructions.ts'
import * as assistant from '../../lib/assistant/store.ts'
import { calendarAddress } from '../../lib/appointments/calendar.ts'
import { readCalendar, readDoubts } from '../../lib/appointments/read-calendar.ts'
import * as data from '../../lib/auth/organizations/data.ts'
import { knowsMember } from '../../lib/auth/organizations/knows-member.ts'
import { exportCaller, forgetCaller } from '../../lib/callers/kept.ts'
import { listCallers } from '../../lib/callers/list.ts'
import { noteCaller } from '../../lib/callers/note-caller.ts'
import { callerOf, readCaller } from '../../lib/callers/read.ts'
import * as callers from '../../lib/callers/store.ts'
import { readCountedCalls } from '../../lib/calls/counted.ts'
import { openCall } from '../../lib/calls/detail.ts'
import { callListState } from '../../lib/calls/list-state.ts'
import { readCallList } from '../../lib/calls/read-list.ts'
import { findRecording } from '../../lib/calls/recording.ts'
import * as calls from '../../lib/calls/store.ts'
import { countTestCalls, removeTestCalls } from '../../lib/calls/test-calls.ts'
import { inOrganization, type OrganizationTransaction } from '../../lib/db/organization.ts'
import * as tables from '../../lib/db/schema/index.ts'
import { lastChange } from '../../lib/events/changes.ts'
import { listKeyNames } from '../../lib/events/list.ts'
import { readLog } from '../../lib/events/read.ts'
import { recordEvent } from '../../lib/events/record.ts'
import * as feeds from '../../lib/feeds/store.ts'
import { finishAuthorization } from '../../lib/integrations/authorize.ts'
import type { IntegrationContext } from '../../lib/integrations/context.ts'
import { parseIntegrations } from '../../lib/integrations/environment.ts'
import { removeConnection, stopWriting } from '../../lib/integrations/manage.ts'
import { connectionLogOf } from '../../lib/integrations/overview.ts'
import * as connections from '../../lib/integrations/store.ts'
import { useConnection } from '../../lib/integrations/use.ts'
import { wishesOf } from '../../lib/integrations/wishes.ts'
import { confirmedAppointments } from '../../lib/integrations/appointments.ts'
import { MAX_KEYS } from '../../lib/keys/input.ts'
import * as keys from '../../lib/keys/store.ts'
import * as bulk from '../../lib/leads/bulk.ts'
import * as leads from '../../lib/leads/store.ts'
import { addNote, openLead } from '../../lib/leads/timeline.ts'
import { askForLine, findLine } from '../../lib/lines/store.ts'
import { setUpLine } from '../../lib/lines/set-up.ts'
import * as old from '../../lib/retention/old-data.ts'
import { readAddress } from '../../lib/query/address-state.ts'
import { changeSettings, getSettings } from '../../lib/settings/store.ts'
import { timeZoneOf } from '../../lib/settings/time-zone.ts'
import { readCallFigures, readToday } from '../../lib/today/read.ts'
import { chooseTrial, findTrial, startTrial } from '../../lib/trials/store.ts'
import { startAnswer } from '../../lib/voice/start.ts'
import { openedDatabase } from '../support/opened-database.ts'
import { variables } from './integrations-fixtures.ts'

/*
 * What is asked of an organization's data names the organization, and row-level security sees to it as well. Here that is
 * switched off, and another organization has rows with the same ids: only the conditions of the queries are left.
 */

const NOW = new Date('2026-03-01T12:00:00Z')
const HOUR = 3_600_000
const PHONE = '+12125550142'
const OTHER_PHONE = '+12125550199'
const ACTOR = { kind: 'person', id: 'user_1' } as const
const OLD = {
  days: { recordings: 30, transcripts: 30, calls: 30, leads: 30 },
  zone: 'UTC',
  at: new Date('2028-01-01T00:00:00Z'),
}

const ORGANIZATION_TABLES = Object.values<{ table: PgTable }>(tables.ORGANIZATION_DATA).map(({ table }) =>
  getTableName(table),
)

/** What differs between the two organizations, so that nobody takes the rows of one for those of the other. */
const DIFFERENT = new Map([
  ['organization_id', `'org_a'`],
  ...[
    'name',
    'customer',
    'text',
    'summary',
    'recording_url',
    'job',
    'caller_name',
    'account',
    'technician',
    'device',
  ].map((column) => [column, `${column} || ' A'`] as const),
  ['version', 'version + 1'],
  ['time_zone', `'America/Denver'`],
  ['note', `note || ' A'`],
  ['plan', `'several_crews'`],
])

type Ids = {
  call: string
  testCall: string
  caller: string
  otherCaller: string
  quietCall: string
  strangersCall: string
  strangersLead: string
  lead: string
  visit: string
  key: string
  feed: string
  alert: string
  device: string
}

/** Rows of a stranger, the first of them with the ids that the organization's own rows get as well. */
async function fillFirst({ db, organizationId }: OrganizationTransaction): Promise<Ids> {
  const own = { organizationId }
  const ids: Ids = {
    call: crypto.randomUUID(),
    testCall: crypto.randomUUID(),
    caller: crypto.randomUUID(),
    otherCaller: crypto.randomUUID(),
    quietCall: crypto.randomUUID(),
    strangersCall: crypto.randomUUID(),
    strangersLead: crypto.randomUUID(),
    lead: crypto.randomUUID(),
    visit: crypto.randomUUID(),
    key: crypto.randomUUID(),
    feed: crypto.randomUUID(),
    alert: crypto.randomUUID(),
    device: crypto.randomUUID(),
  }
  const [callId, leadId] = [ids.call, ids.lead]
  await db.insert(tables.organizationSettings).values({ ...own, voiceAgentId: 'agent' })
  await db.insert(tables.calls).values({
    ...own,
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
    transcript: [{ speaker: 'caller', text: 'No heat', at: 0 }],
  })
  await db.insert(tables.calls).values({ ...own, id: ids.quietCall, startedAt: NOW, duration: 60, outcome: 'booked' })
  await db.insert(tables.leads).values({
    ...own,
    id: leadId,
    callId,
    name: 'Ada',
    phone: PHONE,
    problem: 'No heat',
    source: 'call',
    createdAt: NOW,
  })
  await db.insert(tables.leadNotes).values({ ...own, leadId, text: 'Called back' })
  await db.insert(tables.callers).values([
    { ...own, id: ids.caller, name: 'Ada', doNotCall: true, createdAt: NOW },
    { ...own, id: ids.otherCaller, name: 'Bo', version: 2, createdAt: NOW },
  ])
  await db.insert(tables.callerNumbers).values([
    { ...own, phone: PHONE, callerId: ids.caller },
    { ...own, phone: OTHER_PHONE, callerId: ids.otherCaller },
  ])
  const window = { startsAt: NOW, endsAt: new Date(NOW.getTime() + HOUR) }
  const test = { ...own, callId: ids.testCall, isTest: true }
  await db.insert(tables.calls).values({ ...own, id: ids.testCall, startedAt: NOW, outcome: 'booked', isTest: true })
  await db.insert(tables.leads).values({ ...test, name: 'Ada', problem: 'A test', source: 'call' })
  await db.insert(tables.appointments).values({ ...test, ...window, customer: 'Ada', job: 'A test' })
  await db.insert(tables.appointments).values({
    ...own,
    ...window,
    id: ids.visit,
    leadId,
    callId,
    customer: 'Ada',
    job: 'No heat',
    technician: 'Alex',
    state: 'confirmed',
  })
  await db.insert(tables.calendarFeeds).values({ ...own, id: ids.feed, name: 'Phone', secretHash: 'hash' })
  await db
    .insert(tables.apiKeys)
    .values({ ...own, id: ids.key, name: 'Office', ending: 'abcd', hash: 'hash', scopes: ['leads:read'] })
  await db
    .insert(tables.idempotentRequests)
    .values({ ...own, keyId: ids.key, idempotencyKey: 'once', requestHash: 'x', createdAt: NOW })
  await db
    .insert(tables.connections)
    .values({ ...own, provider: 'slack', method: 'key', scopes: [], writes: ['messages'], secret: 'sealed' })
  await db.insert(tables.authorizations).values({
    ...own,
    stateHash: createHash('sha256').update('state').digest('hex'),
    userId: ACTOR.id,
    provider: 'slack',
    verifier: 'sealed',
    request: { scopes: [], writes: [] },
    expiresAt: NOW,
  })
  await db.insert(tables.lineRequests).values({ ...own, companyPhone: PHONE, note: 'Mornings', askedAt: NOW })
  await db.insert(tables.trials).values({ ...own, plan: 'night_line', chosenAt: NOW })
  await db.insert(tables.alerts).values({ ...own, id: ids.alert, callId, kind: 'urgent', toldIds: [ACTOR.id] })
  await db.insert(tables.outgoing).values({
    ...own,
    kind: 'alert-mail',
    onceKey: 'once',
    dueAt: NOW,
    details: { alertId: ids.alert, round: 1, userId: ACTOR.id, sentAt: NOW.toISOString() },
  })
  await db.insert(tables.alertPreferences).values({ ...own, userId: ACTOR.id, kinds: ['urgent'] })
  await db.insert(tables.pushSubscriptions).values({
    ...own,
    id: ids.device,
    userId: ACTOR.id,
    endpoint: 'https://fcm.googleapis.com/1',
    keys: { p256dh: 'p', auth: 'a' },
    device: 'Firefox',
  })
  await db.insert(tables.organizationExports).values({ ...own, userId: ACTOR.id })
  const log = { ...own, actorKind: 'key', actorId: ids.key, at: NOW } as const
  await db.insert(tables.events).values([
    { ...log, action: 'lead.created', subjectId: leadId },
    { ...log, action: 'connection.used', details: { provider: 'slack', read: 'channels' } },
  ])
  await fillAssistant({ db, organizationId })
  return ids
}

/** A version of what the assistant says and asks, which was handed over, and the line on which it says so. */
async function fillAssistant({ db, organizationId }: OrganizationTransaction): Promise<void> {
  const own = { organizationId }
  const fees = { visit: '$89', afterHours: null }
  await db
    .insert(tables.assistantVersions)
    .values({ ...own, number: 1, instructions: { ...DEFAULT_INSTRUCTIONS, fees }, createdAt: NOW })
  await db.insert(tables.assistantHandovers).values({ ...own, agentId: 'agent', handedOverAt: NOW })
  await db
    .insert(tables.lineRequests)
    .values({ ...own, companyPhone: PHONE })
    .onConflictDoNothing()
  await db
    .insert(tables.trials)
    .values({ ...own, plan: 'front_desk', chosenAt: NOW })
    .onConflictDoNothing()
}

/** More of the stranger's, later than all else and about the same call and lead. */
async function fillMore(
  tx: OrganizationTransaction,
  { call: callId, lead: leadId, quietCall, strangersCall, strangersLead, key: keyId, alert }: Ids,
): Promise<void> {
  const { db, organizationId } = tx
  const own = { organizationId }
  const later = new Date(NOW.getTime() + HOUR)
  await db.insert(tables.calls).values({
    ...own,
    id: strangersCall,
    startedAt: later,
    duration: 60,
    outcome: 'booked',
    callerPhone: PHONE,
    attention: 'Call back',
    handedToId: ACTOR.id,
  })
  const lead = { ...own, phone: PHONE, problem: 'No heat', source: 'call' } as const
  await db.insert(tables.leads).values([
    { ...lead, id: strangersLead, callId, name: 'Ben' },
    { ...lead, callId: quietCall, name: 'Cleo' },
  ])
  await db.insert(tables.leadNotes).values({ ...own, leadId, text: 'A note' })
  const visit = {
    ...own,
    startsAt: later,
    endsAt: new Date('2029-01-01T00:00:00Z'),
    leadId,
    customer: 'Ben',
    job: 'Leak',
    technician: 'Alex',
    state: 'confirmed',
  } as const
  await db.insert(tables.appointments).values([
    { ...visit, callId },
    { ...visit, callId: quietCall },
  ])
  await db.insert(tables.calls).values({ ...own, startedAt: NOW, outcome: 'booked', isTest: true })
  await db.insert(tables.appointments).values({ ...visit, leadId: null, isTest: true })
  await db.insert(tables.leads).values({ ...lead, name: 'Dan', isTest: true })
  await db.insert(tables.calendarFeeds).values({ ...own, name: 'Other', secretHash: 'other' })
  const key = { ...own, name: 'Other', ending: 'efgh', scopes: ['leads:read'] }
  await db
    .insert(tables.apiKeys)
    .values(Array.from({ length: MAX_KEYS }, (_, index) => ({ ...key, hash: `other ${index}` })))
  await db
    .insert(tables.idempotentRequests)
    .values({ ...own, keyId, idempotencyKey: 'of-stranger', requestHash: 'x', createdAt: NOW })
  await db.insert(tables.alerts).values({ ...own, callId, kind: 'handover' })
  await db.insert(tables.outgoing).values({
    ...own,
    kind: 'alert-push',
    onceKey: 'once',
    dueAt: NOW,
    details: { alertId: alert, round: 1, userId: ACTOR.id, sentAt: '2020-01-01T00:00:00.000Z' },
  })
  await db.insert(tables.pushSubscriptions).values({
    ...own,
    userId: ACTOR.id,
    endpoint: 'https://fcm.googleapis.com/2',
    keys: { p256dh: 'p', auth: 'a' },
  })
  await db.insert(tables.organizationExports).values({ ...own, userId: ACTOR.id })
  await recordEvent(tx, ACTOR, { action: 'lead.read', subjectId: leadId })
  await recordEvent(tx, ACTOR, { action: 'call.read', subjectId: callId })
  await recordEvent(tx, ACTOR, { action: 'lead.updated', subjectId: leadId })
  await assistant.saveInstructions(tx, ACTOR, DEFAULT_INSTRUCTIONS, 1)
  await recordEvent(tx, ACTOR, { action: 'connection.wanted', details: { provider: 'zapier' } })
}

const contextOf = (tx: OrganizationTransaction): IntegrationContext => ({
  organizationId: tx.organizationId,
  transaction: (work) => work(tx),
  settings: parseIntegrations(variables('http://localhost:1'), 'http://localhost:3000').settings,
  now: () => NOW,
})

/** Entries of the log that only a reading writes. */
const readings = ({ db, organizationId }: OrganizationTransaction) =>
  db.$count(
    tables.events,
    sql`${tables.events.organizationId} = ${organizationId} and ${tables.events.action} like '%.read'`,
  )

/** How many records of each kind an export has. */
async function exported(tx: OrganizationTransaction): Promise<unknown> {
  const pieces = await data.exportOrganization((work) => work(tx), ACTOR.id)
  const parts = JSON.parse((await Array.fromAsync(pieces ?? [])).join('')) as Record<string, unknown>
  return Object.entries(parts).map(([name, part]) => [name, Array.isArray(part) && part.length])
}

/** Sends a request with an Idempotency-Key. */
const sendOnce = (tx: OrganizationTransaction, keyId: string, idempotencyKey: string, now: Date) =>
  once(tx, { keyId, idempotencyKey, method: 'POST', path: '/', body: '' }, now, async () => ({
    status: 201,
    body: 'done',
  }))

type Asked = (tx: OrganizationTransaction, ids: Ids) => Promise<unknown>

const READS: Record<string, Asked> = {
  'a recording': (tx, { call }) => findRecording(tx, call),
  'a call': (tx, { call }) => calls.findCall(tx, call),
  calls: (tx) => calls.listCalls(tx, {}),
  'calls by words': (tx) => calls.pageOfCalls(tx, { search: 'heat' }, 1),
  'the list of calls': (tx) => readCallList(tx, ACTOR.id, callListState.parse({}), NOW),
  'the page of a call': (tx, { call }) => openCall(tx, call, { personId: ACTOR.id, mayReadAppointments: true }),
  'the list of the calls that count': (tx) =>
    readCallList(tx, ACTOR.id, readAddress(callListState, { counted: 'true' }), NOW),
  'the calls that count': (tx) => readCountedCalls(tx, NOW),
  'test calls': countTestCalls,
  'what is tried': (tx) => readTryIt(tx, { at: 'now', lines: ['I smell gas'] }, NOW),
  'a caller': (tx, { caller }) => callers.findCaller(tx, caller),
  'numbers of a caller': (tx, { caller }) => callers.phonesOf(tx, caller),
  'the list of callers': (tx) => listCallers(tx, { mayReadAppointments: true }, { search: '', page: 1 }, NOW),
  'callers by number': (tx) => listCallers(tx, { mayReadAppointments: true }, { search: '555-0142', page: 1 }, NOW),
  'callers by name': (tx) => listCallers(tx, { mayReadAppointments: true }, { search: 'ada', page: 1 }, NOW),
  'the page of a caller': (tx, { caller }) => readCaller(tx, ACTOR, caller, { mayReadAppointments: true }),
  'the caller of a call': (tx, { call }) => callerOf(tx, 'call', call),
  'numbers that are not to be called': (tx) => callers.doNotCallPhones(tx),
  'a lead': (tx, { lead }) => leads.findLead(tx, lead),
  leads: (tx) => leads.listLeads(tx, {}),
  'leads by words': (tx) => leads.pageOfLeads(tx, { search: 'heat' }, 1),
  stages: (tx) => leads.countStages(tx, {}),
  'the page of a lead': (tx, { lead }) => openLead(tx, ACTOR, lead, { mayReadAppointments: true, now: NOW }),
  'a visit': (tx, { visit }) => visits.findAppointment(tx, visit),
  visits: (tx) => visits.listAppointments(tx, {}),
  'pages of visits': (tx) => visits.pageOfAppointments(tx, {}, 1),
  'a calendar': (tx) => readCalendar(tx, calendarAddress.parse({ view: 'week', week: '2026-03-01' }), NOW),
  'visits of a time': (tx) => visits.appointmentsBetween(tx, NOW, OLD.at, 10),
  'visits at the same time': async (tx, { visit }) => {
    const found = await visits.findAppointment(tx, visit)
    return found && visits.overlapsOf(tx, { ...found, id: crypto.randomUUID(), endsAt: OLD.at.toISOString() })
  },
  'what speaks against a visit': async (tx, { visit }) => {
    const found = await visits.findAppointment(tx, visit)
    return found && readDoubts(tx, { ...found, id: undefined, endsAt: OLD.at.toISOString() }, NOW)
  },
  'the stage of a lead whose last visit is cancelled': async (tx, { lead, visit }) => {
    await leads.changeLead(tx, ACTOR, lead, { stage: 'booked' })
    await visits.changeAppointment(tx, ACTOR, visit, { state: 'cancelled', reason: 'Away' })
    return (await leads.findLead(tx, lead))?.stage
  },
  technicians: (tx) => visits.techniciansSince(tx, new Date(0)),
  'confirmed visits': (tx) => confirmedAppointments(tx, { from: new Date(0), to: OLD.at }, 10),
  'a feed': (tx, { feed }) => feeds.findFeed(tx, feed),
  feeds: (tx) => feeds.listFeeds(tx),
  keys: (tx) => keys.readKeys(tx),
  'names of keys': (tx) => listKeyNames(tx),
  'what the assistant says': (tx) => assistant.currentInstructions(tx),
  'the page of what the assistant says': (tx) => assistant.readAssistantPage(tx),
  'versions of what the assistant says': (tx) => assistant.listVersions(tx),
  'a version of what the assistant says': (tx) => assistant.readVersion(tx, 1),
  'a version that a stranger has': async (tx) => (await assistant.readVersion(tx, 2)) ?? 'none',
  'the handover to the voice vendor': readHandover,
  'the last change': lastChange,
  'the log': (tx) => readLog(tx, {}),
  settings: (tx) => getSettings(tx),
  'what a call begins with': (tx) => startAnswer(tx, { caller_id: PHONE }, NOW),
  'the time zone': (tx) => timeZoneOf(tx),
  connections: (tx) => connections.listConnections(tx),
  'a connection': (tx) => connections.findConnection(tx, 'slack'),
  'the log of a connection': (tx) => connectionLogOf(tx, 'slack'),
  'the line': findLine,
  'the trial': findTrial,
  'systems that are wanted': (tx) => wishesOf(tx),
  exports: (tx) => data.listExports(tx, ACTOR.id),
  'an export': exported,
  today: (tx) => readToday(tx, NOW),
  figures: (tx) => readCallFigures(tx, 'month', new Date(NOW.getTime() + HOUR)),
  'what is old': (tx) => old.countOld(tx, OLD),
  'what looking at a call and a lead leaves in the log': async (tx, { call, lead }) => {
    await openCall(tx, call, { personId: ACTOR.id, mayReadAppointments: true })
    await openLead(tx, ACTOR, lead, { mayReadAppointments: true, now: NOW })
    return readings(tx)
  },
  'what is kept when all is deleted': async (tx) => {
    await data.deleteOrganizationData((work) => work(tx), ACTOR)
    const trials = await tx.db
      .select({ chosenById: tables.trials.chosenById })
      .from(tables.trials)
      .where(sql`${tables.trials.organizationId} = ${tx.organizationId}`)
    return { timeZone: await timeZoneOf(tx), trials }
  },
  'a call that is there already': (tx) =>
    calls.createCallOnce(tx, ACTOR, { externalId: 'external', startedAt: NOW.toISOString(), outcome: 'booked' }),
  'a lead of a call of another': (tx, { strangersCall: callId }) =>
    leads.createLead(tx, ACTOR, { name: 'Ada', problem: 'No heat', callId }).catch((error: Error) => error.name),
  'a visit of a call of another': (tx, { strangersCall: callId }) =>
    visits
      .createAppointment(tx, ACTOR, {
        customer: 'Ada',
        job: 'No heat',
        callId,
        startsAt: NOW.toISOString(),
        endsAt: new Date(NOW.getTime() + HOUR).toISOString(),
      })
      .catch((error: Error) => error.name),
  'what an entry of the log is about': async (tx, { strangersLead }) => {
    await recordEvent(tx, ACTOR, { action: 'lead.updated', subjectId: strangersLead })
    return (await readLog(tx, {})).rows.map(({ subject }) => subject)
  },
  'leads before a change': async (tx, { lead }) =>
    (await bulk.changeLeads(tx, ACTOR, [lead], { stage: 'won' })).previous,
  'room for a key': async (tx) =>
    (await keys.createKey(tx, ACTOR, { name: 'New', scopes: ['leads:read'] })).record.name,
  'a request that a stranger has sent': (tx, { key }) => sendOnce(tx, key, 'of-stranger', NOW),
  'alerts of a call': async (tx, { call }) => [...(await alerts.alertsOfCalls(tx, [call]))],
  'the page about alerts': (tx) => preferences.readAlertsPage(tx, ACTOR.id, NOW, { publicKey: null, hasMail: true }),
  'a device': (tx, { device }) => devices.findDevice(tx, ACTOR.id, device),
  'a member': (tx) => knowsMember(tx, 'user_of_stranger'),
  'an export of a caller': async (tx, { caller }) => ({ ...(await exportCaller(tx, ACTOR, caller)), exportedAt: '' }),
}

const WRITES: Record<string, Asked> = {
  'a changed call': (tx, { call }) => calls.changeCall(tx, ACTOR, call, { summary: 'Changed' }),
  'a removed test call': (tx, { testCall }) => removeTestCalls(tx, ACTOR, testCall),
  'all test calls removed': (tx) => removeTestCalls(tx, ACTOR),
  'a test call': async (tx, { lead: id }) =>
    typeof (await makeTestCall(tx, { id, at: 'now', lines: ['I smell gas'] }, NOW)),
  'a forgotten caller': (tx, { caller }) => forgetCaller(tx, ACTOR, caller),
  'a changed caller': (tx, { caller }) => callers.changeCaller(tx, ACTOR, caller, { notes: 'Changed' }),
  'a caller of another name': (tx) => noteCaller(tx, PHONE, { name: 'Changed', calledAt: OLD.at }),
  'a new caller': (tx) => noteCaller(tx, '+12125550188', { name: 'New' }),
  'merged callers': async (tx, { caller, otherCaller }) => {
    const found = await callers.findCaller(tx, caller)
    return callers.mergeCallers(tx, ACTOR, caller, otherCaller, found?.version ?? 0)
  },
  'a changed lead': (tx, { lead }) => leads.changeLead(tx, ACTOR, lead, { name: 'Changed' }),
  'many changed leads': (tx, { lead }) => bulk.changeLeads(tx, ACTOR, [lead], { stage: 'won' }),
  'a note': (tx, { lead }) => addNote(tx, ACTOR, lead, { text: 'Changed' }),
  'a changed visit': (tx, { visit }) => visits.changeAppointment(tx, ACTOR, visit, { customer: 'Changed' }),
  'a revoked feed': (tx, { feed }) => feeds.revokeFeed(tx, ACTOR, feed),
  'a used feed': (tx, { feed }) => feeds.noteFeedUse(tx, feed, NOW),
  'a revoked key': (tx, { key }) => keys.revokeKey(tx, ACTOR, key),
  'forgotten requests': (tx, { key }) => sendOnce(tx, key, 'later', OLD.at),
  'changed settings': async (tx) => {
    const { version } = await getSettings(tx)
    return changeSettings(tx, ACTOR, { pagingMinutes: 9 }, version)
  },
  'a saved version': async (tx) => {
    const { version } = await assistant.currentInstructions(tx)
    return assistant.saveInstructions(tx, ACTOR, DEFAULT_INSTRUCTIONS, version)
  },
  'a version that is taken back': async (tx) => {
    const { version } = await assistant.currentInstructions(tx)
    return assistant.takeBack(tx, ACTOR, 0, version)
  },
  'a changed connection': async (tx) => {
    const row = await connections.findConnection(tx, 'slack')
    return row && connections.changeConnection(tx, row, { account: 'Changed' })
  },
  'a failed connection': (tx) => connections.noteHealth(contextOf(tx), 'slack', { failure: 'no_answer' }),
  'a used connection': (tx) =>
    useConnection(contextOf(tx), 'slack', ACTOR, { reads: 'channels' }, async () => undefined),
  'a connection that writes no more': (tx) => stopWriting(contextOf(tx), 'slack', ACTOR),
  'a removed connection': (tx) => removeConnection(contextOf(tx), 'slack', ACTOR),
  'an authorization that ends': (tx) =>
    finishAuthorization(
      contextOf(tx),
      { userId: ACTOR.id, allowance: undefined },
      'slack',
      new URLSearchParams({ state: 'state' }),
    ),
  'a changed request for a line': async (tx) =>
    askForLine(tx, ACTOR, { companyPhone: PHONE, note: 'Changed' }, (await findLine(tx))?.version),
  'a line that is set up': async (tx) =>
    setUpLine(
      tx,
      ACTOR,
      { state: 'live', forwardingNumber: PHONE, agentId: 'agent-new' },
      { version: (await findLine(tx))?.version ?? 0, now: NOW },
    ),
  'another plan to try': (tx) => chooseTrial(tx, ACTOR, 'front_desk', NOW),
  'a trial that begins': (tx) => startTrial(tx, NOW),
  'a taken alert': (tx, { alert }) => alerts.takeAlert(tx, ACTOR, alert),
  'changed preferences': async (tx) => {
    const { version } = await preferences.getPreferences(tx, ACTOR.id)
    const { version: _version, ...usual } = DEFAULT_PREFERENCES
    return preferences.changePreferences(tx, ACTOR, usual, version)
  },
  'a removed device': (tx, { device }) => devices.removeDevice(tx, ACTOR, device),
  'somebody who has left': (tx) => devices.forgetHowToTell(tx, ACTOR.id),
  'a device that is gone': (tx, { device }) => forgetDevice(tx, device),
  // Not the endpoint of the other organization: a browser belongs to the organization that added it last.
  'an added device': (tx) =>
    devices.addDevice(tx, ACTOR, { endpoint: 'https://fcm.googleapis.com/3', keys: { p256dh: 'x', auth: 'y' } }, null),
  'deleted recordings': (tx) => old.deleteOld(tx, 'recordings', OLD, 100),
  'deleted transcripts': (tx) => old.deleteOld(tx, 'transcripts', OLD, 100),
  'deleted calls': (tx) => old.deleteOld(tx, 'calls', OLD, 100),
  'deleted leads': (tx) => old.deleteOld(tx, 'leads', OLD, 100),
  'deleted leftovers': (tx) => old.deleteLeftovers(tx, OLD.at),
  'all deleted': (tx) => data.deleteOrganizationData((work) => work(tx), ACTOR, 1),
}

describe('without row-level security', () => {
  const opened = openedDatabase()
  let owner: postgres.Sql
  let ids: Ids
  let strangers: unknown
  const expected = new Map<string, unknown>()

  /** What the stranger has. */
  const rowsOfStranger = (execute: (text: string) => Promise<unknown>) =>
    execute(
      ORGANIZATION_TABLES.map(
        (table) =>
          `select '${table}' as name, count(*)::int, md5(string_agg(to_jsonb(t)::text, ' ' order by to_jsonb(t)::text)) as rows from "${table}" t where organization_id = 'org_b'`,
      ).join(' union all '),
    )

  /** Asks in a transaction that is rolled back, so that each finds the same. */
  async function ask(asked: Asked): Promise<{ answer: unknown; stranger: unknown }> {
    const rollback = new Error('rolled back')
    let found: { answer: unknown; stranger: unknown } | undefined
    const work = inOrganization(opened.db, 'org_a', async (tx) => {
      const answer = await asked(tx, ids)
      const stranger = await rowsOfStranger(async (text) => [...(await tx.db.execute(sql.raw(text)))])
      found = { answer, stranger }
      throw rollback
    })
    await expect(work).rejects.toBe(rollback)
    return found ?? { answer: undefined, stranger: undefined }
  }

  beforeAll(async () => {
    owner = postgres(opened.url, { max: 1, onnotice: () => undefined })
    // Ids and hashes are unique among all organizations; here two have the same, but of entries of the log.
    const unique = await owner<{ line: string }[]>`
      select format('alter table %s drop constraint %I cascade', conrelid::regclass, conname) as line
      from pg_constraint
      where contype in ('p', 'u') and conrelid <> 'events'::regclass
        and conrelid::regclass::text = any(${ORGANIZATION_TABLES})
        and not exists (
          select from pg_attribute
          where attrelid = conrelid and attnum = any(conkey) and attname = 'organization_id'
        )`
    for (const { line } of unique) await owner.unsafe(line)
    await inOrganization(opened.db, 'org_a', async () => undefined)
    ids = await inOrganization(opened.db, 'org_b', fillFirst)
    for (const table of ORGANIZATION_TABLES.toReversed()) {
      const columns = await owner<{ name: string }[]>`
        select column_name as name from information_schema.columns
        where table_name = ${table} and table_schema = 'public' and is_generated = 'NEVER'`
      const names = columns.map(({ name }) => name)
      const own = {
        events: [['id', 'gen_random_uuid()']],
        // As many changes as those of the stranger.
        organization_settings: [['version', 'version']],
        assistant_versions: [['instructions', `jsonb_set(instructions, '{fees,visit}', '"$95"')`]],
        assistant_handovers: [['handed_over_at', `handed_over_at + interval '1 day'`]],
        trials: [['chosen_by_id', `'user_of_a'`]],
      } as const
      const different = new Map<string, string>([...DIFFERENT, ...(own[table as keyof typeof own] ?? [])])
      const values = names.map((name) => different.get(name) ?? `"${name}"`)
      await owner.unsafe(
        `insert into "${table}" (${names.map((name) => `"${name}"`).join()}) select ${values.join()} from "${table}"`,
      )
    }
    await inOrganization(opened.db, 'org_b', (tx) => fillMore(tx, ids))
    await owner`
      insert into organization_members (id, organization_id, user_id)
      values ('member_b', 'org_b', 'user_of_stranger')`
    for (const [name, asked] of Object.entries(READS)) expected.set(name, (await ask(asked)).answer)
    for (const table of ORGANIZATION_TABLES) await owner.unsafe(`alter table "${table}" disable row level security`)
    strangers = await rowsOfStranger(async (text) => [...(await owner.unsafe(text))])
  })
  afterAll(() => owner.end())

  it('an organization could see the rows of another', async () => {
    const { answer } = await ask(({ db }) => db.$count(tables.leads))
    expect(answer).toBe(7)
  })

  it.each(Object.entries(READS))('an organization is answered with its own alone: %s', async (name, asked) => {
    const { answer, stranger } = await ask(asked)
    expect(answer).toEqual(expected.get(name))
    expect(answer).toBeDefined()
    expect(stranger).toEqual(strangers)
  })

  it.each(Object.entries(WRITES))('an organization changes its own alone: %s', async (_, asked) => {
    expect((await ask(asked)).stranger).toEqual(strangers)
  })
})
