import { afterAll, beforeAll } from 'vitest'
import type { RunningPostgres } from '@ductwise/postgres/testing'
import { type Database, type OpenDatabase, openDatabase } from '../../lib/db/client.ts'

/** Starts a server for the tests of a block, with the tables of the site, and ends it after them. */
export function openedDatabase(start: () => Promise<RunningPostgres>): { readonly db: Database; readonly url: string } {
  let server: RunningPostgres
  let opened: OpenDatabase
  beforeAll(async () => {
    server = await start()
    opened = await openDatabase(server.url)
  })
  afterAll(async () => {
    await opened.close()
    await server.close()
  })
  return {
    get db() {
      return opened.db
    },
    get url() {
      return server.url
    },
  }
}
