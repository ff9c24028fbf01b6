import { getTableColumns, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  deleteOrganizationData,
  exportOrganization,
  type RunInOrganization,
} from '../../lib/auth/organizations/data.ts'
import { DEFAULT_INSTRUCTIONS } from '../../lib/assistant/instructions.ts'
import { inOrganization, type OrganizationTransaction } from '../../lib/db/organization.ts'
import {
  alertPreferences,
  alerts,
  apiKeys,
  appointments,
  assistantHandovers,
  assistantVersions,
  authorizations,
  callerNumbers,
  callers,
  calendarFeeds,
  calls,
  connections,
  events,
  idempotentRequests,
  leadNotes,
  leads,
  lineRequests,
  ORGANIZATION_DATA,
  organizations,
  organizationSettings,
  outgoing,
  pushSubscriptions,
  trials,
} from '../../lib/db/schema/index.ts'
import { recordEvent } from '../../lib/events/record.ts'
import { getSettings } from '../../lib/settings/store.ts'
import { openedDatabase } from '../support/opened-database.ts'

const NOW = new Date('2026-03-01T12:00:00Z')

/** What nobody may find in a copy. */
const SECRETS = [
  'the-hash-of-a-key',
  'the-hash-of-a-feed',
  'a-sealed-token',
  'a-sealed-verifier',
  'voice.example.com',
  'push.example.com',
]

/** A row in each table of the line, the assistant, alerts and callers. */
async function fillLine({ db, organizationId }: OrganizationTransaction, callId: string): Promise<void> {
  const own = { organizationId }
  const person = { ...own, userId: 'user_1' }
  const [caller] = await db
    .insert(callers)
    .values({ ...own, name: 'Ada Sample' })
    .returning()
  await db.insert(callerNumbers).values({ ...own, phone: '+13125550142', callerId: caller?.id ?? '' })
  await db.insert(alerts).values({ ...own, callId, kind: 'urgent' })
  await db.insert(alertPreferences).values({ ...person, kinds: ['urgent'] })
  await db
    .insert(pushSubscriptions)
    .values({ ...person, endpoint: 'https://push.example.com/1', keys: { p256dh: 'push.example.com', auth: 'x' } })
  await db.insert(outgoing).values({ ...own, kind: 'alert-round', onceKey: 'once', dueAt: NOW })
  await db.insert(assistantVersions).values({ ...own, number: 1, instructions: DEFAULT_INSTRUCTIONS })
  await db.insert(assistantHandovers).values({ ...own, agentId: `agent-${organizationId}` })
  await db.insert(lineRequests).values({ ...own, companyPhone: '+13125550142', note: 'Ask for Sam' })
  await db.insert(trials).values({ ...own, plan: 'front_desk' })
}

