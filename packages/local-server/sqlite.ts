import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { ConfigurationError } from './command.ts'

type OpenOptions = {
  /** FULL: a commit returns only after it is on disk. NORMAL: it outlives `kill -9`, but a power cut may lose the last milliseconds. */
  synchronous?: 'FULL' | 'NORMAL'
  /** Said when another process has the file open; without it, several processes may. */
  exclusive?: string
}

/** Opens a SQLite file in WAL mode and makes its tables. Throws a ConfigurationError with the text of `exclusive` when the file is taken. */
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
  /** Does `work` wholly or, when it throws, not at all; what it wrote is on disk on return. Inside another it joins that one. */
  transaction: <T>(work: () => T) => T
  /** Calls back when the current transaction is on disk; not when it fails. */
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

/** Prepares each statement once. */
export function preparedStatements(db: DatabaseSync): (sql: string) => StatementSync {
  const statements = new Map<string, StatementSync>()
  return (sql) => {
    const statement = statements.get(sql) ?? db.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
}
