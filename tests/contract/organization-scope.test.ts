import { getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import postgres from 'postgres'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { inOrganization } from '../../lib/db/organization.ts'
import { DEFAULT_INSTRUCTIONS } from '../../lib/assistant/instructions.ts'
import {
  alertPreferences,
  alerts,
  apiKeys,
  appointments,
  assistantHandovers,
  assistantVersions,
  authorizations,
  calendarFeeds,
  callerNumbers,
  callers,
  calls,
  connections,
  idempotentRequests,
  leadNotes,
  leads,
  lineRequests,
  ORGANIZATION_DATA,
  organizationExports,
  organizationSettings,
  outgoing,
  pushSubscriptions,
  trials,
} from '../../lib/db/schema/index.ts'
import { recordEvent } from '../../lib/events/record.ts'
import { openedDatabase } from '../support/opened-database.ts'

const NOW = new Date('2026-03-01T12:00:00Z')

describe('the data of an organization', () => {
  const opened = openedDatabase()
  beforeAll(async () => {
    for (const organizationId of ['org_a', 'org_b']) await fill(organizationId)
  })

  /** One row in each table. */
  const fill = (organizationId: string) =>
    inOrganization(opened.db, organizationId, async (tx) => {
      const { db } = tx
      const own = { organizationId }
      const [call] = await db
        .insert(calls)
        .values({
          ...own,
          startedAt: NOW,
          outcome: 'booked',
          transcript: [{ speaker: 'caller', text: 'No heat', at: 0 }],
        })
        .returning()
      const [lead] = await db
        .insert(leads)
        .values({ ...own, callId: call?.id, name: 'Ada', problem: 'No heat', source: 'call' })
        .returning()
      await db.insert(leadNotes).values({ ...own, leadId: lead?.id ?? '', text: 'Called back' })
      const window = { startsAt: NOW, endsAt: new Date(NOW.getTime() + 3_600_000) }
      await db.insert(appointments).values({ ...own, ...window, leadId: lead?.id, customer: 'Ada', job: 'No heat' })
      await db.insert(calendarFeeds).values({ ...own, name: 'Phone', secretHash: `feed-${organizationId}` })
      const [key] = await db
        .insert(apiKeys)
        .values({ ...own, name: 'Office', ending: 'abcd', hash: `key-${organizationId}`, scopes: ['leads:read'] })
        .returning()
      await db
        .insert(idempotentRequests)
        .values({ ...own, keyId: key?.id ?? '', idempotencyKey: 'once', requestHash: 'x' })
      await db
        .insert(connections)
        .values({ ...own, provider: 'slack', method: 'oauth', scopes: [], writes: [], secret: 'sealed' })
      await db.insert(authorizations).values({
        ...own,
        stateHash: `state-${organizationId}`,
        userId: 'user_1',
        provider: 'slack',
        verifier: 'sealed',
        request: { scopes: [], writes: [] },
        expiresAt: NOW,
      })
      await db.insert(organizationSettings).values({ ...own, voiceAgentId: `agent-${organizationId}` })
      await db.insert(organizationExports).values({ ...own, userId: 'user_1' })
      const [caller] = await db
        .insert(callers)
        .values({ ...own, name: 'Ada' })
        .returning()
      await db.insert(callerNumbers).values({ ...own, phone: '+12125550142', callerId: caller?.id ?? '' })
      await db.insert(alerts).values({ ...own, callId: call?.id ?? '', kind: 'urgent' })
      await db.insert(alertPreferences).values({ ...own, userId: 'user_1', kinds: ['urgent'] })
      await db
        .insert(pushSubscriptions)
        .values({ ...own, userId: 'user_1', endpoint: 'https://push.example', keys: { p256dh: 'x', auth: 'y' } })
      await db.insert(assistantVersions).values({ ...own, number: 1, instructions: DEFAULT_INSTRUCTIONS })
      await db.insert(assistantHandovers).values({ ...own, agentId: `agent-${organizationId}` })
      await db.insert(lineRequests).values({ ...own, companyPhone: '+12125550100' })
      await db.insert(trials).values({ ...own, plan: 'front_desk' })
      await db.insert(outgoing).values({ ...own, kind: 'linemail', onceKey: 'once', dueAt: NOW })
      await recordEvent(tx, { kind: 'site' }, { action: 'settings.changed' })
    })

  const tables = Object.entries<{ table: PgTable }>(ORGANIZATION_DATA).map(([name, { table }]): [string, PgTable] => [
    name,
    table,
  ])

  it('is asked for by a role that is neither a superuser nor the owner of a table', async () => {
    const [role] = await opened.db.execute(
      sql`select rolsuper or rolbypassrls as passes, rolname as name from pg_roles where rolname = current_user`,
    )
    expect(role).toEqual({ passes: false, name: 'ductwise_site' })
    const owned = await opened.db.execute(sql`select tablename from pg_tables where tableowner = current_user`)
    expect(owned).toEqual([])
  })

  it.each(tables)('is not found by a query that forgets the organization: %s', async (_, table) => {
    expect(await opened.db.select().from(table)).toEqual([])
    expect(await opened.db.delete(table).returning()).toEqual([])
  })

  it.each(tables)('is not found for another organization: %s', async (_, table) => {
    const rows = await inOrganization(opened.db, 'org_a', ({ db }) => db.select().from(table))
    expect(rows).toEqual([expect.objectContaining({ organizationId: 'org_a' })])
    const others = await inOrganization(opened.db, 'org_a', ({ db }) =>
      db
        .delete(table)
        .where(sql`organization_id = 'org_b'`)
        .returning(),
    )
    expect(others).toEqual([])
  })

  it.each(tables)('cannot be written for another organization: %s', async (_, table) => {
    const moved = inOrganization(opened.db, 'org_a', ({ db }) =>
      db.execute(sql`update ${sql.identifier(getTableName(table))} set organization_id = 'org_b'`),
    )
    await expect(moved).rejects.toMatchObject({ cause: { code: expect.stringMatching(/^(42501|23503)$/) } })
  })

  it('cannot refer to what belongs to another organization', async () => {
    const [foreign] = await inOrganization(opened.db, 'org_b', ({ db }) => db.select().from(calls))
    const referring = inOrganization(opened.db, 'org_a', ({ db }) =>
      db
        .insert(leads)
        .values({ organizationId: 'org_a', callId: foreign?.id, name: 'Ada', problem: 'No heat', source: 'call' }),
    )
    await expect(referring).rejects.toMatchObject({ cause: { code: '23503' } })
  })

  it('is searched by words within the organization', async () => {
    const search = (organizationId: string, words: string) =>
      inOrganization(opened.db, organizationId, ({ db }) =>
        db.execute(sql`select matching_calls(to_tsquery('english', ${words})) as id`),
      )
    expect(await search('org_a', 'heat')).toHaveLength(1)
    expect(await search('org_a', 'gas')).toHaveLength(0)
    expect(await search('org_unknown', 'heat')).toHaveLength(0)
  })

  it('is found by who shows a secret, until that is revoked', async () => {
    const keyOwner = () => opened.db.execute(sql`select organization_id as id from organization_of_key('key-org_a')`)
    expect(await keyOwner()).toEqual([{ id: 'org_a' }])
    expect(await opened.db.execute(sql`select organization_of_voice_agent('agent-org_b') as id`)).toEqual([
      { id: 'org_b' },
    ])
    await inOrganization(opened.db, 'org_a', ({ db }) => db.update(apiKeys).set({ revokedAt: NOW }))
    expect(await keyOwner()).toEqual([])
  })

  it.skipIf(!inject('sharedPostgresUrl'))('may be asked for twice at once while nobody knows of it yet', async () => {
    const { promise: entered, resolve: enter } = Promise.withResolvers<void>()
    const { promise: free, resolve: release } = Promise.withResolvers<void>()
    const first = inOrganization(opened.db, 'org_new', async () => {
      enter()
      await free
    })
    await entered
    const second = inOrganization(opened.db, 'org_new', async ({ organizationId }) => organizationId)
    const owner = postgres(opened.url, { max: 1 })
    const waiting = () =>
      owner`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(waiting).toHaveLength(1)
    release()
    await first
    expect(await second).toBe('org_new')
    await owner.end()
  })

  it('does not remain in the transaction that comes next on a connection', async () => {
    await inOrganization(opened.db, 'org_a', async () => undefined)
    const asked = await Promise.all(Array.from({ length: 12 }, () => opened.db.select().from(leads)))
    expect(asked.flat()).toEqual([])
  })
})
