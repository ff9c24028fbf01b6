import { afterAll, beforeAll } from 'vitest'
import { type Database, type OpenDatabase, openDatabase } from '../../lib/db/client.ts'
import { startDatabase, type TestDatabase } from './test-database.ts'

/** Makes a database for the tests of a block, with the tables of the site, and ends it after them. */
export function openedDatabase(): { readonly db: Database; readonly url: string } {
  let database: TestDatabase
  let opened: OpenDatabase
  beforeAll(async () => {
    database = await startDatabase()
    opened = await openDatabase(database.url)
  })
  afterAll(async () => {
    await opened.close()
    await database.close()
  })
  return {
    get db() {
      return opened.db
    },
    get url() {
      return database.url
    },
  }
}
