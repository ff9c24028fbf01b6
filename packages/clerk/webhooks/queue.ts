import type { DatabaseSync } from 'node:sqlite'
import type { Attempt, Message } from './types.ts'

/** Finished messages and attempts beyond these are forgotten, oldest first. */
const KEPT = 1000

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS webhook_messages (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL, endpoint TEXT NOT NULL, type TEXT NOT NULL, payload TEXT,
    createdAt INTEGER NOT NULL, dueAt INTEGER NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0, status TEXT NOT NULL DEFAULT 'pending'
  );
  CREATE INDEX IF NOT EXISTS webhook_messages_due ON webhook_messages (endpoint, status, dueAt, seq);
  CREATE TABLE IF NOT EXISTS webhook_attempts (seq INTEGER PRIMARY KEY AUTOINCREMENT, content TEXT NOT NULL);
`

type NewMessage = Pick<Message, 'id' | 'endpoint' | 'type' | 'createdAt'> & { payload: string }

export type Queue = ReturnType<typeof openQueue>

/** The tables of outgoing webhooks. `add` joins the transaction that is open on `db`, so that an event is queued exactly when its change is kept. */
export function openQueue(db: DatabaseSync) {
  db.exec(SCHEMA)
  const insert = db.prepare(
    `INSERT INTO webhook_messages (id, endpoint, type, payload, createdAt, dueAt)
     VALUES (:id, :endpoint, :type, :payload, :createdAt, :createdAt)`,
  )
  const next = db.prepare(
    "SELECT * FROM webhook_messages WHERE endpoint = ? AND status = 'pending' ORDER BY dueAt, seq LIMIT 1",
  )
  const update = db.prepare(
    'UPDATE webhook_messages SET tries = :tries, dueAt = :dueAt, status = :status, payload = :payload WHERE seq = :seq',
  )
  const insertAttempt = db.prepare('INSERT INTO webhook_attempts (content) VALUES (?)')
  const pruneAttempts = db.prepare(
    'DELETE FROM webhook_attempts WHERE seq <= (SELECT max(seq) FROM webhook_attempts) - ?',
  )
  const pruneMessages = db.prepare(
    "DELETE FROM webhook_messages WHERE status <> 'pending' AND seq <= (SELECT max(seq) FROM webhook_messages) - ?",
  )

  return {
    add: (message: NewMessage): void => void insert.run(message),
    /** The undelivered message that is due first. */
    nextFor: (endpoint: string): Message | undefined => next.get(endpoint) as Message | undefined,
    /** Notes an attempt and where its message stands after it; the caller holds a transaction. */
    record(attempt: Attempt, { seq, tries, dueAt, status, payload }: Message): void {
      insertAttempt.run(JSON.stringify(attempt))
      update.run({ seq, tries, dueAt, status, payload })
      pruneAttempts.run(KEPT)
      pruneMessages.run(KEPT)
    },
    /** Newest first. */
    attempts: (): Attempt[] =>
      db
        .prepare('SELECT content FROM webhook_attempts ORDER BY seq DESC')
        .all()
        .map(({ content }) => JSON.parse(String(content)) as Attempt),
    /** What an earlier process left behind: due now, and forgotten for endpoints that are configured no more. */
    resume(endpoints: readonly string[], now: number): void {
      const places = endpoints.map(() => '?').join(', ')
      db.prepare(`DELETE FROM webhook_messages WHERE status = 'pending' AND endpoint NOT IN (${places})`).run(
        ...endpoints,
      )
      db.prepare("UPDATE webhook_messages SET dueAt = min(dueAt, ?) WHERE status = 'pending'").run(now)
    },
  }
}
