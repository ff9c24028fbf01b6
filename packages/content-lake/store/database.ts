import { DatabaseSync } from 'node:sqlite'
import { openDatabase, createStatementCache, createTransactions } from '../../local-server/index.ts'
import { DocumentIndex } from './document-index.ts'
import type { LakeDocument, Snapshot } from './document.ts'
import { serializeDocument } from './validate.ts'
import type { Change } from './workspace.ts'

export type TransactionHead = {
  id: string
  timestamp: string
  /** User id, `<anonymous>` or `<system>`. */
  author: string
  actions: string[]
}

/** Part of a transaction for one document. `seq` increases and never repeats. */
export type LogEntry = TransactionHead & {
  seq: number
  documentId: string
  mutations: Record<string, unknown>[]
  before: LakeDocument | undefined
  after: LakeDocument | undefined
}

const SCHEMA_SQL = `
  CREATE TABLE IF NOT EXISTS document (id TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS tx (id TEXT PRIMARY KEY, timestamp TEXT NOT NULL, author TEXT NOT NULL, actions TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS log (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, tx TEXT NOT NULL, document TEXT NOT NULL, mutations TEXT NOT NULL, after TEXT
  );
  CREATE INDEX IF NOT EXISTS log_by_document ON log (document, seq);
  CREATE INDEX IF NOT EXISTS log_by_tx ON log (tx, seq);
`

// The log stores each state once. The state before an entry is the `after` state of the previous entry.
const ENTRY_SQL = `
  SELECT log.seq, log.tx, log.document, log.mutations, log.after, tx.timestamp, tx.author, tx.actions,
    (SELECT earlier.after FROM log AS earlier WHERE earlier.document = log.document AND earlier.seq < log.seq
      ORDER BY earlier.seq DESC LIMIT 1) AS before
  FROM log JOIN tx ON tx.id = log.tx`

const LAST_SEQ_SQL = 'SELECT COALESCE(MAX(seq), 0) AS seq FROM log'

type Row = Record<'tx' | 'document' | 'mutations' | 'timestamp' | 'author' | 'actions', string> & {
  seq: number
  after: string | null
  before: string | null
}

export type Database = ReturnType<typeof openLog>

