import { globSync, readFileSync } from 'node:fs'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import { getTableColumns, getTableName, is, sql, Table } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { ORGANIZATION_DATA } from '../../lib/dashboard/organizations/organization-data.ts'
import * as schema from '../support/tables.ts'
import {
  type OrganizationEvent,
  readEvent,
  receiveEvent,
  type RunQueries,
} from '../../lib/dashboard/organizations/events.ts'
import {
  deleteOrganizationData,
  exportOrganization,
  type RunInOrganization,
  listExports,
} from '../../lib/dashboard/organizations/data.ts'
import { upsertOrganization } from '../../lib/dashboard/organizations/repository.ts'
import { getSettings } from '../../lib/dashboard/settings/repository.ts'
import { fillOrganization } from '../support/filled-organization.ts'
import { setUpDatabase } from '../support/opened-database.ts'

const { clerkEvents, deletedClerkIds, organizationExports, organizationMembers, organizations } = schema

const NOW = new Date('2026-03-01T12:00:00Z')

const SECRETS = ['key-org_a', 'feed-org_a', 'sealed', 'push.example', 'voice.example.com']

const database = setUpDatabase()
const getDb = () => database.db

beforeEach(async () => {
  await getDb().delete(organizations)
  await getDb().delete(deletedClerkIds)
  await getDb().delete(clerkEvents)
})

const buildOrganizationEvent = (kind: 'created' | 'updated' | 'deleted', id = 'org_1') =>
  readEvent({ type: `organization.${kind}`, data: { id, object: 'organization' } }) as OrganizationEvent
const buildMemberEvent = (kind: 'created' | 'updated' | 'deleted', id: string, user: string, org = 'org_1') =>
  readEvent({
    type: `organizationMembership.${kind}`,
    data: { id, role: 'org:admin', organization: { id: org, name: 'A' }, public_user_data: { user_id: user } },
  }) as OrganizationEvent
const buildUserDeleted = (id: string) =>
  readEvent({ type: 'user.deleted', data: { id, deleted: true } }) as OrganizationEvent

const query: RunQueries = (work) => work(getDb())

let deliveryCount = 0
const rejectCount = () => Promise.reject(new Error('Clerk does not answer'))
const deliver = (event: OrganizationEvent, members: () => Promise<number> = rejectCount) =>
  receiveEvent(query, `msg_${(deliveryCount += 1)}`, event, members)

const scopeTo =
  (organizationId: string): RunInOrganization =>
  (work) =>
    database.within(organizationId, work)
const listOrganizationExports = async (organizationId: string, userId: string) =>
  (await scopeTo(organizationId)((tx) => listExports(tx, userId))).exports
const exportCopy = async (organizationId: string, userId: string) => {
  const pieces = await exportOrganization(scopeTo(organizationId), userId)
  return pieces && Array.fromAsync(pieces)
}

const listOrganizationIds = async () => (await getDb().select().from(organizations)).map(({ id }) => id)
const listMemberIds = async () => (await getDb().select().from(organizationMembers)).map(({ userId }) => userId)

