import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { inject } from 'vitest'
import { postgresServers } from '@ductwise/postgres/testing'
import { TEMPLATE_DATABASE } from './shared-postgres.ts'

export type TestDatabase = {
  url: string
  close: () => Promise<void>
}

/**
 * Creates a database on the shared PostgreSQL, or starts an empty local one if none is installed. `template0` creates
 * an empty database.
 */
export async function startDatabase(template = TEMPLATE_DATABASE): Promise<TestDatabase> {
  const sharedUrl = inject('sharedPostgresUrl')
  if (!sharedUrl) return startLocalPostgres()
  const server = postgres(sharedUrl, { max: 1, onnotice: () => undefined })
  const name = `test_${randomBytes(8).toString('hex')}`
  await server.unsafe(`create database ${name} template ${template}`)
  const url = new URL(sharedUrl)
  url.pathname = name
  return {
    url: String(url),
    close: async () => {
      await server.unsafe(`drop database ${name} with (force)`)
      await server.end()
    },
  }
}

/** Starts a separate local Postgres, for tests that stop or disconnect it. */
export function startLocalPostgres() {
  const [local] = postgresServers
  if (!local) throw new Error('There is no local Postgres')
  return local.start()
}
