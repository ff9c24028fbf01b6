import type { DatabaseSync } from 'node:sqlite'
import { preparedStatements } from '../../local-server/index.ts'

type Value = string | number | null

export type Window = { limit: number; offset: number }

/** Records of one kind on disk, in order of creation. Fields given as `indexes` can be searched. */
export type Collection<T extends { id: string }, Field extends keyof T & string = never> = {
  get: (id: string) => T | undefined
  /** Adds a record, or replaces the one with the same id. */
  put: (record: T) => T
  delete: (id: string) => void
  where: (field: Field, value: Value) => T[]
  first: (field: Field, value: Value) => T | undefined
  countWhere: (field: Field, value: Value) => number
  all: (window?: Window) => T[]
  count: () => number
  /** Deletes the oldest records until `kept` are left; `keep` excepts records. */
  prune: (kept: number, keep?: (record: T) => boolean) => void
}

/** Opens a collection, and makes its table and indexes when the file is new. */
export function openCollection<T extends { id: string }, Field extends keyof T & string = never>(
  db: DatabaseSync,
  name: string,
  indexes: readonly Field[] = [],
): Collection<T, Field> {
  const path = (field: Field) => `json_extract(json, '$.${field}')`
  db.exec(
    `CREATE TABLE IF NOT EXISTS ${name} (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, json TEXT NOT NULL)`,
  )
  for (const field of indexes) db.exec(`CREATE INDEX IF NOT EXISTS ${name}_by_${field} ON ${name} (${path(field)})`)

  const prepare = preparedStatements(db)
  const read = (rest: string, ...values: Value[]): T[] =>
    prepare(`SELECT json FROM ${name} ${rest}`)
      .all(...values)
      .map(({ json }) => JSON.parse(String(json)) as T)
  const number = (sql: string, ...values: Value[]): number => Number(prepare(sql).get(...values)?.n ?? 0)
  const count = (): number => number(`SELECT count(*) AS n FROM ${name}`)
  const remove = (id: string): void => void prepare(`DELETE FROM ${name} WHERE id = ?`).run(id)

  return {
    get: (id) => read('WHERE id = ?', id)[0],
    put: (record) => {
      const upsert = `INSERT INTO ${name} (id, json) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET json = excluded.json`
      prepare(upsert).run(record.id, JSON.stringify(record))
      return record
    },
    delete: remove,
    where: (field, value) => read(`WHERE ${path(field)} IS ? ORDER BY seq`, value),
    first: (field, value) => read(`WHERE ${path(field)} IS ? ORDER BY seq LIMIT 1`, value)[0],
    countWhere: (field, value) => number(`SELECT count(*) AS n FROM ${name} WHERE ${path(field)} IS ?`, value),
    all: ({ limit, offset } = { limit: -1, offset: 0 }) => read('ORDER BY seq LIMIT ? OFFSET ?', limit, offset),
    count,
    prune: (kept, keep = () => false) => {
      const excess = count() - kept
      if (excess <= 0) return
      for (const record of read('ORDER BY seq LIMIT ?', excess)) if (!keep(record)) remove(record.id)
    },
  }
}
