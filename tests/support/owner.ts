import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll } from 'vitest'

/** Opens a connection as the table owner. It can read rows that are hidden from the site's role. */
export function connectAsOwner(database: { readonly url: string }): { readonly sql: Sql } {
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
