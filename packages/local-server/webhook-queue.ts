import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { Transactions } from './sqlite.ts'

export type Endpoint = {
  id: string
  url: string
}

/** Reason of a failed attempt. `other` means that no request was sent. */
export type FailureReason = 'http' | 'network' | 'timeout' | 'other'

export type Outcome = {
  /** HTTP status, or 0 without a response. */
  resultCode: number
  /** First 1024 characters of the response with redacted secrets. */
  resultBody: string | null
  failureReason: FailureReason | null
  failureDetail: string | null
  retryAfterMs?: number
}

export type Message<Details> = {
  seq: number
  id: string
  endpointId: string
  lane: string
  details: Details
  payload: string
  /** Milliseconds since 1970. */
  createdAt: number
  tries: number
  dueAt: number
  status: 'pending' | 'success' | 'failure'
  /** HTTP status of the latest attempt, or 0 without a response. */
  resultCode: number
}

export type NewMessage<Details> = Pick<
  Message<Details>,
  'id' | 'endpointId' | 'lane' | 'details' | 'payload' | 'createdAt'
>

export type Attempt<Details> = Omit<Outcome, 'retryAfterMs'> & {
  id: string
  messageId: string
  endpointId: string
  details: Details
  number: number
  startedAt: number
  finishedAt: number
  willRetry: boolean
}

const MAX_RETAINED_ROWS = 1000

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS outgoing_message (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL, endpointId TEXT NOT NULL, lane TEXT NOT NULL, details TEXT NOT NULL, payload TEXT NOT NULL,
    createdAt INTEGER NOT NULL, dueAt INTEGER NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0, status TEXT NOT NULL DEFAULT 'pending', resultCode INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX IF NOT EXISTS outgoing_message_by_status ON outgoing_message (status, seq);
  CREATE TABLE IF NOT EXISTS outgoing_attempt (seq INTEGER PRIMARY KEY AUTOINCREMENT, content TEXT NOT NULL);
`

const INSERT_MESSAGE = `
  INSERT INTO outgoing_message (id, endpointId, lane, details, payload, createdAt, dueAt)
  VALUES (:id, :endpointId, :lane, :details, :payload, :createdAt, :createdAt) RETURNING *`

export type Progress = Pick<Message<unknown>, 'seq' | 'tries' | 'dueAt' | 'status' | 'resultCode'>

export type WebhookQueue<Details> = {
  /** Adds messages and returns them with `seq`. Joins the surrounding transaction, if any. */
  add: (messages: readonly NewMessage<Details>[]) => Message<Details>[]
  /**
   * Returns pending messages of an earlier process, oldest first and due now. Deletes those of unconfigured endpoints.
   */
  resume: (endpointIds: readonly string[], now: number) => Message<Details>[]
  listMessages: (endpointId: string) => Message<Details>[]
  record: (attempt: Attempt<Details>, progress: Progress) => void
  attempts: () => Attempt<Details>[]
}

type QueueOptions = {
  db: DatabaseSync
  transaction: Transactions['transaction']
  /** Whether payloads of delivered messages are stored. Defaults to true. */
  keepPayloads?: boolean
}

export function openWebhookQueue<Details>({
  db,
  transaction,
  keepPayloads = true,
}: QueueOptions): WebhookQueue<Details> {
  db.exec(SCHEMA)
  const insertMessage = db.prepare(INSERT_MESSAGE)
  const updateMessage = db.prepare(
    'UPDATE outgoing_message SET tries = :tries, dueAt = :dueAt, status = :status, resultCode = :resultCode WHERE seq = :seq',
  )
  const clearPayload = db.prepare("UPDATE outgoing_message SET payload = '' WHERE seq = ? AND status <> 'pending'")
  const insertAttempt = db.prepare('INSERT INTO outgoing_attempt (content) VALUES (?)')
  const pruneAttempts = db.prepare(
    'DELETE FROM outgoing_attempt WHERE seq <= (SELECT max(seq) FROM outgoing_attempt) - ?',
  )
  const pruneMessages = db.prepare(
    "DELETE FROM outgoing_message WHERE status <> 'pending' AND seq <= (SELECT max(seq) FROM outgoing_message) - ?",
  )
  const parseRow = (row: unknown): Message<Details> => {
    const { details, ...rest } = row as Message<Details> & { details: string }
    return { ...rest, details: JSON.parse(details) as Details }
  }
  const selectMessages = (where: string, ...values: SQLInputValue[]): Message<Details>[] =>
    db
      .prepare(`SELECT * FROM outgoing_message ${where}`)
      .all(...values)
      .map(parseRow)

  return {
    add: (newMessages) =>
      transaction(() =>
        newMessages.map((message) =>
          parseRow(insertMessage.get({ ...message, details: JSON.stringify(message.details) })),
        ),
      ),
    resume: (endpointIds, now) =>
      transaction(() => {
        const placeholders = endpointIds.map(() => '?').join(', ')
        const deleteUnknown = `DELETE FROM outgoing_message WHERE status = 'pending' AND endpointId NOT IN (${placeholders})`
        db.prepare(deleteUnknown).run(...endpointIds)
        db.prepare("UPDATE outgoing_message SET dueAt = min(dueAt, ?) WHERE status = 'pending'").run(now)
        return selectMessages("WHERE status = 'pending' ORDER BY seq")
      }),
    listMessages: (endpointId) =>
      selectMessages('WHERE endpointId = ? ORDER BY seq DESC LIMIT ?', endpointId, MAX_RETAINED_ROWS),
    record: (attempt, progress) =>
      transaction(() => {
        insertAttempt.run(JSON.stringify(attempt))
        updateMessage.run(progress)
        if (!keepPayloads) clearPayload.run(progress.seq)
        pruneAttempts.run(MAX_RETAINED_ROWS)
        pruneMessages.run(MAX_RETAINED_ROWS)
      }),
    attempts: () =>
      db
        .prepare('SELECT content FROM outgoing_attempt ORDER BY seq DESC')
        .all()
        .map(({ content }) => JSON.parse(String(content)) as Attempt<Details>),
  }
}
