#!/usr/bin/env node
import { startPostgres } from './server.ts'

const { env } = process

const postgres = await startPostgres({
  port: Number(env.POSTGRES_PORT ?? 5499),
  dataDir: env.POSTGRES_DATA ?? '.data/postgres',
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void postgres.close().then(() => process.exit(0))
  })
}

process.stdout.write(`postgres listening on ${new URL(postgres.url).host}\n`)