describe('a copy of all data', () => {
  const opened = openedDatabase()
  let transactions = 0
  beforeEach(async () => {
    await opened.db.delete(organizations)
    transactions = 0
  })

  const scopeOf =
    (organizationId: string): RunInOrganization =>
    (work) => {
      transactions += 1
      return inOrganization(opened.db, organizationId, work)
    }
  const inA = scopeOf('org_a')

  /** A row in each table. */
  const fill = (organizationId: string) =>
    scopeOf(organizationId)(async (tx) => {
      const { db } = tx
      const own = { organizationId }
      const [call] = await db
        .insert(calls)
        .values({
          ...own,
          startedAt: NOW,
          outcome: 'booked',
          transcript: [{ speaker: 'caller', text: 'No heat "at all"\n', at: 0 }],
          recordingUrl: 'https://voice.example.com/1',
        })
        .returning()
      const [lead] = await db
        .insert(leads)
        .values({ ...own, callId: call?.id, name: 'Ada Sample', problem: 'No heat', source: 'call' })
        .returning()
      await fillLine(tx, call?.id ?? '')
      await db.insert(leadNotes).values({ ...own, leadId: lead?.id ?? '', text: 'Called back' })
      const window = { startsAt: NOW, endsAt: new Date(NOW.getTime() + 3_600_000) }
      await db.insert(appointments).values({ ...own, ...window, leadId: lead?.id, customer: 'Ada', job: 'No heat' })
      await db
        .insert(calendarFeeds)
        .values({ ...own, name: 'Phone', secretHash: `the-hash-of-a-feed-${organizationId}` })
      const [key] = await db
        .insert(apiKeys)
        .values({ ...own, name: 'Office', ending: 'abcd', hash: `the-hash-of-a-key-${organizationId}`, scopes: [] })
        .returning()
      const request = { keyId: key?.id ?? '', idempotencyKey: 'once', requestHash: 'x' }
      await db.insert(idempotentRequests).values({ ...own, ...request })
      const slack = { ...own, provider: 'slack' }
      await db
        .insert(connections)
        .values({ ...slack, method: 'oauth', scopes: [], writes: [], secret: 'a-sealed-token' })
      await db.insert(authorizations).values({
        ...slack,
        stateHash: `state-${organizationId}`,
        userId: 'user_1',
        verifier: 'a-sealed-verifier',
        request: { scopes: [], writes: [] },
        expiresAt: NOW,
      })
      await db.insert(organizationSettings).values({
        ...own,
        timeZone: 'America/Chicago',
        greeting: 'Sample Heating, good evening.',
        onCall: [{ name: 'Sam Sample', phone: '+13125550191', hours: null }],
        forwardingNumber: '+13125550199',
        forwardedAt: NOW,
        voiceAgentId: `agent-${organizationId}`,
        secondFactorRequired: true,
        transcriptDays: 7,
      })
      await recordEvent(tx, { kind: 'site' }, { action: 'settings.changed' })
    })
  const addLeads = (count: number, organizationId = 'org_a') =>
    scopeOf(organizationId)(({ db }) =>
      db.execute(sql`
        insert into leads (organization_id, name, problem, source)
        select ${organizationId}, 'Lead ' || number, 'No heat', 'import' from generate_series(1, ${count}::int) as number`),
    )
  const copyOf = async (runInOrganization: RunInOrganization) => {
    const text = (await Array.fromAsync((await exportOrganization(runInOrganization, 'user_1')) ?? [])).join('')
    return { text, copy: JSON.parse(text) as Record<string, Record<string, unknown>[]> }
  }

  it('has every column of every table but what is secret, and nothing of another organization', async () => {
    await fill('org_a')
    await fill('org_b')
    const { copy, text } = await copyOf(inA)
    for (const [name, data] of Object.entries<{ table: PgTable; without?: readonly string[]; isExported?: boolean }>(
      ORGANIZATION_DATA,
    )) {
      if (data.isExported === false) {
        expect(copy[name]).toBeUndefined()
        continue
      }
      const left = new Set(['organizationId', ...(data.without ?? [])])
      const columns = Object.keys(getTableColumns(data.table)).filter((column) => !left.has(column))
      expect(copy[name]).toHaveLength(name === 'events' ? 2 : 1)
      expect(Object.keys(copy[name]?.[0] ?? {})).toEqual(columns)
    }
    expect(copy.calls?.[0]?.transcript).toEqual([{ speaker: 'caller', text: 'No heat "at all"\n', at: 0 }])
    expect(SECRETS.filter((secret) => text.includes(secret))).toEqual([])
    expect(text).not.toContain('org_b')
  })

  it('has every row once, however many there are, and reads some of them at a time', async () => {
    await addLeads(1_700)
    transactions = 0
    const pieces = await exportOrganization(inA, 'user_1')
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

  it('is read no further when nobody wants the rest', async () => {
    await addLeads(1_700)
    transactions = 0
    for await (const piece of (await exportOrganization(inA, 'user_1')) ?? []) if (piece.includes('"Lead ')) break
    const ofTheRest = transactions
    await copyOf(inA)
    expect(ofTheRest).toBeLessThan(transactions - ofTheRest)
  })

  it('is gone with all data, and one entry says so; what the telephone line needs stays', async () => {
    await fill('org_a')
    await fill('org_b')
    const before = await copyOf(scopeOf('org_b'))
    expect(await deleteOrganizationData(inA, { kind: 'person', id: 'user_1' })).toBe(21)
    const { copy } = await copyOf(inA)
    const { exports, events: entries, settings, lineRequests: lines, trials: tried, ...others } = copy
    const { organization: _organization, members: _members, ...rest } = others
    expect(Object.values(rest).flat()).toEqual([])
    expect(exports).toHaveLength(1)
    expect(entries).toHaveLength(2)
    expect(entries).toContainEqual(
      expect.objectContaining({ action: 'data.deleted', actorId: 'user_1', details: { records: 21 } }),
    )
    expect(entries).toContainEqual(expect.objectContaining({ action: 'data.exported' }))
    expect(settings).toEqual([
      expect.objectContaining({
        timeZone: 'America/Chicago',
        greeting: null,
        onCall: [],
        forwardingNumber: '+13125550199',
        voiceAgentId: 'agent-org_a',
        secondFactorRequired: true,
        transcriptDays: 7,
        version: 2,
      }),
    ])
    expect(lines).toEqual([expect.objectContaining({ companyPhone: '+13125550142', note: null, version: 2 })])
    expect(tried).toEqual([expect.objectContaining({ plan: 'front_desk' })])
    const after = await copyOf(scopeOf('org_b'))
    expect(after.copy.leads).toEqual(before.copy.leads)
    expect(after.copy.settings).toEqual(before.copy.settings)
  })

  it('goes in several transactions when one would take too long, and wholly', async () => {
    await addLeads(95)
    await addLeads(3, 'org_b')
    transactions = 0
    expect(await deleteOrganizationData(inA, { kind: 'person', id: 'user_1' }, 20)).toBe(95)
    expect(transactions).toBeGreaterThan(4)
    expect(await inA(({ db }) => db.select().from(leads))).toEqual([])
    expect(await inA(({ db }) => db.select().from(events))).toHaveLength(1)
    expect(await scopeOf('org_b')(({ db }) => db.select().from(leads))).toHaveLength(3)
    expect((await inA(getSettings)).version).toBe(0)
  })
})
