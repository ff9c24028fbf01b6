import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { postgresServers } from '@ductwise/postgres/testing'
import { openDatabase } from '../../lib/platform/db/client.ts'

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- vitest's own is extended, which a type cannot be
  export interface ProvidedContext {
    /** Undefined if PostgreSQL is not installed. */
    sharedPostgresUrl: string | undefined
  }
}

/** Migrated template database: a copy per test file takes 50 ms, migrating ten times as long. */
export const TEMPLATE = 'site_template'

/** One PostgreSQL per run: starting one per file took most of the time. */
export async function setup({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const [, installed] = postgresServers
  if (!installed) {
    provide('sharedPostgresUrl', undefined)
    return undefined
  }
  const server = await installed.start()
  const maintenance = postgres(server.url, { max: 1 })
  await maintenance.unsafe(`create database ${TEMPLATE}`)
  await maintenance.end()
  const template = new URL(server.url)
  template.pathname = TEMPLATE
  // A template must have no connections while it is copied.
  const { close } = await openDatabase(String(template))
  await close()
  provide('sharedPostgresUrl', server.url)
  return server.close
}
