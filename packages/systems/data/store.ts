import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { openDatabase, createStatementCache } from '../../local-server/index.ts'
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
