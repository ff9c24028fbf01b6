import { DatabaseSync } from 'node:sqlite'
import type { SQLInputValue } from 'node:sqlite'
import type { Attempt, Message, NewMessage } from './types.ts'

/** Delivered messages and attempts beyond these are forgotten, oldest first. */
const KEPT_ATTEMPTS = 1000
const KEPT_MESSAGES = 1000

// NORMAL in WAL mode outlives kill -9; only a power cut may lose the last few milliseconds, and a lost
// webhook costs freshness, not content. It saves a disk flush per attempt.
const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS messages (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE, hookId TEXT NOT NULL, dataset TEXT NOT NULL, documentId TEXT NOT NULL,
    transactionId TEXT NOT NULL, transactionTime TEXT NOT NULL, operation TEXT NOT NULL, payload TEXT NOT NULL,
    createdAt INTEGER NOT NULL, dueAt INTEGER NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0, status TEXT NOT NULL DEFAULT 'pending', resultCode INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX IF NOT EXISTS messages_by_status ON messages (status, seq);
  CREATE TABLE IF NOT EXISTS attempts (seq INTEGER PRIMARY KEY AUTOINCREMENT, content TEXT NOT NULL);
`

const INSERT_MESSAGE = `
  INSERT INTO messages (id, hookId, dataset, documentId, transactionId, transactionTime, operation, payload, createdAt, dueAt)
  VALUES (:id, :hookId, :dataset, :documentId, :transactionId, :transactionTime, :operation, :payload, :createdAt, :dueAt)
  RETURNING *`

export type Progress = Pick<Message, 'seq' | 'tries' | 'dueAt' | 'status' | 'resultCode'>

export type Queue = ReturnType<typeof openQueue>

/** The webhooks' file: messages (pending ones and the latest finished) and the latest attempts. */
export function openQueue(file: string) {
  const db = new DatabaseSync(file)
  db.exec(SCHEMA)
  const insertMessage = db.prepare(INSERT_MESSAGE)
  const updateMessage = db.prepare(
    'UPDATE messages SET tries = :tries, dueAt = :dueAt, status = :status, resultCode = :resultCode WHERE seq = :seq',
  )
  const insertAttempt = db.prepare('INSERT INTO attempts (content) VALUES (?)')
  const pruneAttempts = db.prepare('DELETE FROM attempts WHERE seq <= (SELECT max(seq) FROM attempts) - ?')
  const pruneMessages = db.prepare(
    "DELETE FROM messages WHERE status <> 'pending' AND seq <= (SELECT max(seq) FROM messages) - ?",
  )

  const atomically = <T>(work: () => T): T => {
    db.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      db.exec('COMMIT')
      return result
    } catch (error) {
      db.exec('ROLLBACK')
      throw error
    }
  }
  const messages = (where: string, ...values: SQLInputValue[]): Message[] =>
    db.prepare(`SELECT * FROM messages ${where}`).all(...values) as Message[]

  return {
    /** On disk when it returns; answers the messages with their place in the order. */
    add: (added: readonly NewMessage[]): Message[] =>
      atomically(() => added.map((message) => insertMessage.get(message) as Message)),
    /** Undelivered messages, oldest first. */
    pending: (): Message[] => messages("WHERE status = 'pending' ORDER BY seq"),
    /** A webhook's latest messages, newest first. */
    messagesOf: (hookId: string): Message[] =>
      messages('WHERE hookId = ? ORDER BY seq DESC LIMIT ?', hookId, KEPT_MESSAGES),
    /** Notes an attempt and where its message stands after it. */
    record(attempt: Attempt, progress: Progress): void {
      atomically(() => {
        insertAttempt.run(JSON.stringify(attempt))
        updateMessage.run(progress)
        pruneAttempts.run(KEPT_ATTEMPTS)
        pruneMessages.run(KEPT_MESSAGES)
      })
    },
    /** Newest first. */
    attempts: (): Attempt[] =>
      db
        .prepare('SELECT content FROM attempts ORDER BY seq DESC')
        .all()
        .map(({ content }) => JSON.parse(String(content)) as Attempt),
    /** Forgets what is left for webhooks that are configured no more. */
    dropMessagesExceptOf(hookIds: readonly string[]): void {
      const places = hookIds.map(() => '?').join(', ')
      db.prepare(`DELETE FROM messages WHERE status = 'pending' AND hookId NOT IN (${places})`).run(...hookIds)
    },
    close: (): void => db.close(),
  }
}
