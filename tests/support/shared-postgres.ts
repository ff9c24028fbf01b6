import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { postgresServers } from '@ductwise/postgres/testing'
import { openDatabase } from '../../lib/platform/db/client.ts'

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be extended
  export interface ProvidedContext {
    /** URL of the shared server. Undefined if PostgreSQL is not installed. */
    sharedPostgresUrl: string | undefined
  }
}

/** Name of the migrated template database. Copying it per test file takes 50 ms; migrating takes ten times as long. */
export const TEMPLATE_DATABASE = 'site_template'

/** Starts one PostgreSQL per run: a server per test file would take most of the run time. */
export async function setup({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const [, installed] = postgresServers
  if (!installed) {
    provide('sharedPostgresUrl', undefined)
    return undefined
  }
  const server = await installed.start()
  const maintenance = postgres(server.url, { max: 1 })
  await maintenance.unsafe(`create database ${TEMPLATE_DATABASE}`)
  await maintenance.end()
  const template = new URL(server.url)
  template.pathname = TEMPLATE_DATABASE
  // Closes the connections, because PostgreSQL cannot copy a template in use.
  const { close } = await openDatabase(String(template))
  await close()
  provide('sharedPostgresUrl', server.url)
  return server.close
}
