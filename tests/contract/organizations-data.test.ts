import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import { getTableName, is, Table } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as schema from '../../lib/db/schema/index.ts'
import { type OrganizationEvent, readEvent } from '../../lib/auth/organizations/events.ts'
import { receiveEvent, type RunQueries } from '../../lib/auth/organizations/events.ts'
import {
  deleteOrganizationData,
  exportOrganization,
  type RunInOrganization,
  listExports,
} from '../../lib/auth/organizations/data.ts'
import { upsertOrganization } from '../../lib/auth/organizations/store.ts'
import { inOrganization } from '../../lib/db/organization.ts'
import { startDatabase, type TestDatabase } from './contact-fixtures.ts'

const { clerkEvents, deletedClerkIds, organizationExports, organizationMembers, organizations } = schema

let database: TestDatabase
const db = () => database.db

beforeAll(async () => {
  database = await startDatabase()
})
afterAll(() => database.close())
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
    inOrganization(db(), organizationId, work)
const exportsOf = async (organizationId: string, userId: string) =>
  (await scopeOf(organizationId)((tx) => listExports(tx, userId))).exports
/** The pieces of a copy; undefined when there is none. */
const copyOf = async (organizationId: string, userId: string) => {
  const pieces = await exportOrganization(scopeOf(organizationId), userId)
  return pieces && Array.fromAsync(pieces)
}

const organizationIds = async () => (await db().select().from(organizations)).map(({ id }) => id)
const members = async () => (await db().select().from(organizationMembers)).map(({ userId }) => userId)

describe('the data of an organization', () => {
  it('goes with the organization, and a late event does not bring it back', async () => {
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

  it('goes with the last member, when Clerk says that nobody is left', async () => {
    await deliver(memberEvent('created', 'm1', 'user_1'))
    await deliver(memberEvent('deleted', 'm1', 'user_1'), async () => 0)
    expect(await organizationIds()).toEqual([])
  })

  it('stays when a member leaves whose successor we have not heard of yet', async () => {
    await deliver(memberEvent('created', 'm1', 'user_1'))
    await deliver(memberEvent('deleted', 'm1', 'user_1'), async () => 1)
    expect(await organizationIds()).toEqual(['org_1'])
    expect(await members()).toEqual([])
  })

  it('is handed over when a person is deleted and colleagues remain: it names them no more', async () => {
    await deliver(memberEvent('created', 'm1', 'user_1'))
    await deliver(memberEvent('created', 'm2', 'user_2'))
    await copyOf('org_1', 'user_1')
    await deliver(userDeleted('user_1'), async () => 1)
    expect(await members()).toEqual(['user_2'])
    const exports = await inOrganization(db(), 'org_1', (tx) => tx.db.select().from(organizationExports))
    expect(exports.map(({ userId }) => userId)).toEqual([null])
    await deliver(memberEvent('created', 'm3', 'user_1'))
    expect(await members()).toEqual(['user_2'])
  })

  it('goes with the only person of an organization', async () => {
    await deliver(memberEvent('created', 'm1', 'user_1'))
    await deliver(memberEvent('created', 'm2', 'user_1', 'org_2'))
    await deliver(memberEvent('created', 'm3', 'user_2', 'org_2'))
    const left: Record<string, number> = { org_1: 0, org_2: 1 }
    await receiveEvent(query, 'msg_user', userDeleted('user_1'), async (id) => left[id] ?? 0)
    expect(await organizationIds()).toEqual(['org_2'])
  })

  it('is left alone while Clerk cannot be asked, and removed by the next delivery', async () => {
    await deliver(memberEvent('created', 'm1', 'user_1'))
    const event = memberEvent('deleted', 'm1', 'user_1')
    await expect(receiveEvent(query, 'msg_again', event, rejectCount)).rejects.toThrow('Clerk does not answer')
    expect(await organizationIds()).toEqual(['org_1'])
    expect(await receiveEvent(query, 'msg_again', event, async () => 0)).toBe('applied')
    expect(await receiveEvent(query, 'msg_again', event, rejectCount)).toBe('repeated')
    expect(await organizationIds()).toEqual([])
  })

  it('is removed after a person was deleted although Clerk did not answer the first delivery', async () => {
    await deliver(memberEvent('created', 'm1', 'user_1'))
    await expect(receiveEvent(query, 'msg_retry', userDeleted('user_1'), rejectCount)).rejects.toThrow()
    expect(await receiveEvent(query, 'msg_retry', userDeleted('user_1'), async () => 0)).toBe('applied')
    expect(await organizationIds()).toEqual([])
  })

  it('ends the same in any order and however often events come', async () => {
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

  it('is copied whole, and the copy is noted', async () => {
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
    expect(await exportsOf('org_1', 'user_1')).toEqual([expect.objectContaining({ own: true })])
    expect(await exportsOf('org_1', 'user_2')).toEqual([expect.objectContaining({ own: false })])
  })

  it('is erased on request without ending the organization', async () => {
    await deliver(memberEvent('created', 'm1', 'user_1'))
    await copyOf('org_1', 'user_1')
    await copyOf('org_2', 'user_2')
    expect(await deleteOrganizationData(scopeOf('org_1'), { kind: 'person', id: 'user_1' })).toBe(2)
    expect(await exportsOf('org_1', 'user_1')).toEqual([])
    expect(await exportsOf('org_2', 'user_2')).toHaveLength(1)
    expect(await organizationIds()).toEqual(expect.arrayContaining(['org_1', 'org_2']))
  })

  it('lives in tables that go with the organization and are named among those that can be erased', () => {
    const tables = Object.values<object>(schema).filter((value): value is PgTable => is(value, Table))
    const owned = tables.filter((table) => getTableConfig(table).columns.some(({ name }) => name === 'organization_id'))
    expect(owned.length).toBeGreaterThan(1)
    for (const table of owned) {
      expect(getTableConfig(table).foreignKeys.map(({ onDelete }) => onDelete)).toContain('cascade')
    }
    const erasable = owned.filter((table) => table !== organizationMembers).map((table) => getTableName(table))
    const named = Object.values(schema.ORGANIZATION_DATA).map(({ table }) => getTableName(table))
    expect(named.toSorted()).toEqual(erasable.toSorted())
  })
})

describe('an event', () => {
  it('that changes nothing here is none of our business', () => {
    expect(readEvent({ type: 'session.created', data: {} })).toBeUndefined()
    expect(readEvent({ type: 'toString', data: {} })).toBeUndefined()
  })

  it('that should change something must be in its form', () => {
    expect(() => readEvent({ type: 'organization.deleted', data: {} })).toThrow()
    expect(() => readEvent({ type: 'organizationMembership.deleted', data: { id: 'm1' } })).toThrow()
  })
})
