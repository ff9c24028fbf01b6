import type { Change } from '../../support/defences/check.ts'

const CLIENT = 'lib/db/client.ts'

/** What holds while the database is out of order, and how it is taken away. */
export const database = {
  /** A site starts without its database. */
  start: [
    {
      file: CLIENT,
      from: "log.warn({ err: error }, 'The database cannot be reached yet')",
      to: 'throw error',
    },
  ],
  /** A failed attempt to connect is followed by another one. */
  reopening: [{ file: CLIENT, from: 'opening.catch(() => forget(opening))', to: 'opening.catch(() => undefined)' }],
  /** Nobody waits for it without an end. */
  deadlines: [
    { file: CLIENT, from: 'const REQUEST_DEADLINE_MS = 3_000', to: 'const REQUEST_DEADLINE_MS = 300_000' },
    { file: 'lib/contact/submit.ts', from: 'const DEADLINE_MS = 5_000', to: 'const DEADLINE_MS = 300_000' },
  ],
  /** Its errors say whether the same request may succeed later. */
  outages: [
    {
      file: CLIENT,
      from: "if (error instanceof DatabaseTimeoutError || (typeof code === 'string' && OUTAGE.test(code))) return true",
      to: "if (error instanceof DatabaseTimeoutError && typeof code === 'string' && OUTAGE.test(code)) return true",
    },
  ],
  /** Migrations are applied wholly or not at all, by one process at a time. */
  migrations: [
    {
      file: CLIENT,
      from: '    await migrate(db, { migrationsFolder: folder })\n',
      to: `    const { readMigrationFiles } = await import('drizzle-orm/migrator')
    const [made] = await db.execute(sql\`select to_regclass('public.organizations') as name\`)
    if (process.env.NEVER_SET) await migrate(db, { migrationsFolder: folder })
    if (!made?.name)
      for (const file of readMigrationFiles({ migrationsFolder: folder }))
        for (const statement of file.sql) await db.execute(sql.raw(statement))
`,
    },
    {
      file: CLIENT,
      from: 'await db.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK})`)',
      to: 'await db.execute(sql`select ${MIGRATION_LOCK}::int`)',
    },
  ],
  /** Several requests ask it at the same time. */
  connections: [{ file: 'lib/env.ts', from: '.default(5)', to: '.default(1)' }],
} satisfies Record<string, Change[]>
