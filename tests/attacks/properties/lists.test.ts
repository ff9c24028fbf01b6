import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import postgres from 'postgres'
import { afterAll, beforeAll, expect } from 'vitest'
import { callListState, toCallFilter as buildCallFilter } from '../../../lib/dashboard/calls/list-state.ts'
import { listCalls, listCallPage } from '../../../lib/dashboard/calls/repository.ts'
import { PAGE_SIZE } from '../../../lib/constants.ts'
import { openDatabase, type OpenDatabase } from '../../../lib/platform/db/client.ts'
import { encodeCursor, CursorError } from '../../../lib/platform/db/list.ts'
import { runInOrganization, type OrganizationTransaction } from '../../../lib/platform/db/organization.ts'
import { SOURCE_NAMES, STAGE_NAMES, URGENCY_NAMES } from '../../../lib/dashboard/model/lead.ts'
import { toLeadFilter, leadListState } from '../../../lib/dashboard/leads/list-state.ts'
import { countStages, createLead, listLeads, listLeadPage } from '../../../lib/dashboard/leads/repository.ts'
import { readSearchParams, writeSearchParams } from '../../../lib/dashboard/query/search-params.ts'
import { DEFAULT_TIME_ZONE } from '../../../lib/dashboard/model/organization-settings.ts'
import { addDays, toDayKey } from '../../../lib/platform/time/zone.ts'
import { check } from '../../support/check.ts'
import { stack } from '../../support/stack/addresses.ts'
import { checkProperty } from './support/check-property.ts'

const ADDRESS_RUN_COUNT = 2_000
const FILTER_RUN_COUNT = 300
const CURSOR_RUN_COUNT = 400

const ORGANIZATION_ID = `org_${randomUUID()}`
const USER_ID = 'user_of_the_lists'
const LEAD_COUNT = 20
const HOUR_MS = 3_600_000

type Lead = { id: string; stage: string; urgency: string; source: string; createdAt: Date }

let database: OpenDatabase
const leads: Lead[] = []

const runQuery = <Result>(work: (tx: OrganizationTransaction) => Promise<Result>): Promise<Result> =>
  runInOrganization(database.db, ORGANIZATION_ID, work)

const pickName = <Name extends string>(names: readonly [Name, ...Name[]] | readonly Name[], index: number): Name => {
  const name = names[index % names.length]
  if (name === undefined) throw new Error('Missing name')
  return name
}

const getCreatedAt = (index: number) => new Date(Date.UTC(2026, 2, 7, 4) + index * 5 * HOUR_MS)

beforeAll(async () => {
  database = await openDatabase(stack.env.databaseUrl)
  const owner = postgres(stack.env.databaseUrl, { max: 1, onnotice: () => undefined })
  for (let index = 0; index < LEAD_COUNT; index += 1) {
    const [stage, urgency, source] = [
      pickName(STAGE_NAMES, index),
      pickName(URGENCY_NAMES, index >> 1),
      pickName(SOURCE_NAMES, index >> 2),
    ]
    const input = { name: `Lead ${index}`, problem: "The furnace of O'Neil's", stage, urgency, source }
    const { id } = await runQuery((tx) => createLead(tx, { kind: 'person', id: USER_ID }, input))
    await owner`update leads set created_at = ${getCreatedAt(index)} where id = ${id}`
    leads.push({ id, stage, urgency, source, createdAt: getCreatedAt(index) })
  }
  await owner.end()
})

afterAll(() => database?.close())

const text = fc.oneof(
  fc.constantFrom(
    "O'Neil",
    "'",
    "a'b'c",
    ':*',
    'a:*',
    '!a',
    'a & | b',
    '<->',
    '(',
    '%00',
    '\0',
    '\\',
    '"',
    '😀',
    '﷽',
    '...',
    'x'.repeat(300),
    '+1 (312) 555-0142',
  ),
  fc.string({ maxLength: 12 }),
)
const number = fc.constantFrom('0', '1', '-1', '1e3', '99999999999', 'NaN', '1.5', '', ' 2 ', '0x10')
const day = fc.oneof(
  fc.integer({ min: 0, max: 6 }).map((days) => addDays('2026-03-06', days)),
  fc.constantFrom(
    '0000-01-01',
    '9999-12-31',
    '2026-02-30',
    '1970-01-01',
    '2026-03-08T06:00:00Z',
    '2026-03-08T06:00:00.000Z',
    'today',
    '-1',
  ),
)
const names = [
  'search',
  'stage',
  'urgency',
  'source',
  'assignee',
  'from',
  'to',
  'without',
  'sort',
  'page',
  'show',
  'outcome',
  'counted',
  '__proto__',
  'constructor',
]
const value = fc.oneof(
  text,
  number,
  day,
  fc.constantFrom(
    'me',
    'none',
    'true',
    'false',
    '-createdAt',
    'urgency',
    '-name',
    'duration',
    'mine',
    'waiting',
    'booked',
    'missed',
  ),
  fc.constantFrom(...STAGE_NAMES, ...URGENCY_NAMES, ...SOURCE_NAMES),
)
const query = fc
  .array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 7 })
  .map((pairs) => new URLSearchParams(pairs))