export function openLog(file: string) {
  const db = openDatabase(file, SCHEMA_SQL)
  const prepare = createStatementCache(db)
  const { transaction } = createTransactions(db)
  const queryEntries = (rest: string, ...values: (string | number)[]): LogEntry[] =>
    (prepare(`${ENTRY_SQL} ${rest}`).all(...values) as unknown as Row[]).map(fromRow)

  function writeChange(transactionId: string, { id, after, mutations, purge }: Change): number {
    const json = after ? serializeDocument(after) : null
    if (json === null) prepare('DELETE FROM document WHERE id = ?').run(id)
    else prepare('INSERT OR REPLACE INTO document VALUES (?, ?)').run(id, json)
    const insert = prepare('INSERT INTO log (tx, document, mutations, after) VALUES (?, ?, ?, ?)')
    const { lastInsertRowid } = insert.run(transactionId, id, JSON.stringify(mutations), json)
    if (purge) prepare('DELETE FROM log WHERE document = ? AND seq < ?').run(id, lastInsertRowid)
    return Number(lastInsertRowid)
  }

  return {
    file,
    *documents(): Generator<LakeDocument> {
      for (const { json } of prepare('SELECT json FROM document ORDER BY id').iterate()) yield JSON.parse(String(json))
    },
    /** Commits the changes and returns the `seq` of each entry, in the order of `changes`. */
    commit: ({ id, timestamp, author, actions }: TransactionHead, changes: Change[]): number[] =>
      transaction(() => {
        prepare('INSERT INTO tx VALUES (?, ?, ?, ?)').run(id, timestamp, author, JSON.stringify(actions))
        return changes.map((change) => writeChange(id, change))
      }),
    hasTransaction: (id: string): boolean => prepare('SELECT 1 FROM tx WHERE id = ?').get(id) !== undefined,
    lastSeq: (): number => Number(prepare(LAST_SEQ_SQL).get()?.seq),
    /** Returns the position of the event `<transaction>#<document>`. */
    seqOf(transactionId: string, documentId: string): number | undefined {
      const row = prepare('SELECT seq FROM log WHERE tx = ? AND document = ?').get(transactionId, documentId)
      return row && Number(row.seq)
    },
    lastSeqOf(transactionId: string): number | undefined {
      const seq = prepare('SELECT MAX(seq) AS seq FROM log WHERE tx = ?').get(transactionId)?.seq
      return seq === null || seq === undefined ? undefined : Number(seq)
    },
    entriesAfter: (seq: number, limit: number) =>
      queryEntries('WHERE log.seq > ? ORDER BY log.seq LIMIT ?', seq, limit),
    entriesOfTransaction: (id: string) => queryEntries('WHERE log.tx = ? ORDER BY log.seq', id),
    entriesOfDocuments(ids: string[], range: { from: number; to: number; newestFirst: boolean; limit: number }) {
      const placeholders = ids.map(() => '?').join(',')
      const order = `ORDER BY log.seq ${range.newestFirst ? 'DESC' : 'ASC'} LIMIT ?`
      const rest = `WHERE log.document IN (${placeholders}) AND log.seq BETWEEN ? AND ? ${order}`
      return queryEntries(rest, ...ids, range.from, range.to, range.limit)
    },
    /** Returns entries by id range. `/` follows `.` in ASCII, so the range covers the ids with the prefix. */
    entriesOfVersions: (release: string) =>
      queryEntries(
        'WHERE log.document >= ? AND log.document < ? ORDER BY log.seq',
        `versions.${release}.`,
        `versions.${release}/`,
      ),
    entryAt: (documentId: string, seq: number): LogEntry | undefined =>
      queryEntries('WHERE log.document = ? AND log.seq <= ? ORDER BY log.seq DESC LIMIT 1', documentId, seq)[0],
    seqAtTime(timestamp: string): number {
      const sql = 'SELECT COALESCE(MAX(log.seq), 0) AS seq FROM log JOIN tx ON tx.id = log.tx WHERE tx.timestamp <= ?'
      return Number(prepare(sql).get(timestamp)?.seq)
    },
    close: () => db.close(),
  }
}

const parseDocument = (json: string | null): LakeDocument | undefined => (json === null ? undefined : JSON.parse(json))

const fromRow = (row: Row): LogEntry => ({
  seq: row.seq,
  id: row.tx,
  timestamp: row.timestamp,
  author: row.author,
  actions: JSON.parse(row.actions),
  documentId: row.document,
  mutations: JSON.parse(row.mutations),
  before: parseDocument(row.before),
  after: parseDocument(row.after),
})

export function openReplica(file: string) {
  const db = new DatabaseSync(file, { readOnly: true })
  const index = new DocumentIndex()
  let lastSeq: number | undefined

  function readAll(): void {
    for (const { json } of db.prepare('SELECT json FROM document').iterate()) index.put(JSON.parse(json as string))
  }

  function readSince(seq: number): void {
    for (const row of db.prepare('SELECT document, after FROM log WHERE seq > ? ORDER BY seq').iterate(seq)) {
      if (row.after === null) index.remove(row.document as string)
      else index.put(JSON.parse(row.after as string))
    }
  }

  return {
    /** Returns a snapshot, valid until the next call. */
    snapshot(): Snapshot {
      // A transaction keeps documents and log position consistent.
      db.exec('BEGIN')
      try {
        if (lastSeq === undefined) readAll()
        else readSince(lastSeq)
        lastSeq = Number(db.prepare(LAST_SEQ_SQL).get()?.seq)
      } finally {
        db.exec('COMMIT')
      }
      return index.snapshot()
    },
    close: () => db.close(),
  }
}
