import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll } from 'vitest'

/** A connection of who owns the tables, for the tests of a block: what the role of the site may not see. */
export function ownerOf(database: { readonly url: string }): { readonly sql: Sql } {
  let sql: Sql
  beforeAll(() => {
    sql = postgres(database.url, { max: 1, onnotice: () => undefined })
  })
  afterAll(() => sql.end())
  return {
    get sql() {
      return sql
    },
  }
}
