import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { CursorError } from '../../lib/platform/db/list.ts'
import { apiKeys, leads } from '../support/tables.ts'
import { type Action, ACTIONS, type Actor } from '../../lib/dashboard/model/event.ts'
import { listEvents, listKeyNames } from '../../lib/dashboard/audit/list.ts'
import {
  ACTION_GROUPS,
  type ActionGroup,
  listGroupActions,
  eventFilter,
  type EventFilter,
  type EventRecord,
  eventRecord,
  getActionGroup,
} from '../../lib/dashboard/audit/log.ts'
import { type EventEntry, recordEvent } from '../../lib/dashboard/events/record.ts'
import { setUpDatabase } from '../support/opened-database.ts'
import { addLead } from '../support/rows.ts'

const ADA: Actor = { kind: 'person', id: 'user_ada' }
const BOB: Actor = { kind: 'person', id: 'user_bob' }

describe('audit log', () => {
  const database = setUpDatabase()
  beforeEach(database.deleteOrganizations)

  const { within } = database
  const record = (actor: Actor, entry: EventEntry) => within((tx) => recordEvent(tx, actor, entry))
  const list = (filter: EventFilter = {}, cursor?: string, limit?: number) =>
    within((tx) => listEvents(tx, filter, cursor, limit))
  const listActions = async (filter?: EventFilter) => (await list(filter)).rows.map(({ action }) => action)

  async function readInPages(limit: number, filter: EventFilter = {}): Promise<EventRecord[]> {
    const result: EventRecord[] = []
    let cursor: string | undefined
    for (;;) {
      const { rows, next } = await list(filter, cursor, limit)
      result.push(...rows)
      if (next === null) return result
      expect(rows).toHaveLength(limit)
      cursor = next
    }
  }

  it('is paginated newest first, without gaps or duplicates', async () => {
    // All events of one transaction share a timestamp.
    await within(async (tx) => {
      for (let entry = 0; entry < 8; entry += 1) await recordEvent(tx, ADA, { action: 'lead.created' })
    })
    for (let entry = 0; entry < 7; entry += 1) await record(ADA, { action: 'lead.updated' })
    const allRows = (await list()).rows
    expect(allRows).toHaveLength(15)
    expect(allRows.slice(0, 7).map(({ action }) => action)).toEqual(Array.from({ length: 7 }, () => 'lead.updated'))
    for (const limit of [1, 2, 5, 14, 15]) expect(await readInPages(limit)).toEqual(allRows)
    await expect(list({}, 'made-up')).rejects.toThrow(CursorError)
  })

  it('can be filtered by action group and actor', async () => {
    const keyId = await within(async ({ db }) => {
      const [key] = await db
        .insert(apiKeys)
        .values({ organizationId: 'org_a', name: 'Office', ending: 'abcd', hash: 'hash', scopes: [] })
        .returning()
      return key?.id ?? ''
    })
    await record(ADA, { action: 'transcript.read' })
    await record(BOB, { action: 'lead.created' })
    await record({ kind: 'key', id: keyId }, { action: 'lead.updated' })
    await record({ kind: 'assistant' }, { action: 'call.created' })
    await record({ kind: 'site' }, { action: 'retention.applied' })
    expect(await listActions({ group: 'calls' })).toEqual(['call.created', 'transcript.read'])
    expect(await listActions({ group: 'data' })).toEqual(['retention.applied'])
    expect(await listActions({ who: 'person:user_ada' })).toEqual(['transcript.read'])
    expect(await listActions({ who: 'site' })).toEqual(['retention.applied'])
    expect(await listActions({ who: 'assistant', group: 'calls' })).toEqual(['call.created'])
    expect(await listActions({ who: 'person:user_bob', group: 'calls' })).toEqual([])
    const [byKey] = (await list({ who: `key:${keyId}` })).rows
    expect(byKey).toMatchObject({ action: 'lead.updated', actor: { kind: 'key', id: keyId, name: 'Office' } })
    expect(await within(listKeyNames)).toEqual([{ id: keyId, name: 'Office' }])
  })

  it('links an event to its record while the record exists', async () => {
    const leadId = await within((tx) => addLead(tx))
    await record(ADA, { action: 'lead.updated', subjectId: leadId, details: { fields: ['stage'] } })
    await record(ADA, { action: 'call.read', subjectId: leadId })
    await record(ADA, { action: 'lead.read', subjectId: 'no-id' })
    await record(ADA, { action: 'settings.changed' })
    const { rows } = await list()
    expect(rows.map(({ subject }) => subject)).toEqual([null, null, null, { kind: 'lead', id: leadId }])
    expect(rows.map((row) => eventRecord.parse(JSON.parse(JSON.stringify(row))))).toEqual(rows)
    await within(({ db }) => db.delete(leads))
    expect((await list()).rows.at(-1)).toMatchObject({ action: 'lead.updated', subject: null })
  })

  it('drops the name and id of a deleted user', async () => {
    await record(ADA, { action: 'lead.read' })
    await database.db.execute(sql`select forget_person('user_ada')`)
    expect((await list()).rows).toEqual([expect.objectContaining({ actor: { kind: 'person', id: null, name: null } })])
  })
})

const allActions = Object.keys(ACTIONS) as Action[]
const groups = Object.keys(ACTION_GROUPS) as ActionGroup[]

it('every action belongs to one group, and no group is empty', () => {
  expect(groups.flatMap(listGroupActions).toSorted()).toEqual(allActions.toSorted())
  expect(groups.filter((group) => listGroupActions(group).length === 0)).toEqual([])
  expect(getActionGroup('leads.exported')).toBe('data')
  expect(getActionGroup('recording.played')).toBe('calls')
})

it('the event filter accepts only valid actors', () => {
  expect(eventFilter.safeParse({ who: 'person:user_2abc', group: 'calls' }).success).toBe(true)
  for (const actor of ['person', 'person:', "person:' or 1=1", 'key:1', 'nobody'])
    expect(eventFilter.safeParse({ who: actor }).success).toBe(false)
})
