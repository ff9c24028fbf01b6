import type { Sql, TransactionSql } from 'postgres'
import { runClientSpan } from '../telemetry/spans.ts'
import { telemetry } from '../telemetry/telemetry.ts'

const LITERAL_PATTERN = /'(?:[^']|'')*'/g
const OPERATION_PATTERN = /^\s*(?:--.*\n|\s)*(\w+)/
const TABLE_PATTERN = /\b(?:from|into|update|join)\s+(?:only\s+)?(?:"?public"?\.)?"?([a-z_][a-z0-9_]*)"?/i

/** Returns the operation and table from the start of a statement. Excludes values. */
export function summarizeStatement(statement: string): { operation: string; table: string | undefined } {
  const redacted = statement.replace(LITERAL_PATTERN, "''")
  const operation = OPERATION_PATTERN.exec(redacted)?.[1]?.toLowerCase() ?? 'other'
  return { operation, table: TABLE_PATTERN.exec(redacted)?.[1]?.toLowerCase() }
}

/**
 * Adds a span for each Drizzle statement. Statements outside another span get none, because workers poll every few
 * seconds. Returns the same pool.
 */
export function traceStatements(pool: Sql): Sql {
  if (telemetry.tracing) traceUnsafe(pool)
  return pool
}

function traceUnsafe(sql: Sql | TransactionSql): void {
  const originalUnsafe = sql.unsafe
  const tracedUnsafe = (statement: string, ...rest: unknown[]) => {
    const query = (originalUnsafe as (...args: unknown[]) => PromiseLike<unknown>).call(sql, statement, ...rest)
    if (telemetry.tracing?.traceId() === undefined) return query
    const { operation, table } = summarizeStatement(statement)
    const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation }
    const name = table ? `${operation} ${table}` : operation
    runClientSpan(name, table ? { ...attributes, 'db.collection.name': table } : attributes, async () => query).catch(
      // The caller handles the failure.
      () => undefined,
    )
    return query
  }
  const methods = sql as unknown as Record<'begin' | 'savepoint', (...args: unknown[]) => unknown>
  for (const name of ['begin', 'savepoint'] as const) {
    const begin = methods[name] as ((...args: unknown[]) => unknown) | undefined
    if (!begin) continue
    methods[name] = (...args) => {
      const work = args.pop() as (transaction: TransactionSql) => unknown
      return begin.call(sql, ...args, (transaction: TransactionSql) => {
        traceUnsafe(transaction)
        return work(transaction)
      })
    }
  }
  Object.assign(sql, { unsafe: tracedUnsafe })
}
