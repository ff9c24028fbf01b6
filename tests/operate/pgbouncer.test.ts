import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { RunningPostgres } from '@ductwise/postgres/testing'
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findFreePort } from '../../packages/local-server/tests/servers.ts'
import { openDatabase } from '../../lib/platform/db/client.ts'
import { runInOrganization } from '../../lib/platform/db/organization.ts'
import { leads } from '../../lib/dashboard/schema/leads.ts'
import { CONNECTION_LIMITS } from '../../lib/platform/db/scope.ts'
import { buildCookies, ORGANIZATION, OTHER_ORGANIZATION, getToken } from '../e2e/account/gate-visitors.ts'
import { stack } from '../support/stack/addresses.ts'
import { startOperatePostgres } from './support/postgres.ts'
import { hasProgram, createProgramFolder, startProgram } from './support/programs.ts'
import { type Site, startSite } from './support/sites.ts'

type Pooler = { url: (user: string) => string; stop: () => Promise<void> }

async function startPooler(database: string, mode: string, extraSettings = ''): Promise<Pooler> {
  const folder = createProgramFolder('pgbouncer')
  const port = await findFreePort()
  const users = resolve(folder, 'users.txt')
  writeFileSync(users, '"ductwise_site" ""\n"local" ""\n')
  const file = resolve(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
postgres = host=127.0.0.1 port=${new URL(database).port} dbname=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = 3
${extraSettings}
`,
  )
  const userArgs = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
  const name = `pgbouncer-${mode}-${randomUUID().slice(0, 4)}`
  const { stop } = await startProgram({ name, command: '/usr/sbin/pgbouncer', args: [...userArgs, file], port })
  return { url: (user) => `postgres://${user}@127.0.0.1:${port}/postgres`, stop }
}

const isMissing = !hasProgram('pgbouncer') || !hasProgram('postgres')

describe.skipIf(isMissing)('site behind PgBouncer', () => {
  let database: RunningPostgres
  let owner: Sql
  let pooler: Pooler
  let site: Site

  beforeAll(async () => {
    database = await startOperatePostgres()
    const connection = await openDatabase(database.url)
    for (const organizationId of [ORGANIZATION, OTHER_ORGANIZATION]) {
      await runInOrganization(connection.db, organizationId, ({ db }) =>
        db
          .insert(leads)
          .values({ organizationId, name: `Lead of ${organizationId}`, problem: 'No heat', source: 'call' }),
      )
    }
    await connection.close()
    owner = postgres(database.url, { max: 1, onnotice: () => undefined })
    await owner`alter role ductwise_site login`
    pooler = await startPooler(database.url, 'transaction')
    const variables = { DATABASE_URL: database.url, DATABASE_POOLER_URL: pooler.url('ductwise_site') }
    site = await startSite({ name: 'pooled', variables })
  })
  afterAll(async () => {
    await site?.stop()
    await pooler?.stop()
    await owner?.end()
    await database?.close()
  })

  const requestAs = async (path: string, visitor: Parameters<typeof getToken>[0], options: RequestInit = {}) =>
    fetch(site.url + path, {
      ...options,
      headers: { ...options.headers, ...(await buildCookies(getToken(visitor))) },
    })

  it('isolates organizations in transaction mode under concurrent requests', async () => {
    const results = Array.from({ length: 60 }, async (_, index) => {
      const [user, organizationId, otherId] =
        index % 2 === 0
          ? (['admin', ORGANIZATION, OTHER_ORGANIZATION] as const)
          : (['admin of another organization', OTHER_ORGANIZATION, ORGANIZATION] as const)
      const response = await requestAs('/api/dashboard/leads', user)
      const text = await response.text()
      return [response.status, text.includes(`Lead of ${organizationId}"`), text.includes(`Lead of ${otherId}"`)]
    })
    expect(await Promise.all(results)).toEqual(results.map(() => [200, true, false]))
    const [row] = await owner<{ pooled: number }[]>`
      select count(*)::int as pooled from pg_stat_activity where usename = 'ductwise_site'`
    expect(row?.pooled).toBeGreaterThan(0)
    expect(row?.pooled, 'at most the pool size').toBeLessThanOrEqual(3)
  })

  it('notifies waiting clients of a change in transaction mode', async () => {
    const changes = (await (await requestAs('/api/dashboard/changes', 'admin')).json()) as { last: string | null }
    const nextChanges = requestAs(`/api/dashboard/changes?since=${changes.last ?? '-'}`, 'admin')
    const [lead] = await owner<{ id: string; version: number }[]>`
      select id, version from leads where organization_id = ${ORGANIZATION}`
    const update = await requestAs(`/api/dashboard/leads/${lead?.id}`, 'admin', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', origin: stack.env.siteUrl },
      body: JSON.stringify({ version: lead?.version, problem: 'No heat since Sunday' }),
    })
    expect(update.status).toBe(200)
    expect(((await (await nextChanges).json()) as { last: string | null }).last).not.toBe(changes.last)
  })

  it.each([
    ['connects as the owner of the tables', 'transaction', '', true],
    [
      'ignores the role in the connection',
      'session',
      `ignore_startup_parameters = role, ${Object.keys(CONNECTION_LIMITS).join(', ')}`,
      false,
    ],
  ])('does not start if the pooler %s', async (_, mode, extraSettings, isPooler) => {
    const wrongPooler = await startPooler(database.url, mode, extraSettings)
    const url = wrongPooler.url('local')
    const variables: Record<string, string> = isPooler
      ? { DATABASE_URL: database.url, DATABASE_POOLER_URL: url }
      : { DATABASE_URL: url }
    try {
      await expect(startSite({ name: `refused-${mode}`, folder: site.folder, variables })).rejects.toThrow(
        /connected to its database as local instead of ductwise_site/,
      )
    } finally {
      await wrongPooler.stop()
    }
  })
})
