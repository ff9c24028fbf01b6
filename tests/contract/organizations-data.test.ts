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
import { openedDatabase } from '../support/opened-database.ts'

const { clerkEvents, deletedClerkIds, organizationExports, organizationMembers, organizations } = schema

const NOW = new Date('2026-03-01T12:00:00Z')

const SECRETS = ['key-org_a', 'feed-org_a', 'sealed', 'push.example', 'voice.example.com']

const database = openedDatabase()
const db = () => database.db

beforeEach(async () => {
  await db().delete(organizations)
  await db().delete(deletedClerkIds)
  await db().delete(clerkEvents)
})

const orgEvent = (kind: 'created' | 'updated' | 'deleted', id = 'org_1') =>
  readEvent({ type: `organization.${kind}`, data: { id, object: 'organization' } }) as OrganizationEvent
const memberEvent = (kind: 'created' | 'updated' | 'deleted', id: string, user: string, org = 'org_1') =>
  readEvent({
    type: `organizationMembership.${kind}`,
    data: { id, role: 'org:admin', organization: { id: org, name: 'A' }, public_user_data: { user_id: user } },
  }) as OrganizationEvent
const userDeleted = (id: string) =>
  readEvent({ type: 'user.deleted', data: { id, deleted: true } }) as OrganizationEvent

const query: RunQueries = (work) => work(db())

let deliveries = 0
const rejectCount = () => Promise.reject(new Error('Clerk does not answer'))
const deliver = (event: OrganizationEvent, members: () => Promise<number> = rejectCount) =>
  receiveEvent(query, `msg_${(deliveries += 1)}`, event, members)

const scopeOf =
  (organizationId: string): RunInOrganization =>
  (work) =>
    database.within(organizationId, work)
const exportsOf = async (organizationId: string, userId: string) =>
  (await scopeOf(organizationId)((tx) => listExports(tx, userId))).exports
const copyOf = async (organizationId: string, userId: string) => {
  const pieces = await exportOrganization(scopeOf(organizationId), userId)
  return pieces && Array.fromAsync(pieces)
}

const organizationIds = async () => (await db().select().from(organizations)).map(({ id }) => id)
const members = async () => (await db().select().from(organizationMembers)).map(({ userId }) => userId)

