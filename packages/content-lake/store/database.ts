import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { openDatabase, preparedStatements, type Transactions, transactionsOn } from '../../local-server/index.ts'
import type { LakeDocument } from './document.ts'
import { documentJson } from './validate.ts'
import type { Change } from './workspace.ts'

/** What is known about a committed transaction besides its changes. */
export type TransactionHead = {
  id: string
  /** ISO 8601, UTC. */
  timestamp: string
  /** User id, or `<anonymous>`/`<system>`. */
  author: string
  /** Action types that made it (`sanity.action.document.publish`, …); empty for plain mutations. */
  actions: string[]
}

/** One document's part of a transaction, as logged. `seq` grows with every entry and never repeats. */
export type LogEntry = TransactionHead & {
  seq: number
  documentId: string
  mutations: Record<string, unknown>[]
  before: LakeDocument | undefined
  after: LakeDocument | undefined
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS document (id TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS tx (id TEXT PRIMARY KEY, timestamp TEXT NOT NULL, author TEXT NOT NULL, actions TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS log (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, tx TEXT NOT NULL, document TEXT NOT NULL, mutations TEXT NOT NULL, after TEXT
  );
  CREATE INDEX IF NOT EXISTS log_by_document ON log (document, seq);
  CREATE INDEX IF NOT EXISTS log_by_tx ON log (tx, seq);
`

// The state before an entry is the state after the same document's previous one, so each state is stored once.
const ENTRY = `
  SELECT log.seq, log.tx, log.document, log.mutations, log.after, tx.timestamp, tx.author, tx.actions,
    (SELECT earlier.after FROM log AS earlier WHERE earlier.document = log.document AND earlier.seq < log.seq
      ORDER BY earlier.seq DESC LIMIT 1) AS before
  FROM log JOIN tx ON tx.id = log.tx`

type Row = Record<'tx' | 'document' | 'mutations' | 'timestamp' | 'author' | 'actions', string> & {
  seq: number
  after: string | null
  before: string | null
}

/** One dataset's file: the current documents and the log of every transaction. */
export class Database {
  readonly file: string
  readonly #db: DatabaseSync
  readonly #prepare: (sql: string) => StatementSync
  readonly #transaction: Transactions['transaction']

  constructor(file: string) {
    this.file = file
    this.#db = openDatabase(file, SCHEMA)
    this.#prepare = preparedStatements(this.#db)
    this.#transaction = transactionsOn(this.#db).transaction
  }

  *documents(): Generator<LakeDocument> {
    for (const { json } of this.#prepare('SELECT json FROM document ORDER BY id').iterate()) {
      yield JSON.parse(json as string)
    }
  }

  /** Writes documents and log entries in one SQLite transaction; returns each entry's `seq`, in the order of `changes`. */
  commit(head: TransactionHead, changes: Change[]): number[] {
    return this.#transaction(() => {
      this.#prepare('INSERT INTO tx VALUES (?, ?, ?, ?)').run(
        head.id,
        head.timestamp,
        head.author,
        JSON.stringify(head.actions),
      )
      return changes.map((change) => this.#write(head.id, change))
    })
  }

  hasTransaction(id: string): boolean {
    return this.#prepare('SELECT 1 FROM tx WHERE id = ?').get(id) !== undefined
  }

  lastSeq(): number {
    return Number(this.#prepare('SELECT COALESCE(MAX(seq), 0) AS seq FROM log').get()?.seq)
  }

  /** The position of a listener event (`<transaction>#<document>`) in the log. */
  seqOf(transactionId: string, documentId: string): number | undefined {
    const row = this.#prepare('SELECT seq FROM log WHERE tx = ? AND document = ?').get(transactionId, documentId)
    return row && Number(row.seq)
  }

  /** Last position of a transaction in the log. */
  lastSeqOf(transactionId: string): number | undefined {
    const seq = this.#prepare('SELECT MAX(seq) AS seq FROM log WHERE tx = ?').get(transactionId)?.seq
    return seq === null || seq === undefined ? undefined : Number(seq)
  }

  entriesAfter(seq: number, limit: number): LogEntry[] {
    return this.#entries(`${ENTRY} WHERE log.seq > ? ORDER BY log.seq LIMIT ?`, seq, limit)
  }

  entriesOfTransaction(id: string): LogEntry[] {
    return this.#entries(`${ENTRY} WHERE log.tx = ? ORDER BY log.seq`, id)
  }

  /** Entries of some documents, oldest first or newest first, between two positions (both included). */
  entriesOfDocuments(
    ids: string[],
    range: { from: number; to: number; newestFirst: boolean; limit: number },
  ): LogEntry[] {
    const marks = ids.map(() => '?').join(',')
    const order = range.newestFirst ? 'DESC' : 'ASC'
    const sql = `${ENTRY} WHERE log.document IN (${marks}) AND log.seq BETWEEN ? AND ? ORDER BY log.seq ${order} LIMIT ?`
    return this.#entries(sql, ...ids, range.from, range.to, range.limit)
  }

  /** Entries of every version in a release, oldest first. */
  entriesOfVersions(release: string): LogEntry[] {
    // `/` is the character after `.`, so this is the range of ids that start with the prefix.
    const sql = `${ENTRY} WHERE log.document >= ? AND log.document < ? ORDER BY log.seq`
    return this.#entries(sql, `versions.${release}.`, `versions.${release}/`)
  }

  /** The document's last entry at or before a position. */
  entryAt(documentId: string, seq: number): LogEntry | undefined {
    return this.#entries(
      `${ENTRY} WHERE log.document = ? AND log.seq <= ? ORDER BY log.seq DESC LIMIT 1`,
      documentId,
      seq,
    )[0]
  }

  /** The last position whose transaction is not younger than `timestamp` (ISO 8601). */
  seqAtTime(timestamp: string): number {
    const sql = 'SELECT COALESCE(MAX(log.seq), 0) AS seq FROM log JOIN tx ON tx.id = log.tx WHERE tx.timestamp <= ?'
    return Number(this.#prepare(sql).get(timestamp)?.seq)
  }

  close(): void {
    this.#db.close()
  }

  #write(transactionId: string, { id, after, mutations, purge }: Change): number {
    const json = after ? documentJson(after) : null
    if (json === null) this.#prepare('DELETE FROM document WHERE id = ?').run(id)
    else this.#prepare('INSERT OR REPLACE INTO document VALUES (?, ?)').run(id, json)
    const { lastInsertRowid } = this.#prepare(
      'INSERT INTO log (tx, document, mutations, after) VALUES (?, ?, ?, ?)',
    ).run(transactionId, id, JSON.stringify(mutations), json)
    if (purge) this.#prepare('DELETE FROM log WHERE document = ? AND seq < ?').run(id, lastInsertRowid)
    return Number(lastInsertRowid)
  }

  #entries(sql: string, ...values: (string | number)[]): LogEntry[] {
    return (this.#prepare(sql).all(...values) as unknown as Row[]).map(fromRow)
  }
}

const parse = (json: string | null): LakeDocument | undefined => (json === null ? undefined : JSON.parse(json))

const fromRow = (row: Row): LogEntry => ({
  seq: row.seq,
  id: row.tx,
  timestamp: row.timestamp,
  author: row.author,
  actions: JSON.parse(row.actions),
  documentId: row.document,
  mutations: JSON.parse(row.mutations),
  before: parse(row.before),
  after: parse(row.after),
})
