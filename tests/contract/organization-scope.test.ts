import { getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { apiKeys, calls, leads } from '../support/tables.ts'
import { ORGANIZATION_DATA } from '../../lib/dashboard/organizations/organization-data.ts'
import { fillOrganization } from '../support/filled-organization.ts'
import { setUpDatabase } from '../support/opened-database.ts'
import { connectAsOwner } from '../support/owner.ts'
import { addLead } from '../support/rows.ts'

const NOW = new Date('2026-03-01T12:00:00Z')

describe('organization data', () => {
  const database = setUpDatabase()
  const owner = connectAsOwner(database)
  beforeAll(async () => {
    for (const organizationId of ['org_a', 'org_b']) await fillOrganization(database.db, organizationId)
  })

  const tables = Object.entries<{ table: PgTable }>(ORGANIZATION_DATA).map(
    ([name, { table }]) => [name, table] as const,
  )

  it('is accessed through a role without superuser rights or table ownership', async () => {
    const [role] = await database.db.execute(
      sql`select rolsuper or rolbypassrls as passes, rolname as name from pg_roles where rolname = current_user`,
    )
    expect(role).toEqual({ passes: false, name: 'ductwise_site' })
    const ownedTables = await database.db.execute(sql`select tablename from pg_tables where tableowner = current_user`)
    expect(ownedTables).toEqual([])
  })

  it.each(tables)('is hidden from queries outside an organization: %s', async (_, table) => {
    expect(await database.db.select().from(table)).toEqual([])
    expect(await database.db.delete(table).returning()).toEqual([])
  })

  it.each(tables)('is hidden from other organizations: %s', async (_, table) => {
    const rows = await database.within('org_a', ({ db }) => db.select().from(table))
    expect(rows).toMatchObject([{ organizationId: 'org_a' }])
    const otherRows = await database.within('org_a', ({ db }) =>
      db
        .delete(table)
        .where(sql`organization_id = 'org_b'`)
        .returning(),
    )
    expect(otherRows).toEqual([])
  })

  it.each(tables)('cannot be moved to another organization: %s', async (_, table) => {
    const movedRows = database.within('org_a', ({ db }) =>
      db.execute(sql`update ${sql.identifier(getTableName(table))} set organization_id = 'org_b'`),
    )
    await expect(movedRows).rejects.toMatchObject({ cause: { code: expect.stringMatching(/^(42501|23503)$/) } })
  })

  it('cannot reference rows of another organization', async () => {
    const [foreignCall] = await database.within('org_b', ({ db }) => db.select().from(calls))
    const referringLead = database.within('org_a', (tx) => addLead(tx, { callId: foreignCall?.id }))
    await expect(referringLead).rejects.toMatchObject({ cause: { code: '23503' } })
  })

  it('can be searched only within its own organization', async () => {
    const search = (organizationId: string, query: string) =>
      database.within(organizationId, ({ db }) =>
        db.execute(sql`select matching_calls(to_tsquery('english', ${query})) as id`),
      )
    expect(await search('org_a', 'heat')).toHaveLength(1)
    expect(await search('org_a', 'gas')).toHaveLength(0)
    expect(await search('org_unknown', 'heat')).toHaveLength(0)
  })

  it('is found by API key or voice agent until the key is revoked', async () => {
    const findKeyOwner = () =>
      database.db.execute(sql`select organization_id as id from organization_of_key('key-org_a')`)
    expect(await findKeyOwner()).toEqual([{ id: 'org_a' }])
    expect(await database.db.execute(sql`select organization_of_voice_agent('agent-org_b') as id`)).toEqual([
      { id: 'org_b' },
    ])
    await database.within('org_a', ({ db }) => db.update(apiKeys).set({ revokedAt: NOW }))
    expect(await findKeyOwner()).toEqual([])
  })

  it.skipIf(!inject('sharedPostgresUrl'))('can be created by two concurrent first requests', async () => {
    const [entered, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = database.within('org_new', async () => {
      entered.resolve()
      await end.promise
    })
    await entered.promise
    const second = database.within('org_new', async ({ organizationId }) => organizationId)
    const listLockWaiters = () =>
      owner.sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(listLockWaiters).toHaveLength(1)
    end.resolve()
    await first
    expect(await second).toBe('org_new')
  })

  it('is hidden from the next transaction on the same connection', async () => {
    await database.within('org_a', async () => undefined)
    const results = await Promise.all(Array.from({ length: 12 }, () => database.db.select().from(leads)))
    expect(results.flat()).toEqual([])
  })
})