describe('organization data', () => {
  it('is deleted with the organization, and late events do not restore it', async () => {
    await deliver(orgEvent('created'))
    await deliver(memberEvent('created', 'm1', 'user_1'))
    await copyOf('org_1', 'user_1')
    await deliver(orgEvent('deleted'))
    await deliver(orgEvent('updated'))
    await deliver(memberEvent('updated', 'm1', 'user_1'))
    expect(await organizationIds()).toEqual([])
    expect(await members()).toEqual([])
    expect(await exportsOf('org_1', 'user_1')).toEqual([])
    expect(await upsertOrganization(db(), 'org_1')).toBe(false)
    expect(await copyOf('org_1', 'user_1')).toBeUndefined()
  })

  it.each([
    ['is deleted with its last member if Clerk has no members left', 0, []],
    ['is kept if Clerk still has a member whose event is pending', 1, ['org_1']],
  ])('%s', async (_, left, known) => {
    await deliver(memberEvent('created', 'm1', 'user_1'))
    await deliver(memberEvent('deleted', 'm1', 'user_1'), async () => left)
    expect(await organizationIds()).toEqual(known)
    expect(await members()).toEqual([])
  })

  it('loses the id of a deleted person while colleagues remain', async () => {
    await deliver(memberEvent('created', 'm1', 'user_1'))
    await deliver(memberEvent('created', 'm2', 'user_2'))
    await copyOf('org_1', 'user_1')
    await deliver(userDeleted('user_1'), async () => 1)
    expect(await members()).toEqual(['user_2'])
    const exports = await database.within('org_1', (tx) => tx.db.select().from(organizationExports))
    expect(exports.map(({ userId }) => userId)).toEqual([null])
    await deliver(memberEvent('created', 'm3', 'user_1'))
    expect(await members()).toEqual(['user_2'])
  })

  it('is deleted with the last member of the organization', async () => {
    await deliver(memberEvent('created', 'm1', 'user_1'))
    await deliver(memberEvent('created', 'm2', 'user_1', 'org_2'))
    await deliver(memberEvent('created', 'm3', 'user_2', 'org_2'))
    const left: Record<string, number> = { org_1: 0, org_2: 1 }
    await receiveEvent(query, 'msg_user', userDeleted('user_1'), async (id) => left[id] ?? 0)
    expect(await organizationIds()).toEqual(['org_2'])
  })

  it.each([
    ['a member has left', memberEvent('deleted', 'm1', 'user_1')],
    ['a person was deleted', userDeleted('user_1')],
  ])('is kept while Clerk is unreachable and deleted on redelivery after %s', async (_, event) => {
    await deliver(memberEvent('created', 'm1', 'user_1'))
    await expect(receiveEvent(query, 'msg_again', event, rejectCount)).rejects.toThrow('Clerk does not answer')
    expect(await organizationIds()).toEqual(['org_1'])
    expect(await receiveEvent(query, 'msg_again', event, async () => 0)).toBe('applied')
    expect(await receiveEvent(query, 'msg_again', event, rejectCount)).toBe('repeated')
    expect(await organizationIds()).toEqual([])
  })

  it('is the same for any order and repetition of events', async () => {
    const events = [
      orgEvent('created'),
      memberEvent('created', 'm1', 'user_1'),
      memberEvent('created', 'm2', 'user_2'),
      memberEvent('updated', 'm2', 'user_2'),
      memberEvent('deleted', 'm1', 'user_1'),
      memberEvent('created', 'm3', 'user_3', 'org_2'),
      orgEvent('deleted', 'org_2'),
    ]
    const orders = fc.shuffledSubarray([...events, ...events], { minLength: 14, maxLength: 14 })
    await fc.assert(
      fc.asyncProperty(orders, async (order) => {
        await db().delete(organizations)
        await db().delete(deletedClerkIds)
        for (const event of order) await deliver(event, async () => 1)
        expect(await organizationIds()).toEqual(['org_1'])
        expect(await members()).toEqual(['user_2'])
      }),
      { numRuns: 12 },
    )
  })

  it('can be exported completely, and each export is recorded', async () => {
    await deliver(memberEvent('created', 'm1', 'user_1'))
    await upsertOrganization(db(), 'org_2')
    await copyOf('org_2', 'user_9')
    const copy = (await copyOf('org_1', 'user_1')) ?? []
    expect(JSON.parse(copy.join(''))).toMatchObject({
      organization: { id: 'org_1', knownSince: expect.stringMatching(/^\d{4}-.*Z$/) },
      members: [{ membershipId: 'm1', userId: 'user_1' }],
      exports: [{ id: expect.any(String), at: expect.stringMatching(/Z$/), userId: 'user_1' }],
      events: [{ action: 'data.exported', actorId: 'user_1' }],
      leads: [],
      settings: [],
    })
    expect(await exportsOf('org_1', 'user_1')).toMatchObject([{ own: true }])
    expect(await exportsOf('org_1', 'user_2')).toMatchObject([{ own: false }])
  })

  it('can be deleted on request without ending the organization', async () => {
    await deliver(memberEvent('created', 'm1', 'user_1'))
    await copyOf('org_1', 'user_1')
    await copyOf('org_2', 'user_2')
    expect(await deleteOrganizationData(scopeOf('org_1'), { kind: 'person', id: 'user_1' })).toBe(2)
    expect(await exportsOf('org_1', 'user_1')).toEqual([])
    expect(await exportsOf('org_2', 'user_2')).toHaveLength(1)
    expect(await organizationIds()).toEqual(expect.arrayContaining(['org_1', 'org_2']))
  })

  it('is stored in tables listed in tests/support/tables.ts', () => {
    const files = globSync(['lib/{platform,site}/*/schema.ts', 'lib/dashboard/schema/*.ts'])
    expect(files.filter((file) => !readFileSync('tests/support/tables.ts', 'utf8').includes(file))).toEqual([])
  })

  it('is stored in tables that cascade on delete and are listed in ORGANIZATION_DATA', () => {
    const tables = Object.values<object>(schema).filter((value): value is PgTable => is(value, Table))
    const owned = tables.filter((table) => getTableConfig(table).columns.some(({ name }) => name === 'organization_id'))
    expect(owned.length).toBeGreaterThan(1)
    for (const table of owned)
      expect(getTableConfig(table).foreignKeys.map(({ onDelete }) => onDelete)).toContain('cascade')
    const erasable = owned.filter((table) => table !== organizationMembers).map((table) => getTableName(table))
    const named = Object.values(ORGANIZATION_DATA).map(({ table }) => getTableName(table))
    expect(named.toSorted()).toEqual(erasable.toSorted())
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
  let transactions = 0
  beforeEach(() => void (transactions = 0))

  const countedScopeOf =
    (organizationId: string): RunInOrganization =>
    (work) => ((transactions += 1), database.within(organizationId, work))
  const within = countedScopeOf('org_a')

  const fill = async (organizationId: string) => {
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
    countedScopeOf(organizationId)(({ db }) =>
      db.execute(sql`
        insert into leads (organization_id, name, problem, source)
        select ${organizationId}, 'Lead ' || number, 'No heat', 'import' from generate_series(1, ${count}::int) as number`),
    )
  const parsedCopyOf = async (runInOrganization: RunInOrganization) => {
    const text = (await Array.fromAsync((await exportOrganization(runInOrganization, 'user_1')) ?? [])).join('')
    return { text, copy: JSON.parse(text) as Record<string, Record<string, unknown>[]> }
  }

  it('contains every non-secret column of the organization, and no other organization', async () => {
    await fill('org_a')
    await fill('org_b')
    const { copy, text } = await parsedCopyOf(within)
    type Data = { table: PgTable; without?: readonly string[]; isExported?: boolean }
    for (const [name, data] of Object.entries<Data>(ORGANIZATION_DATA)) {
      if (data.isExported === false) {
        expect(copy[name]).toBeUndefined()
        continue
      }
      const left = new Set(['organizationId', ...(data.without ?? [])])
      const columns = Object.keys(getTableColumns(data.table)).filter((column) => !left.has(column))
      expect(copy[name]).toHaveLength(name === 'events' || name === 'exports' ? 2 : 1)
      expect(Object.keys(copy[name]?.[0] ?? {})).toEqual(columns)
    }
    expect(copy.calls?.[0]?.transcript).toEqual([{ speaker: 'caller', text: 'No heat "at all"\n', at: 0 }])
    expect(SECRETS.filter((secret) => text.includes(secret))).toEqual([])
    expect(text).not.toContain('org_b')
  })

  it('contains every row once and reads rows in batches', async () => {
    await addLeads(1_700)
    transactions = 0
    const pieces = await exportOrganization(within, 'user_1')
    expect(transactions).toBe(1)
    let text = ''
    let largest = 0
    for await (const piece of pieces ?? []) {
      text += piece
      largest = Math.max(largest, piece.split('"Lead ').length - 1)
    }
    expect(largest).toBe(500)
    const { leads: copied = [] } = JSON.parse(text) as { leads?: { name: string }[] }
    expect(new Set(copied.map(({ name }) => name)).size).toBe(1_700)
    expect(copied).toHaveLength(1_700)
  })

  it('stops reading when the client disconnects', async () => {
    await addLeads(1_700)
    transactions = 0
    for await (const piece of (await exportOrganization(within, 'user_1')) ?? []) if (piece.includes('"Lead ')) break
    const ofTheRest = transactions
    await parsedCopyOf(within)
    expect(ofTheRest).toBeLessThan(transactions - ofTheRest)
  })

  it('is empty after a deletion, except for its event and the phone line settings', async () => {
    await fill('org_a')
    await fill('org_b')
    const before = await parsedCopyOf(countedScopeOf('org_b'))
    expect(await deleteOrganizationData(within, { kind: 'person', id: 'user_1' })).toBe(22)
    const { copy } = await parsedCopyOf(within)
    const { exports, events: entries, settings, lineRequests: lines, trials: tried, ...others } = copy
    const { organization: _organization, members: _members, ...rest } = others
    expect(Object.values(rest).flat()).toEqual([])
    expect(exports).toHaveLength(1)
    expect(entries).toHaveLength(2)
    const deleted = { action: 'data.deleted', actorId: 'user_1', details: { records: 22 } }
    for (const entry of [deleted, { action: 'data.exported' }])
      expect(entries).toContainEqual(expect.objectContaining(entry))
    const line = { forwardingNumber: '+13125550199', voiceAgentId: 'agent-org_a' }
    const kept = { timeZone: 'America/Chicago', secondFactorRequired: true, transcriptDays: 7, version: 2 }
    expect(settings).toMatchObject([{ ...line, ...kept, greeting: null, onCall: [] }])
    expect(lines).toMatchObject([{ companyPhone: '+12125550100', note: null, version: 2 }])
    expect(tried).toMatchObject([{ plan: 'front_desk' }])
    const after = await parsedCopyOf(countedScopeOf('org_b'))
    expect(after.copy.leads).toEqual(before.copy.leads)
    expect(after.copy.settings).toEqual(before.copy.settings)
  })

  it('is empty after a deletion in several transactions', async () => {
    await addLeads(95)
    await addLeads(3, 'org_b')
    transactions = 0
    expect(await deleteOrganizationData(within, { kind: 'person', id: 'user_1' }, 20)).toBe(95)
    expect(transactions).toBeGreaterThan(4)
    expect(await within(({ db }) => db.select().from(schema.leads))).toEqual([])
    expect(await within(({ db }) => db.select().from(schema.events))).toHaveLength(1)
    expect(await countedScopeOf('org_b')(({ db }) => db.select().from(schema.leads))).toHaveLength(3)
    expect((await within(getSettings)).version).toBe(0)
  })
})
