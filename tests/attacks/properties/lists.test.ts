import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import postgres from 'postgres'
import { afterAll, beforeAll, expect } from 'vitest'
import { callListState, filterOf as callFilterOf } from '../../../lib/dashboard/calls/list-state.ts'
import { listCalls, pageOfCalls } from '../../../lib/dashboard/calls/repository.ts'
import { PAGE_SIZE } from '../../../lib/constants.ts'
import { openDatabase, type OpenDatabase } from '../../../lib/platform/db/client.ts'
import { cursorAfter, CursorError } from '../../../lib/platform/db/list.ts'
import { inOrganization, type OrganizationTransaction } from '../../../lib/platform/db/organization.ts'
import { SOURCE_NAMES, STAGE_NAMES, URGENCY_NAMES } from '../../../lib/dashboard/model/lead.ts'
import { filterOf, leadListState } from '../../../lib/dashboard/leads/list-state.ts'
import { countStages, createLead, listLeads, pageOfLeads } from '../../../lib/dashboard/leads/repository.ts'
import { readAddress, writeAddress } from '../../../lib/dashboard/query/address-state.ts'
import { DEFAULT_TIME_ZONE } from '../../../lib/dashboard/model/organization-settings.ts'
import { addDays, dayKey } from '../../../lib/platform/time/zone.ts'
import { check } from '../../support/check.ts'
import { stack } from '../../support/stack/addresses.ts'
import { holds } from './support/holds.ts'

const ADDRESSES = 2_000
const FILTERS = 300
const CURSORS = 400

const ORGANIZATION = `org_${randomUUID()}`
const PERSON = 'user_of_the_lists'
const LEADS = 20
const HOUR = 3_600_000

type Lead = { id: string; stage: string; urgency: string; source: string; createdAt: Date }

let database: OpenDatabase
const leads: Lead[] = []

const asked = <Result>(work: (tx: OrganizationTransaction) => Promise<Result>): Promise<Result> =>
  inOrganization(database.db, ORGANIZATION, work)

const nth = <Name extends string>(names: readonly [Name, ...Name[]] | readonly Name[], index: number): Name => {
  const name = names[index % names.length]
  if (name === undefined) throw new Error('Missing name')
  return name
}

const createdAt = (index: number) => new Date(Date.UTC(2026, 2, 7, 4) + index * 5 * HOUR)

beforeAll(async () => {
  database = await openDatabase(stack.env.databaseUrl)
  const owner = postgres(stack.env.databaseUrl, { max: 1, onnotice: () => undefined })
  for (let index = 0; index < LEADS; index += 1) {
    const [stage, urgency, source] = [
      nth(STAGE_NAMES, index),
      nth(URGENCY_NAMES, index >> 1),
      nth(SOURCE_NAMES, index >> 2),
    ]
    const input = { name: `Lead ${index}`, problem: "The furnace of O'Neil's", stage, urgency, source }
    const { id } = await asked((tx) => createLead(tx, { kind: 'person', id: PERSON }, input))
    await owner`update leads set created_at = ${createdAt(index)} where id = ${id}`
    leads.push({ id, stage, urgency, source, createdAt: createdAt(index) })
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

const meant = fc
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

const failureOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => '',
    (error: unknown) => String(error instanceof Error ? (error.cause ?? error) : error),
  )

check(
  {
    what: 'List filters in URLs',
    tried: `${ADDRESSES} random list queries`,
    expected: 'survive a round trip through the URL',
  },
  () =>
    holds(
      fc.property(query, fc.constantFrom(leadListState, callListState), (params, schema) => {
        const state = readAddress(schema, params)
        const asWritten = { ...state, ...('counted' in state && { counted: String(state.counted) }) }
        expect(schema.safeParse(asWritten).success).toBe(true)
        expect(readAddress(schema, new URLSearchParams(writeAddress(schema, state as never)))).toEqual(state)
      }),
      ADDRESSES,
    ),
)

check(
  {
    what: 'Lead and call filters',
    tried: `ran ${FILTERS} random and ${FILTERS} valid queries in Postgres`,
    expected: 'never fail and match a filtered in-memory list',
  },
  async () => {
    await holds(
      fc.asyncProperty(query, async (params) => {
        const state = readAddress(leadListState, params)
        const filter = filterOf(state, PERSON)
        const work = asked(async (tx) => {
          await pageOfLeads(tx, { ...filter, sort: state.sort }, state.page)
          await countStages(tx, filter)
          const calls = readAddress(callListState, params)
          await pageOfCalls(tx, { ...callFilterOf(calls, PERSON), sort: calls.sort }, calls.page)
        })
        expect(await failureOf(work)).toBe('')
      }),
      FILTERS,
    )
    return holds(
      fc.asyncProperty(meant, async (params) => {
        const { stage, urgency, source, from, to } = Object.fromEntries(params)
        const wanted = leads.filter((lead) => {
          const date = dayKey(lead.createdAt, DEFAULT_TIME_ZONE)
          if ((stage && lead.stage !== stage) || (urgency && lead.urgency !== urgency)) return false
          return (!source || lead.source === source) && (!from || date >= from) && (!to || date <= to)
        })
        const state = readAddress(leadListState, params)
        const filter = { ...filterOf(state, PERSON), sort: state.sort }
        const { rows, total } = await asked((tx) => pageOfLeads(tx, filter, 1))
        const first = wanted.toReversed().slice(0, PAGE_SIZE)
        expect(rows.map(({ id }) => id)).toEqual(first.map(({ id }) => id))
        expect(total).toBe(wanted.length)
      }),
      FILTERS,
    )
  },
)

/** Generates values for a forged cursor. */
const held = fc.oneof(
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
    arbitrary: fc.tuple(held, fc.uuid()).map(([by, id]) => Buffer.from(JSON.stringify([by, id])).toString('base64url')),
  },
  { weight: 1, arbitrary: fc.json().map((json) => Buffer.from(json).toString('base64url')) },
  { weight: 1, arbitrary: fc.string() },
  {
    weight: 1,
    arbitrary: fc.nat(LEADS - 1).map((index) => cursorAfter(leads[index]?.createdAt ?? '', leads[index]?.id ?? '')),
  },
)

check(
  {
    what: 'Forged cursors',
    tried: `sent ${CURSORS} forged cursors to lead and call lists in every order`,
    expected: 'are rejected or return the rows after that position',
  },
  () =>
    holds(
      fc.asyncProperty(
        cursor,
        fc.constantFrom('createdAt', '-createdAt', 'updatedAt', '-updatedAt', 'name', '-name'),
        fc.constantFrom('startedAt', '-startedAt', 'duration', '-duration'),
        async (made, leadSort, callSort) => {
          const lists = [
            asked((tx) => listLeads(tx, { sort: leadSort, cursor: made })),
            asked((tx) => listCalls(tx, { sort: callSort, cursor: made })),
          ]
          for (const failure of await Promise.all(lists.map(failureOf))) {
            expect(['', String(new CursorError())]).toContain(failure)
          }
        },
      ),
      CURSORS,
    ),
)
