import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import postgres from 'postgres'
import { describe, expect, it } from 'vitest'
import { formerVersionFailures, type Snapshot } from '../support/former-version.ts'
import { startDatabase } from '../support/test-database.ts'

const meta = resolve(import.meta.dirname, '../../lib/db/migrations/meta')
const { entries } = JSON.parse(readFileSync(resolve(meta, '_journal.json'), 'utf8')) as {
  entries: { idx: number; tag: string }[]
}
const former = entries.slice(-3, -1).map(({ tag }) => ({ tag, snapshot: snapshotOf(tag) }))

function snapshotOf(tag: string): Snapshot {
  return JSON.parse(readFileSync(resolve(meta, `${tag.slice(0, 4)}_snapshot.json`), 'utf8')) as Snapshot
}

/** What the former version fails at after statements have been done on a database of its own. */
async function failuresAfter(snapshot: Snapshot, ...statements: string[]): Promise<string[]> {
  const database = await startDatabase()
  const owner = postgres(database.url, { max: 1, onnotice: () => undefined })
  try {
    for (const statement of statements) await owner.unsafe(statement)
    return await formerVersionFailures(database.url, snapshot)
  } finally {
    await owner.end()
    await database.close()
  }
}

describe.each(former)('the version of $tag beside the present one', ({ snapshot }) => {
  it('reads, writes and changes all that it knows', async () => {
    expect(Object.keys(snapshot.tables).length).toBeGreaterThan(20)
    expect(await failuresAfter(snapshot)).toEqual([])
  })

  it.each([
    ['alter table calls drop column summary cascade', /^calls: (insert|read)/],
    ['alter table calls rename column caller_name to caller', /^calls: (insert|read)/],
    ['alter table lead_notes rename to notes', /^lead_notes: (insert|read)/],
    ['alter table leads add column mood text not null', /^leads: insert/],
    ['alter table page_views alter column views type bigint', /^page_views: type of views/],
    ['alter table calls alter column version drop default', /^calls: insert of the least/],
    ['alter table calls add constraint short check (length(summary) < 3)', /^calls: insert/],
    ['revoke update on revalidated_tags from ductwise_site', /^revalidated_tags: update/],
    ['drop policy own_organization_only on events', /^events: (insert|read)/],
    ['alter table newsletter_subscribers enable row level security', /^newsletter_subscribers: (insert|read)/],
  ])('is seen to fail where a migration takes something from it: %s', async (statement, failure) => {
    expect(await failuresAfter(snapshot, statement)).toContainEqual(expect.stringMatching(failure))
  })
})
