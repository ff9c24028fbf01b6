#!/usr/bin/env node
import { buildCommonFlags, parsePort, runServer } from '../local-server/index.ts'
import { startPostgres } from './server.ts'

await runServer({
  name: 'local-postgres',
  description: "A local server that speaks Postgres's protocol, on PGlite, for development and tests.",
  flags: {
    ...buildCommonFlags('POSTGRES', '5499', '.data/postgres'),
    memory: { help: 'Store the data in memory instead' },
    'no-notifications': { help: 'Delivers no notifications, like a connection pooler in transaction mode' },
  },
  examples: [
    'local-postgres --port 5499 --data .data/postgres',
    'DATABASE_URL=postgres://local:local@127.0.0.1:5499/postgres',
  ],
  start: async (flags) => {
    const postgres = await startPostgres({
      port: parsePort(flags.port),
      dataDir: flags.memory ? undefined : flags.data,
      notifications: !flags['no-notifications'],
    })
    return { message: `postgres listening on ${new URL(postgres.url).host}`, close: postgres.close }
  },
})
