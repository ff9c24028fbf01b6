import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findPreviousVersionFailures, type Snapshot } from '../support/previous-version.ts'
import { startDatabase } from '../support/test-database.ts'

const metaFolder = resolve(import.meta.dirname, '../../lib/platform/db/migrations/meta')
const { entries } = JSON.parse(readFileSync(resolve(metaFolder, '_journal.json'), 'utf8')) as {
  entries: { idx: number; tag: string }[]
}
const previousVersions = entries.slice(-3, -1).map(({ tag }) => ({ tag, snapshot: readSnapshot(tag) }))

function readSnapshot(tag: string): Snapshot {
  return JSON.parse(readFileSync(resolve(metaFolder, `${tag.slice(0, 4)}_snapshot.json`), 'utf8')) as Snapshot
}

describe.each(previousVersions)('previous schema $tag on the current database', ({ snapshot }) => {
  it('can still read, write and update all of its tables and columns', async () => {
    expect(Object.keys(snapshot.tables).length).toBeGreaterThan(20)
    const database = await startDatabase()
    try {
      expect(await findPreviousVersionFailures(database.url, snapshot)).toEqual([])
    } finally {
      await database.close()
    }
  })
})
