import { join } from 'node:path'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { openDatabase, preparedStatements, type Transactions, transactionsOn } from '../../local-server/index.ts'

export type Backup = {
  id: string
  /** ISO 8601, UTC. */
  createdAt: string
}

/** A document, or an uploaded file of one of the dataset's asset documents. */
export type BackupFile = {
  type: 'document' | 'image' | 'file'
  /** The document's id, or the file's name. */
  name: string
  /** The document as JSON, or the path of the file's address. */
  content: string
}

/** Both bounds are ISO 8601: `after` is included, `before` is not. */
export type Range = { after?: string; before?: string; limit: number }

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS enabled (dataset TEXT PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS backup (id TEXT PRIMARY KEY, dataset TEXT NOT NULL, created_at TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS file (
    backup TEXT, position INTEGER, type TEXT NOT NULL, name TEXT NOT NULL, content TEXT NOT NULL, PRIMARY KEY (backup, position)
  ) WITHOUT ROWID;
`
/** Files of a backup that the lake was making when it ended. */
const INCOMPLETE = 'DELETE FROM file WHERE backup NOT IN (SELECT id FROM backup)'

/** The backups of all datasets, and for which ones they are enabled. A backup is listed once its last file is stored. */
export class BackupStore {
  readonly #db: DatabaseSync
  readonly #prepare: (sql: string) => StatementSync
  readonly #transaction: Transactions['transaction']

  constructor(dataDir: string) {
    this.#db = openDatabase(join(dataDir, 'backups.sqlite'), SCHEMA)
    this.#prepare = preparedStatements(this.#db)
    this.#transaction = transactionsOn(this.#db).transaction
    this.#db.exec(INCOMPLETE)
  }

  isEnabled(dataset: string): boolean {
    return this.#prepare('SELECT 1 FROM enabled WHERE dataset = ?').get(dataset) !== undefined
  }

  setEnabled(dataset: string, isEnabled: boolean): void {
    const sql = isEnabled ? 'INSERT OR IGNORE INTO enabled VALUES (?)' : 'DELETE FROM enabled WHERE dataset = ?'
    this.#prepare(sql).run(dataset)
  }

  /** Newest first. */
  list(dataset: string, { after = '', before = '9', limit }: Range): Backup[] {
    const sql = `
      SELECT id, created_at AS createdAt FROM backup
      WHERE dataset = ? AND created_at >= ? AND created_at < ? ORDER BY created_at DESC LIMIT ?`
    return this.#prepare(sql).all(dataset, after, before, limit) as unknown as Backup[]
  }

  find(dataset: string, id: string): Backup | undefined {
    const sql = 'SELECT id, created_at AS createdAt FROM backup WHERE dataset = ? AND id = ?'
    return this.#prepare(sql).get(dataset, id) as Backup | undefined
  }

  countFiles(backup: string): number {
    return Number(this.#prepare('SELECT COUNT(*) AS count FROM file WHERE backup = ?').get(backup)?.count)
  }

  files(backup: string, from: number, limit: number): BackupFile[] {
    const sql = 'SELECT type, name, content FROM file WHERE backup = ? AND position >= ? ORDER BY position LIMIT ?'
    return this.#prepare(sql).all(backup, from, limit) as unknown as BackupFile[]
  }

  /** Adds files from `position` on. */
  addFiles(backup: string, position: number, files: readonly BackupFile[]): void {
    this.#transaction(() => {
      for (const [index, { type, name, content }] of files.entries()) {
        this.#prepare('INSERT INTO file VALUES (?, ?, ?, ?, ?)').run(backup, position + index, type, name, content)
      }
    })
  }

  /** Lists a backup whose files are stored, and deletes the dataset's oldest ones beyond `kept`. */
  finish(dataset: string, { id, createdAt }: Backup, kept: number): void {
    this.#transaction(() => {
      this.#prepare('INSERT INTO backup VALUES (?, ?, ?)').run(id, dataset, createdAt)
      this.#keep(dataset, kept)
    })
  }

  /** Deletes the dataset's backups. */
  forget(dataset: string): void {
    this.#transaction(() => {
      this.setEnabled(dataset, false)
      this.#keep(dataset, 0)
    })
  }

  close(): void {
    this.#db.close()
  }

  /** Deletes all but the newest backups of a dataset. */
  #keep(dataset: string, newest: number): void {
    const older = 'SELECT id FROM backup WHERE dataset = ? ORDER BY created_at DESC LIMIT -1 OFFSET ?'
    this.#prepare(`DELETE FROM file WHERE backup IN (${older})`).run(dataset, newest)
    this.#prepare(`DELETE FROM backup WHERE id IN (${older})`).run(dataset, newest)
  }
}
