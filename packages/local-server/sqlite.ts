import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { ConfigurationError } from './command.ts'

type OpenOptions = {
  /** FULL: commits are on disk on return. NORMAL: survives `kill -9`, but a power cut may lose the last commits. */
  synchronous?: 'FULL' | 'NORMAL'
  /** Error when another process has the file open; without it, sharing is allowed. */
  exclusive?: string
}

/** WAL mode. @throws ConfigurationError with `exclusive` when the file is in use */
export function openDatabase(
  file: string,
  schema: string,
  { synchronous = 'FULL', exclusive }: OpenOptions = {},
): DatabaseSync {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true })
  const db = new DatabaseSync(file)
  try {
    if (exclusive !== undefined) db.exec('PRAGMA locking_mode = EXCLUSIVE')
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; ${schema}`)
    return db
  } catch (error) {
    db.close()
    if (exclusive === undefined || !/locked/.test((error as Error).message)) throw error
    throw new ConfigurationError(exclusive, { cause: error })
  }
}

export type Transactions = {
  /** All or nothing; on disk on return. A nested call joins the outer transaction. */
  transaction: <T>(work: () => T) => T
  onCommit: (callback: () => void) => void
}

export function transactionsOn(db: DatabaseSync): Transactions {
  let isOpen = false
  let callbacks: (() => void)[] = []

  function transaction<T>(work: () => T): T {
    if (isOpen) return work()
    db.exec('BEGIN IMMEDIATE')
    isOpen = true
    let result: T
    try {
      result = work()
      db.exec('COMMIT')
    } catch (error) {
      callbacks = []
      db.exec('ROLLBACK')
      throw error
    } finally {
      isOpen = false
    }
    const due = callbacks
    callbacks = []
    for (const callback of due) callback()
    return result
  }

  return { transaction, onCommit: (callback) => void callbacks.push(callback) }
}

export function preparedStatements(db: DatabaseSync): (sql: string) => StatementSync {
  const statements = new Map<string, StatementSync>()
  return (sql) => {
    const statement = statements.get(sql) ?? db.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
}
