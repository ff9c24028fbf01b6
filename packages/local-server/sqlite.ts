import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { ConfigurationError } from './command.ts'

type OpenOptions = {
  /**
   * With FULL, commits are on disk on return. With NORMAL, they survive `kill -9`, but a power failure may lose the
   * last ones.
   */
  synchronous?: 'FULL' | 'NORMAL'
  /** Error message if another process has the file open. Without it, several processes can share the file. */
  exclusive?: string
}

/** Opens a database in WAL mode. @throws ConfigurationError with `exclusive` as message if the file is in use */
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
  /** Runs `work` atomically and returns after the commit. A nested call joins the outer transaction. */
  transaction: <T>(work: () => T) => T
  onCommit: (callback: () => void) => void
}

export function createTransactions(db: DatabaseSync): Transactions {
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
    const pendingCallbacks = callbacks
    callbacks = []
    for (const callback of pendingCallbacks) callback()
    return result
  }

  return { transaction, onCommit: (callback) => void callbacks.push(callback) }
}

export function createStatementCache(db: DatabaseSync): (sql: string) => StatementSync {
  const statements = new Map<string, StatementSync>()
  return (sql) => {
    const statement = statements.get(sql) ?? db.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
}
