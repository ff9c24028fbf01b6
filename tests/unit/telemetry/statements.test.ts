import { expect, it } from 'vitest'
import { summarizeStatement } from '../../../lib/platform/db/statement-tracing.ts'

it.each([
  ['select "id", "email" from "contact_messages" where "email" = $1', 'select', 'contact_messages'],
  ['insert into "leads" ("name") values ($1)', 'insert', 'leads'],
  ['update "public"."calls" set "note" = $1', 'update', 'calls'],
  ['delete from events where at < now()', 'delete', 'events'],
  ['with due as (select 1 from work) update outgoing set a = 1', 'with', 'work'],
  ['select pg_advisory_xact_lock(hashtextextended($1, 0))', 'select', undefined],
  ["-- a comment\n  SELECT 'it''s from ada' ", 'select', undefined],
  ['begin', 'begin', undefined],
  ['', 'other', undefined],
])('the summary of %j contains the operation and the table', (statement, operation, table) => {
  expect(summarizeStatement(statement)).toEqual({ operation, table })
})
