import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { openDatabase, createStatementCache } from '../../local-server/index.ts'
import { CHANNELS } from './sample-data.ts'
import type { SystemName } from './systems.ts'

/** Calendar entry with times in ISO 8601, UTC. */
export type Entry = {
  id: string
  /** Idempotency key. Null if the id serves as the key. */
  onceKey: string | null
  title: string
  place: string
  text: string
  startsAt: string
  endsAt: string
}

export type AppCalendar = { id: string; account: string; name: string }

export type Channel = { id: string; name: string; isArchived: boolean }

/** Text object of a Block Kit section. */
export type TextBlock = { type: 'mrkdwn' | 'plain_text'; text: string }

/** Slack message. `ts` identifies it in its channel. */
export type Message = { ts: string; channel: string; text: string; blocks: TextBlock[] }

/** Zap with a trigger of the application. `hookId` is the application's id of the subscription, while the Zap is on. */
export type Zap = { id: string; event: string; apiKey: string; hookId: string | null; notice: string }

export type ZapDelivery = { receivedAt: number; body: string }

export type StoredRecord = { id: string; payload: Record<string, unknown> }

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS kept (
    system TEXT NOT NULL, model TEXT NOT NULL, id TEXT NOT NULL, grant_id TEXT, uid TEXT,
    payload TEXT NOT NULL, expires_at INTEGER,
    PRIMARY KEY (system, model, id)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS kept_of_grant ON kept (system, grant_id);
  CREATE TABLE IF NOT EXISTS calendars (
    id TEXT PRIMARY KEY, made INTEGER NOT NULL, system TEXT NOT NULL, account TEXT NOT NULL, name TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS entries (
    calendar TEXT NOT NULL REFERENCES calendars (id) ON DELETE CASCADE,
    id TEXT NOT NULL, once_key TEXT, title TEXT NOT NULL, place TEXT NOT NULL, text TEXT NOT NULL,
    starts_at TEXT NOT NULL, ends_at TEXT NOT NULL,
    PRIMARY KEY (calendar, id), UNIQUE (calendar, once_key)
  );
  CREATE TABLE IF NOT EXISTS archived_channels (id TEXT PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS messages (
    ts TEXT PRIMARY KEY, channel TEXT NOT NULL, text TEXT NOT NULL, blocks TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS zaps (
    id TEXT PRIMARY KEY, made INTEGER NOT NULL, event TEXT NOT NULL, api_key TEXT NOT NULL, hook_id TEXT,
    notice TEXT NOT NULL DEFAULT ''
  );
  CREATE TABLE IF NOT EXISTS zap_deliveries (
    zap TEXT NOT NULL REFERENCES zaps (id) ON DELETE CASCADE, received_at INTEGER NOT NULL, body TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS outages (system TEXT PRIMARY KEY);
`

const parseRecord = (row: unknown): StoredRecord => {
  const { id, payload } = row as { id: string; payload: string }
  return { id, payload: JSON.parse(payload) as Record<string, unknown> }
}

const ENTRY_COLUMNS = 'id, once_key AS onceKey, title, place, text, starts_at AS startsAt, ends_at AS endsAt'

/** Opens the store, in memory without a folder. @throws {ConfigurationError} if another server uses the folder */
export function openStore(dataDir: string | undefined) {
  const file = dataDir === undefined ? ':memory:' : join(dataDir, 'systems.db')
  const db = openDatabase(file, SCHEMA, {
    synchronous: 'NORMAL',
    exclusive: `Another server uses ${file}: stop it, or choose another folder with --data`,
  })
  const sql = createStatementCache(db)
  const now = () => Date.now()
  sql('DELETE FROM kept WHERE expires_at <= ?').run(now())
  return {
    kept: {
      put(system: SystemName, model: string, id: string, payload: Record<string, unknown>, seconds?: number): void {
        const { grantId, uid } = payload as { grantId?: string; uid?: string }
        const expiresAt = seconds === undefined ? null : now() + seconds * 1000
        const row = [system, model, id, grantId ?? null, uid ?? null, JSON.stringify(payload), expiresAt]
        sql('INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?, ?, ?, ?)').run(...row)
      },
      find: (system: SystemName, model: string, column: 'id' | 'uid', value: string): StoredRecord | undefined =>
        sql(
          `SELECT id, payload FROM kept
           WHERE system = ? AND model = ? AND ${column} = ? AND (expires_at IS NULL OR expires_at > ?)`,
        )
          .all(system, model, value, now())
          .map(parseRecord)[0],
      consume: (system: SystemName, model: string, id: string): void =>
        void sql(
          `UPDATE kept SET payload = json_set(payload, '$.consumed', ?) WHERE system = ? AND model = ? AND id = ?`,
        ).run(Math.floor(now() / 1000), system, model, id),
      list: (system: SystemName, model: string): StoredRecord[] =>
        sql('SELECT id, payload FROM kept WHERE system = ? AND model = ? AND expires_at > ?')
          .all(system, model, now())
          .map(parseRecord),
      remove: (system: SystemName, model: string, id: string): void =>
        void sql('DELETE FROM kept WHERE system = ? AND model = ? AND id = ?').run(system, model, id),
      /** Revokes a grant with all its tokens. */
      endGrant(system: SystemName, id: string): void {
        sql(`DELETE FROM kept WHERE system = ? AND (grant_id = ? OR (model = 'Grant' AND id = ?))`).run(system, id, id)
      },
    },
    calendars: {
      make(system: SystemName, account: string, name: string): AppCalendar {
        const id = `own-${randomUUID()}@group.calendar.example.com`
        sql('INSERT INTO calendars VALUES (?, ?, ?, ?, ?)').run(id, now(), system, account, name)
        return { id, account, name }
      },
      list: (system: SystemName, account?: string): AppCalendar[] =>
        sql(
          `SELECT id, account, name FROM calendars
           WHERE system = ? AND (? IS NULL OR account = ?) ORDER BY made, rowid`,
        ).all(system, account ?? null, account ?? null) as AppCalendar[],
      clear: (system: SystemName): void => void sql('DELETE FROM calendars WHERE system = ?').run(system),
    },
    entries: {
      add: (calendar: string, { id, onceKey, title, place, text, startsAt, endsAt }: Entry): boolean =>
        sql(
          `INSERT OR IGNORE INTO entries (calendar, id, once_key, title, place, text, starts_at, ends_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        ).run(calendar, id, onceKey, title, place, text, startsAt, endsAt).changes === 1,
      list: (calendar: string): Entry[] =>
        sql(`SELECT ${ENTRY_COLUMNS} FROM entries WHERE calendar = ? ORDER BY starts_at, rowid`).all(
          calendar,
        ) as Entry[],
    },
    channels: {
      list(): Channel[] {
        const archivedIds = new Set(
          (sql('SELECT id FROM archived_channels').all() as { id: string }[]).map(({ id }) => id),
        )
        return CHANNELS.map((name, index) => ({
          id: `C${index + 1}`,
          name,
          isArchived: archivedIds.has(`C${index + 1}`),
        }))
      },
      setArchived: (id: string, isArchived: boolean): void =>
        void sql(
          isArchived
            ? 'INSERT OR IGNORE INTO archived_channels (id) VALUES (?)'
            : 'DELETE FROM archived_channels WHERE id = ?',
        ).run(id),
    },
    messages: {
      /** @returns the timestamp of the message, in Unix seconds with six decimals */
      add(channel: string, { text, blocks }: Pick<Message, 'text' | 'blocks'>): string {
        const { count } = sql('SELECT count(*) AS count FROM messages').get() as { count: number }
        const ts = `${Math.floor(now() / 1000)}.${String(count + 1).padStart(6, '0')}`
        sql('INSERT INTO messages VALUES (?, ?, ?, ?)').run(ts, channel, text, JSON.stringify(blocks))
        return ts
      },
      /** Lists messages, oldest first. */
      list: (): Message[] =>
        (
          sql('SELECT ts, channel, text, blocks FROM messages ORDER BY rowid').all() as (Omit<Message, 'blocks'> & {
            blocks: string
          })[]
        ).map(({ blocks, ...message }) => ({ ...message, blocks: JSON.parse(blocks) as TextBlock[] })),
      clear: (): void => void sql('DELETE FROM messages').run(),
    },
    zaps: {
      add(event: string, apiKey: string): string {
        const id = randomUUID()
        sql('INSERT INTO zaps (id, made, event, api_key) VALUES (?, ?, ?, ?)').run(id, now(), event, apiKey)
        return id
      },
      list: (): Zap[] =>
        sql(
          'SELECT id, event, api_key AS apiKey, hook_id AS hookId, notice FROM zaps ORDER BY made, rowid',
        ).all() as Zap[],
      change: (id: string, { hookId, notice }: Pick<Zap, 'hookId' | 'notice'>): void =>
        void sql('UPDATE zaps SET hook_id = ?, notice = ? WHERE id = ?').run(hookId, notice, id),
      remove: (id: string): void => void sql('DELETE FROM zaps WHERE id = ?').run(id),
      addDelivery: (id: string, body: string): void =>
        void sql('INSERT INTO zap_deliveries VALUES (?, ?, ?)').run(id, now(), body),
      /** Lists deliveries, oldest first. */
      listDeliveries: (id: string): ZapDelivery[] =>
        sql('SELECT received_at AS receivedAt, body FROM zap_deliveries WHERE zap = ? ORDER BY rowid').all(
          id,
        ) as ZapDelivery[],
    },
    outages: {
      has: (system: SystemName): boolean =>
        sql('SELECT 1 AS is_out FROM outages WHERE system = ?').get(system) !== undefined,
      set: (system: SystemName, isDown: boolean): void =>
        void sql(
          isDown ? 'INSERT OR IGNORE INTO outages (system) VALUES (?)' : 'DELETE FROM outages WHERE system = ?',
        ).run(system),
    },
    close: () => db.close(),
  }
}

export type Store = ReturnType<typeof openStore>
