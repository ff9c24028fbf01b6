import type { Sql, TransactionSql } from 'postgres'
import { inClientSpan } from '../telemetry/spans.ts'
import { telemetry } from '../telemetry/telemetry.ts'

const LITERAL = /'(?:[^']|'')*'/g
const OPERATION = /^\s*(?:--.*\n|\s)*(\w+)/
const TABLE = /\b(?:from|into|update|join)\s+(?:only\s+)?(?:"?public"?\.)?"?([a-z_][a-z0-9_]*)"?/i

/** Returns the operation and table from the start of a statement, without values. */
export function summaryOf(statement: string): { operation: string; table: string | undefined } {
  const plain = statement.replace(LITERAL, "''")
  const operation = OPERATION.exec(plain)?.[1]?.toLowerCase() ?? 'other'
  return { operation, table: TABLE.exec(plain)?.[1]?.toLowerCase() }
}

/**
 * Adds a span for each Drizzle statement. Statements outside another span get none, because workers poll every few
 * seconds. Returns the same pool.
 */
export function watchStatements(pool: Sql): Sql {
  if (telemetry.tracing) watchUnsafe(pool)
  return pool
}

function watchUnsafe(sql: Sql | TransactionSql): void {
  const ask = sql.unsafe
  const watched = (statement: string, ...more: unknown[]) => {
    const query = (ask as (...args: unknown[]) => PromiseLike<unknown>).call(sql, statement, ...more)
    if (telemetry.tracing?.traceId() === undefined) return query
    const { operation, table } = summaryOf(statement)
    const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation }
    const name = table ? `${operation} ${table}` : operation
    inClientSpan(name, table ? { ...attributes, 'db.collection.name': table } : attributes, async () => query).catch(
      // The caller handles the failure.
      () => undefined,
    )
    return query
  }
  const begins = sql as unknown as Record<'begin' | 'savepoint', (...args: unknown[]) => unknown>
  for (const name of ['begin', 'savepoint'] as const) {
    const begin = begins[name] as ((...args: unknown[]) => unknown) | undefined
    if (!begin) continue
    begins[name] = (...args) => {
      const work = args.pop() as (transaction: TransactionSql) => unknown
      return begin.call(sql, ...args, (transaction: TransactionSql) => {
        watchUnsafe(transaction)
        return work(transaction)
      })
    }
  }
  Object.assign(sql, { unsafe: watched })
}