describe('organization data', () => {
  it('is deleted with the organization, and late events do not restore it', async () => {
    await deliver(buildOrganizationEvent('created'))
    await deliver(buildMemberEvent('created', 'm1', 'user_1'))
    await exportCopy('org_1', 'user_1')
    await deliver(buildOrganizationEvent('deleted'))
    await deliver(buildOrganizationEvent('updated'))
    await deliver(buildMemberEvent('updated', 'm1', 'user_1'))
    expect(await listOrganizationIds()).toEqual([])
    expect(await listMemberIds()).toEqual([])
    expect(await listOrganizationExports('org_1', 'user_1')).toEqual([])
    expect(await upsertOrganization(getDb(), 'org_1')).toBe(false)
    expect(await exportCopy('org_1', 'user_1')).toBeUndefined()
  })

  it.each([
    ['is deleted with its last member if Clerk has no members left', 0, []],
    ['is kept if Clerk still has a member whose event is pending', 1, ['org_1']],
  ])('%s', async (_, remainingMembers, knownIds) => {
    await deliver(buildMemberEvent('created', 'm1', 'user_1'))
    await deliver(buildMemberEvent('deleted', 'm1', 'user_1'), async () => remainingMembers)
    expect(await listOrganizationIds()).toEqual(knownIds)
    expect(await listMemberIds()).toEqual([])
  })

  it('drops the id of a deleted user if other members remain', async () => {
    await deliver(buildMemberEvent('created', 'm1', 'user_1'))
    await deliver(buildMemberEvent('created', 'm2', 'user_2'))
    await exportCopy('org_1', 'user_1')
    await deliver(buildUserDeleted('user_1'), async () => 1)
    expect(await listMemberIds()).toEqual(['user_2'])
    const exports = await database.within('org_1', (tx) => tx.db.select().from(organizationExports))
    expect(exports.map(({ userId }) => userId)).toEqual([null])
    await deliver(buildMemberEvent('created', 'm3', 'user_1'))
    expect(await listMemberIds()).toEqual(['user_2'])
  })

  it('is deleted with the last member of the organization', async () => {
    await deliver(buildMemberEvent('created', 'm1', 'user_1'))
    await deliver(buildMemberEvent('created', 'm2', 'user_1', 'org_2'))
    await deliver(buildMemberEvent('created', 'm3', 'user_2', 'org_2'))
    const remainingMembers: Record<string, number> = { org_1: 0, org_2: 1 }
    await receiveEvent(query, 'msg_user', buildUserDeleted('user_1'), async (id) => remainingMembers[id] ?? 0)
    expect(await listOrganizationIds()).toEqual(['org_2'])
  })

  it.each([
    ['a member has left', buildMemberEvent('deleted', 'm1', 'user_1')],
    ['a user was deleted', buildUserDeleted('user_1')],
  ])('is kept while Clerk is unreachable and deleted on redelivery after %s', async (_, event) => {
    await deliver(buildMemberEvent('created', 'm1', 'user_1'))
    await expect(receiveEvent(query, 'msg_again', event, rejectCount)).rejects.toThrow('Clerk does not answer')
    expect(await listOrganizationIds()).toEqual(['org_1'])
    expect(await receiveEvent(query, 'msg_again', event, async () => 0)).toBe('applied')
    expect(await receiveEvent(query, 'msg_again', event, rejectCount)).toBe('repeated')
    expect(await listOrganizationIds()).toEqual([])
  })

  it('is the same whatever the order and repetition of events', async () => {
    const events = [
      buildOrganizationEvent('created'),
      buildMemberEvent('created', 'm1', 'user_1'),
      buildMemberEvent('created', 'm2', 'user_2'),
      buildMemberEvent('updated', 'm2', 'user_2'),
      buildMemberEvent('deleted', 'm1', 'user_1'),
      buildMemberEvent('created', 'm3', 'user_3', 'org_2'),
      buildOrganizationEvent('deleted', 'org_2'),
    ]
    const eventOrders = fc.shuffledSubarray([...events, ...events], { minLength: 14, maxLength: 14 })
    await fc.assert(
      fc.asyncProperty(eventOrders, async (order) => {
        await getDb().delete(organizations)
        await getDb().delete(deletedClerkIds)
        for (const event of order) await deliver(event, async () => 1)
        expect(await listOrganizationIds()).toEqual(['org_1'])
        expect(await listMemberIds()).toEqual(['user_2'])
      }),
      { numRuns: 12 },
    )
  })

  it('can be exported completely, and each export is recorded', async () => {
    await deliver(buildMemberEvent('created', 'm1', 'user_1'))
    await upsertOrganization(getDb(), 'org_2')
    await exportCopy('org_2', 'user_9')
    const copy = (await exportCopy('org_1', 'user_1')) ?? []
    expect(JSON.parse(copy.join(''))).toMatchObject({
      organization: { id: 'org_1', knownSince: expect.stringMatching(/^\d{4}-.*Z$/) },
      members: [{ membershipId: 'm1', userId: 'user_1' }],
      exports: [{ id: expect.any(String), at: expect.stringMatching(/Z$/), userId: 'user_1' }],
      events: [{ action: 'data.exported', actorId: 'user_1' }],
      leads: [],
      settings: [],
    })
    expect(await listOrganizationExports('org_1', 'user_1')).toMatchObject([{ own: true }])
    expect(await listOrganizationExports('org_1', 'user_2')).toMatchObject([{ own: false }])
  })

  it('can be deleted on request while the organization remains', async () => {
    await deliver(buildMemberEvent('created', 'm1', 'user_1'))
    await exportCopy('org_1', 'user_1')
    await exportCopy('org_2', 'user_2')
    expect(await deleteOrganizationData(scopeTo('org_1'), { kind: 'person', id: 'user_1' })).toBe(2)
    expect(await listOrganizationExports('org_1', 'user_1')).toEqual([])
    expect(await listOrganizationExports('org_2', 'user_2')).toHaveLength(1)
    expect(await listOrganizationIds()).toEqual(expect.arrayContaining(['org_1', 'org_2']))
  })

  it('is stored in tables listed in tests/support/tables.ts', () => {
    const files = globSync(['lib/{platform,site}/*/schema.ts', 'lib/dashboard/schema/*.ts'])
    expect(files.filter((file) => !readFileSync('tests/support/tables.ts', 'utf8').includes(file))).toEqual([])
  })

  it('is stored in tables that cascade on delete and are listed in ORGANIZATION_DATA', () => {
    const tables = Object.values<object>(schema).filter((value): value is PgTable => is(value, Table))
    const ownedTables = tables.filter((table) =>
      getTableConfig(table).columns.some(({ name }) => name === 'organization_id'),
    )
    expect(ownedTables.length).toBeGreaterThan(1)
    for (const table of ownedTables)
      expect(getTableConfig(table).foreignKeys.map(({ onDelete }) => onDelete)).toContain('cascade')
    const deletableTables = ownedTables
      .filter((table) => table !== organizationMembers)
      .map((table) => getTableName(table))
    const declaredTables = Object.values(ORGANIZATION_DATA).map(({ table }) => getTableName(table))
    expect(declaredTables.toSorted()).toEqual(deletableTables.toSorted())
  })
})