const validQuery = fc
  .record(
    {
      stage: fc.constantFrom(...STAGE_NAMES),
      urgency: fc.constantFrom(...URGENCY_NAMES),
      source: fc.constantFrom(...SOURCE_NAMES),
      from: fc.integer({ min: 0, max: 6 }).map((days) => addDays('2026-03-06', days)),
      to: fc.integer({ min: 0, max: 6 }).map((days) => addDays('2026-03-06', days)),
    },
    { requiredKeys: [], noNullPrototype: true },
  )
  .map((filters) => new URLSearchParams(filters))

const getFailure = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => '',
    (error: unknown) => String(error instanceof Error ? (error.cause ?? error) : error),
  )

check(
  {
    what: 'List filters in URLs',
    tried: `${ADDRESS_RUN_COUNT} random list queries`,
    expected: 'survive a round trip through the URL',
  },
  () =>
    checkProperty(
      fc.property(query, fc.constantFrom(leadListState, callListState), (params, schema) => {
        const state = readSearchParams(schema, params)
        const serialized = { ...state, ...('counted' in state && { counted: String(state.counted) }) }
        expect(schema.safeParse(serialized).success).toBe(true)
        expect(readSearchParams(schema, new URLSearchParams(writeSearchParams(schema, state as never)))).toEqual(state)
      }),
      ADDRESS_RUN_COUNT,
    ),
)

check(
  {
    what: 'Lead and call filters',
    tried: `ran ${FILTER_RUN_COUNT} random and ${FILTER_RUN_COUNT} valid queries in Postgres`,
    expected: 'never fail and match a filtered in-memory list',
  },
  async () => {
    await checkProperty(
      fc.asyncProperty(query, async (params) => {
        const state = readSearchParams(leadListState, params)
        const filter = toLeadFilter(state, USER_ID)
        const queries = runQuery(async (tx) => {
          await listLeadPage(tx, { ...filter, sort: state.sort }, state.page)
          await countStages(tx, filter)
          const calls = readSearchParams(callListState, params)
          await listCallPage(tx, { ...buildCallFilter(calls, USER_ID), sort: calls.sort }, calls.page)
        })
        expect(await getFailure(queries)).toBe('')
      }),
      FILTER_RUN_COUNT,
    )
    return checkProperty(
      fc.asyncProperty(validQuery, async (params) => {
        const { stage, urgency, source, from, to } = Object.fromEntries(params)
        const expected = leads.filter((lead) => {
          const date = toDayKey(lead.createdAt, DEFAULT_TIME_ZONE)
          if ((stage && lead.stage !== stage) || (urgency && lead.urgency !== urgency)) return false
          return (!source || lead.source === source) && (!from || date >= from) && (!to || date <= to)
        })
        const state = readSearchParams(leadListState, params)
        const filter = { ...toLeadFilter(state, USER_ID), sort: state.sort }
        const { rows, total } = await runQuery((tx) => listLeadPage(tx, filter, 1))
        const first = expected.toReversed().slice(0, PAGE_SIZE)
        expect(rows.map(({ id }) => id)).toEqual(first.map(({ id }) => id))
        expect(total).toBe(expected.length)
      }),
      FILTER_RUN_COUNT,
    )
  },
)

/** Generates values for a forged cursor. */
const cursorValue = fc.oneof(
  fc.constantFrom(
    '2026',
    'now',
    'infinity',
    '-infinity',
    '0000-01-01T00:00:00.000Z',
    '9999-12-31T23:59:59.999Z',
    '2026-02-30T00:00:00.000Z',
    '2026-03-08T25:00:00.000Z',
    '+010000-01-01T00:00:00.000Z',
    '2026-03-08T06:00:00.000Z',
    'a\0',
    '\uD800',
    '',
    "'",
  ),
  fc.constantFrom(0, -1, 1.5, 2 ** 31, 1e308, Number.MAX_SAFE_INTEGER),
  fc.string({ maxLength: 8 }),
)
const cursor = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(cursorValue, fc.uuid())
      .map(([sortValue, id]) => Buffer.from(JSON.stringify([sortValue, id])).toString('base64url')),
  },
  { weight: 1, arbitrary: fc.json().map((json) => Buffer.from(json).toString('base64url')) },
  { weight: 1, arbitrary: fc.string() },
  {
    weight: 1,
    arbitrary: fc
      .nat(LEAD_COUNT - 1)
      .map((index) => encodeCursor(leads[index]?.createdAt ?? '', leads[index]?.id ?? '')),
  },
)

check(
  {
    what: 'Forged cursors',
    tried: `sent ${CURSOR_RUN_COUNT} forged cursors to lead and call lists in every order`,
    expected: 'are rejected or return the rows after that position',
  },
  () =>
    checkProperty(
      fc.asyncProperty(
        cursor,
        fc.constantFrom('createdAt', '-createdAt', 'updatedAt', '-updatedAt', 'name', '-name'),
        fc.constantFrom('startedAt', '-startedAt', 'duration', '-duration'),
        async (forgedCursor, leadSort, callSort) => {
          const queries = [
            runQuery((tx) => listLeads(tx, { sort: leadSort, cursor: forgedCursor })),
            runQuery((tx) => listCalls(tx, { sort: callSort, cursor: forgedCursor })),
          ]
          for (const failure of await Promise.all(queries.map(getFailure))) {
            expect(['', String(new CursorError())]).toContain(failure)
          }
        },
      ),
      CURSOR_RUN_COUNT,
    ),
)
