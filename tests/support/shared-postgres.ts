import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { postgresServers } from '@ductwise/postgres/testing'
import { openDatabase } from '../../lib/db/client.ts'

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- vitest's own is extended, which a type cannot be
  export interface ProvidedContext {
    /** Address of the PostgreSQL that all tests of a run share; undefined where none is installed. */
    sharedPostgresUrl: string | undefined
  }
}

/** Database with the tables of the site, of which each test file has a copy: that takes 50 ms, migrating ten times as long. */
export const TEMPLATE = 'site_template'

/** Starts an installed PostgreSQL for a whole run of tests, since starting one for each file took most of their time. */
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
  // Nobody may be connected to a database that is copied.
  const { close } = await openDatabase(String(template))
  await close()
  provide('sharedPostgresUrl', server.url)
  return server.close
}
