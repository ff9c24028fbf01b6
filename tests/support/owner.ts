import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll } from 'vitest'

/** A connection as table owner, who sees what the site's role may not. */
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
