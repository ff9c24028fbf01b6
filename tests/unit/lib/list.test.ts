import { PgDialect } from 'drizzle-orm/pg-core'
import { describe, expect, it } from 'vitest'
import {
  toJson,
  encodeCursor,
  CursorError,
  isRowId,
  buildPage,
  buildCursorCondition,
  buildSearchQuery,
} from '../../../lib/platform/db/list.ts'
import { calls } from '../../../lib/dashboard/schema/calls.ts'
import { leads } from '../../../lib/dashboard/schema/leads.ts'

const ID = '00000000-0000-4000-8000-000000000000'
const NOON = new Date('2026-03-01T12:00:00.000Z')

describe('pagination cursor', () => {
  const { createdAt: moment, nameKey, name: text } = leads
  const buildCondition = (
    column: typeof moment | typeof nameKey | typeof text | typeof calls.duration,
    cursor: string,
  ) => buildCursorCondition(cursor, { column, id: leads.id, direction: 'asc' })

  it.each([
    ['a timestamp', moment, NOON],
    ['a timestamp with microseconds', moment, '2026-03-01T12:00:00.123456Z'],
    ['a string', text, 'Ada'],
    ['a string with a custom order', nameKey, 'ada'],
    ['a number', calls.duration, -7],
    ['the largest integer', calls.duration, 2 ** 31 - 1],
  ])('continues after %s, with the row ID as a tiebreaker', (_, column, value) => {
    const { sql, params } = new PgDialect().sqlToQuery(buildCondition(column, encodeCursor(value, ID)))
    expect(sql).toContain(' > ')
    expect(params).toEqual([value instanceof Date ? value.toISOString() : value, ID])
  })

  it.each([
    ['a string that is not a timestamp', moment, 'yesterday'],
    ['an invalid month', moment, '2026-13-01T12:00:00.000Z'],
    ['an invalid day', moment, '2026-02-30T12:00:00.000Z'],
    ['a timestamp in the year 0', moment, '0000-03-01T12:00:00.000Z'],
    ['a timestamp in another format', moment, '2026-03-01'],
    ['a number instead of a timestamp', moment, 7],
    ['a number instead of a string', text, 7],
    ['a string instead of a number', calls.duration, '7'],
    ['a fraction', calls.duration, 1.5],
    ['a number out of range', calls.duration, 2 ** 31],
    ['an unsupported character', text, 'a\0b'],
    ['a lone surrogate', text, '\ud800'],
  ])('is rejected with %s', (_, column, value) =>
    expect(() => buildCondition(column, encodeCursor(value, ID))).toThrow(CursorError),
  )

  it('is rejected if malformed', () => {
    for (const content of ['nonsense', '[]', `["Ada","no-id"]`, `["Ada","${ID}",1]`, `[null,"${ID}"]`])
      expect(() => buildCondition(text, Buffer.from(content).toString('base64url'))).toThrow(CursorError)
  })
})

describe('buildPage', () => {
  const rows = [1, 2, 3].map((number) => ({ id: ID.replace(/^0/, String(number)), number }))
  const getPage = (limit: number) => buildPage(rows, limit, ({ number }) => number)

  it('returns a next cursor only if another row exists', () => {
    expect(getPage(2)).toEqual({ rows: rows.slice(0, 2), next: encodeCursor(2, rows[1]?.id ?? '') })
    expect(getPage(3)).toEqual({ rows, next: null })
    expect(buildPage([], 2, () => 1)).toEqual({ rows: [], next: null })
  })
})

describe('list row', () => {
  it('is serialized to JSON with ISO 8601 dates', () => {
    const row = { id: ID, until: null, count: 0 }
    expect(toJson({ ...row, at: NOON })).toEqual({ ...row, at: NOON.toISOString() })
  })

  it('has an ID that Postgres accepts', () => {
    expect([ID, '11111111-1111-1111-1111-111111111111'].map(isRowId)).toEqual([true, true])
    for (const id of ['', '1', 'x', `${ID}0`, "'; drop table leads; --"]) expect(isRowId(id)).toBe(false)
  })
})

describe('buildSearchQuery', () => {
  it.each([
    ['Furnace leaking', `'Furnace':* & 'leaking':*`],
    ['  (furnace), … leaking! ', `'furnace':* & 'leaking':*`],
    ["O'Brien’s", `'O''Brien':* & 's':*`],
    ["'quoted'", `'quoted':*`],
    ['ﬁlter ９', `'filter':* & '9':*`],
    ['ada@example.com +1 email', `'ada@example.com':* & '+1':* & 'email':*`],
    [`-- ' . & | ! <-> :* \\`, ''],
    ['', ''],
  ])('requires every word in %j as a prefix', (input, query) => {
    expect(buildSearchQuery(input)).toBe(query)
  })

  it('uses at most 12 words', () => {
    expect(buildSearchQuery('word '.repeat(1_000)).split(' & ')).toHaveLength(12)
  })
})