describe('readEvent', () => {
  it('ignores irrelevant event types', () => {
    expect(readEvent({ type: 'session.created', data: {} })).toBeUndefined()
    expect(readEvent({ type: 'toString', data: {} })).toBeUndefined()
  })

  it('throws on an invalid relevant event', () => {
    expect(() => readEvent({ type: 'organization.deleted', data: {} })).toThrow()
    expect(() => readEvent({ type: 'organizationMembership.deleted', data: { id: 'm1' } })).toThrow()
  })
})

describe('full data export', () => {
  let transactionCount = 0
  beforeEach(() => void (transactionCount = 0))

  const countScope =
    (organizationId: string): RunInOrganization =>
    (work) => ((transactionCount += 1), database.within(organizationId, work))
  const within = countScope('org_a')

  const fillWithRows = async (organizationId: string) => {
    await fillOrganization(database.db, organizationId)
    await database.within(organizationId, async ({ db }) => {
      const transcript = [{ speaker: 'caller' as const, text: 'No heat "at all"\n', at: 0 }]
      await db.update(schema.calls).set({ transcript, recordingUrl: 'https://voice.example.com/1' })
      await db.update(schema.lineRequests).set({ note: 'Ask for Sam' })
      await db.update(schema.organizationSettings).set({
        timeZone: 'America/Chicago',
        greeting: 'Sample Heating, good evening.',
        onCall: [{ name: 'Sam Sample', phone: '+13125550191', hours: null }],
        forwardingNumber: '+13125550199',
        forwardedAt: NOW,
        secondFactorRequired: true,
        transcriptDays: 7,
      })
    })
  }
  const addLeads = (count: number, organizationId = 'org_a') =>
    countScope(organizationId)(({ db }) =>
      db.execute(sql`
        insert into leads (organization_id, name, problem, source)
        select ${organizationId}, 'Lead ' || number, 'No heat', 'import' from generate_series(1, ${count}::int) as number`),
    )
  const readParsedCopy = async (runInOrganization: RunInOrganization) => {
    const text = (await Array.fromAsync((await exportOrganization(runInOrganization, 'user_1')) ?? [])).join('')
    return { text, copy: JSON.parse(text) as Record<string, Record<string, unknown>[]> }
  }

  it('contains every non-secret column of the organization, and no other organization', async () => {
    await fillWithRows('org_a')
    await fillWithRows('org_b')
    const { copy, text } = await readParsedCopy(within)
    type Data = { table: PgTable; without?: readonly string[]; isExported?: boolean }
    for (const [name, data] of Object.entries<Data>(ORGANIZATION_DATA)) {
      if (data.isExported === false) {
        expect(copy[name]).toBeUndefined()
        continue
      }
      const excludedColumns = new Set(['organizationId', ...(data.without ?? [])])
      const columns = Object.keys(getTableColumns(data.table)).filter((column) => !excludedColumns.has(column))
      expect(copy[name]).toHaveLength(name === 'events' || name === 'exports' ? 2 : 1)
      expect(Object.keys(copy[name]?.[0] ?? {})).toEqual(columns)
    }
    expect(copy.calls?.[0]?.transcript).toEqual([{ speaker: 'caller', text: 'No heat "at all"\n', at: 0 }])
    expect(SECRETS.filter((secret) => text.includes(secret))).toEqual([])
    expect(text).not.toContain('org_b')
  })

  it('contains every row once and reads rows in batches', async () => {
    await addLeads(1_700)
    transactionCount = 0
    const chunks = await exportOrganization(within, 'user_1')
    expect(transactionCount).toBe(1)
    let text = ''
    let largestSize = 0
    for await (const chunk of chunks ?? []) {
      text += chunk
      largestSize = Math.max(largestSize, chunk.split('"Lead ').length - 1)
    }
    expect(largestSize).toBe(500)
    const { leads: copiedLeads = [] } = JSON.parse(text) as { leads?: { name: string }[] }
    expect(new Set(copiedLeads.map(({ name }) => name)).size).toBe(1_700)
    expect(copiedLeads).toHaveLength(1_700)
  })

  it('stops reading when the client disconnects', async () => {
    await addLeads(1_700)
    transactionCount = 0
    for await (const chunk of (await exportOrganization(within, 'user_1')) ?? []) if (chunk.includes('"Lead ')) break
    const partialCount = transactionCount
    await readParsedCopy(within)
    expect(partialCount).toBeLessThan(transactionCount - partialCount)
  })

  it('is empty after a deletion, except for its event and the phone line settings', async () => {
    await fillWithRows('org_a')
    await fillWithRows('org_b')
    const copyBefore = await readParsedCopy(countScope('org_b'))
    expect(await deleteOrganizationData(within, { kind: 'person', id: 'user_1' })).toBe(26)
    const { copy } = await readParsedCopy(within)
    const { exports, events: entries, settings, lineRequests: lines, trials: trialRows, ...otherRows } = copy
    const { organization: _organization, members: _members, ...rest } = otherRows
    expect(Object.values(rest).flat()).toEqual([])
    expect(exports).toHaveLength(1)
    expect(entries).toHaveLength(2)
    const deletionEvent = { action: 'data.deleted', actorId: 'user_1', details: { records: 26 } }
    for (const entry of [deletionEvent, { action: 'data.exported' }])
      expect(entries).toContainEqual(expect.objectContaining(entry))
    const line = { forwardingNumber: '+13125550199', voiceAgentId: 'agent-org_a' }
    const expectedSettings = { timeZone: 'America/Chicago', secondFactorRequired: true, transcriptDays: 7, version: 2 }
    expect(settings).toMatchObject([{ ...line, ...expectedSettings, greeting: null, onCall: [] }])
    expect(lines).toMatchObject([{ companyPhone: '+12125550100', note: null, version: 2 }])
    expect(trialRows).toMatchObject([{ plan: 'front_desk' }])
    const copyAfter = await readParsedCopy(countScope('org_b'))
    expect(copyAfter.copy.leads).toEqual(copyBefore.copy.leads)
    expect(copyAfter.copy.settings).toEqual(copyBefore.copy.settings)
  })

  it('is empty after a deletion in several transactions', async () => {
    await addLeads(95)
    await addLeads(3, 'org_b')
    transactionCount = 0
    expect(await deleteOrganizationData(within, { kind: 'person', id: 'user_1' }, 20)).toBe(95)
    expect(transactionCount).toBeGreaterThan(4)
    expect(await within(({ db }) => db.select().from(schema.leads))).toEqual([])
    expect(await within(({ db }) => db.select().from(schema.events))).toHaveLength(1)
    expect(await countScope('org_b')(({ db }) => db.select().from(schema.leads))).toHaveLength(3)
    expect((await within(getSettings)).version).toBe(0)
  })
})
