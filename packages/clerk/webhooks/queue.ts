import type { DatabaseSync } from 'node:sqlite'

/** An event to be delivered to one endpoint. */
export type Message = {
  /** The order of first attempts. */
  seq: number
  /** The `svix-id`: the same for every endpoint and every attempt. */
  id: string
  /** The endpoint's url. */
  endpoint: string
  type: string
  /** The JSON to send; erased when it is delivered or given up, because it contains names and addresses. */
  payload: string | null
  /** Milliseconds since 1970, by the machine's clock. */
  createdAt: number
  /** Not sent before; milliseconds since 1970. */
  dueAt: number
  tries: number
  status: 'pending' | 'delivered' | 'given up'
}

/** An entry of the delivery log, without the payload. */
export type Attempt = {
  messageId: string
  /** Without query and credentials. */
  endpoint: string
  type: string
  /** 1 for the first. */
  number: number
  /** Milliseconds since 1970. */
  startedAt: number
  /** Milliseconds. */
  duration: number
  /** HTTP status; 0 without a response. */
  resultCode: number
  /** `timeout`, an error's code such as `ECONNREFUSED`, or nothing. */
  failure: string | null
  status: Message['status']
}

/** The number of finished messages and of attempts to keep. */
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

/** The tables of outgoing webhooks. `add` is part of the open transaction on `db`, so an event is queued exactly when its change is committed. */
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
    /** Stores an attempt and the message after it. Call it in a transaction. */
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
    /** Makes the messages of an earlier process due now, and deletes those to endpoints that are no longer configured. */
    resume(endpoints: readonly string[], now: number): void {
      const places = endpoints.map(() => '?').join(', ')
      db.prepare(`DELETE FROM webhook_messages WHERE status = 'pending' AND endpoint NOT IN (${places})`).run(
        ...endpoints,
      )
      db.prepare("UPDATE webhook_messages SET dueAt = min(dueAt, ?) WHERE status = 'pending'").run(now)
    },
  }
}
