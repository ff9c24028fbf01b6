import { join } from 'node:path'
import { createStatementCache, openDatabase } from '../local-server/index.ts'

export type StoredMessage = {
  id: number
  /** Unix ms */
  receivedAt: number
  sender: string
  recipients: string[]
  subject: string
}

type NewMessage = Omit<StoredMessage, 'id'> & { source: Uint8Array }

export type MessageFilter = {
  /** Exact recipient. */
  to?: string | undefined
  /** Part of a recipient, the sender or the subject. */
  search?: string | undefined
}

export const DEFAULT_MAX_MESSAGES = 1000

/** AUTOINCREMENT never reuses the id of a deleted email, so that old links do not open another email. */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT, received_at INTEGER NOT NULL, sender TEXT NOT NULL,
    recipients TEXT NOT NULL, subject TEXT NOT NULL, source BLOB NOT NULL
  );
`

const COLUMNS = 'id, received_at AS receivedAt, sender, recipients, subject'

function parseRow(row: unknown): StoredMessage {
  const { recipients, ...message } = row as Omit<StoredMessage, 'recipients'> & { recipients: string }
  return { ...message, recipients: JSON.parse(recipients) as string[] }
}

/** Opens the store, in memory without a folder. @throws {ConfigurationError} if another server uses the folder */
export function openStore(dataDir: string | undefined, maxMessages: number) {
  const file = dataDir === undefined ? ':memory:' : join(dataDir, 'mail.db')
  const db = openDatabase(file, SCHEMA, {
    exclusive: `Another server uses ${file}: stop it, or choose another folder with --data`,
  })
  const sql = createStatementCache(db)
  return {
    /** Stores an email and deletes the oldest ones above the limit. */
    add({ receivedAt, sender, recipients, subject, source }: NewMessage): void {
      sql('INSERT INTO messages (received_at, sender, recipients, subject, source) VALUES (?, ?, ?, ?, ?)').run(
        receivedAt,
        sender,
        JSON.stringify(recipients),
        subject,
        source,
      )
      sql('DELETE FROM messages WHERE id <= (SELECT id FROM messages ORDER BY id DESC LIMIT 1 OFFSET ?)').run(
        maxMessages,
      )
    },
    /** Returns the matching emails, newest first. */
    list: ({ to, search }: MessageFilter = {}): StoredMessage[] =>
      sql(
        `SELECT ${COLUMNS} FROM messages
         WHERE (:to IS NULL OR EXISTS (SELECT 1 FROM json_each(recipients) WHERE value = lower(:to)))
           AND (:search IS NULL OR instr(lower(recipients || char(10) || sender || char(10) || subject), lower(:search)))
         ORDER BY id DESC`,
      )
        .all({ to: to ?? null, search: search ?? null })
        .map(parseRow),
    find: (id: number): StoredMessage | undefined =>
      sql(`SELECT ${COLUMNS} FROM messages WHERE id = ?`).all(id).map(parseRow)[0],
    readSource: (id: number): Uint8Array | undefined =>
      (sql('SELECT source FROM messages WHERE id = ?').get(id) as { source: Uint8Array } | undefined)?.source,
    clear: (): void => void sql('DELETE FROM messages').run(),
    close: () => db.close(),
  }
}

export type Store = ReturnType<typeof openStore>
