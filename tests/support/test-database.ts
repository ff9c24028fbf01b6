import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { inject } from 'vitest'
import { postgresServers } from '@ductwise/postgres/testing'
import { TEMPLATE } from './shared-postgres.ts'

export type TestDatabase = {
  url: string
  close: () => Promise<void>
}

/**
 * A database of its own with the tables of the site: on the PostgreSQL that all tests of the run share, or, where none is
 * installed, on a local Postgres that is started for it.
 */
export async function startDatabase(): Promise<TestDatabase> {
  const shared = inject('sharedPostgresUrl')
  if (!shared) return startLocalPostgres()
  const server = postgres(shared, { max: 1, onnotice: () => undefined })
  const name = `test_${randomBytes(8).toString('hex')}`
  await server.unsafe(`create database ${name} template ${TEMPLATE}`)
  const url = new URL(shared)
  url.pathname = name
  return {
    url: String(url),
    close: async () => {
      await server.unsafe(`drop database ${name} with (force)`)
      await server.end()
    },
  }
}

/** A local Postgres of its own, for tests that end it or cut it off. */
export function startLocalPostgres() {
  const [local] = postgresServers
  if (!local) throw new Error('There is no local Postgres')
  return local.start()
}
