import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { expect } from '@playwright/test'
import { root } from '../../../scripts/support/settings.ts'
import { AREAS } from '../../../lib/platform/auth/access-table.ts'
import { stack } from '../../support/stack/addresses.ts'
import { startSecondSite } from '../../support/stack/second-site.ts'
import { mapConcurrently } from '../../support/until.ts'
import { buildCookies, getToken } from './gate-visitors.ts'
import { test } from '../test.ts'

const MAX_DURATION_MS = 5_000

const STAFF_AREA = 'lines'

const PAGES = Object.entries(AREAS).flatMap(([name, { path }]) =>
  ['missing', STAFF_AREA].includes(name) ? [] : [path],
)
const EXPORTS_PATH = '/api/dashboard/exports'
/** Needs no database. */
const TEMPLATE_PATH = '/api/dashboard/imports/template'
const UNREAD_PATH = '/api/dashboard/notifications/unread'

const ANY_ID = '6f1f4d0e-3a63-4b53-9c3b-0c9c6a0d1f11'

/** GET routes that read the database: dashboard, API and calendar feeds. */
const ENDPOINTS = globSync('app/api/{dashboard,v1,calendar}/**/route.ts', { cwd: root })
  .filter((file) =>
    /export const GET|export (async )?function GET|, as GET|\bas GET\b/.test(readFileSync(resolve(root, file), 'utf8')),
  )
  .map((file) =>
    file
      .replaceAll('\\', '/')
      .replace(/^app/, '')
      .replace(/\/route\.ts$/, ''),
  )
  .filter((path) => !path.includes('[...') && !path.startsWith(`/api/dashboard/${STAFF_AREA}`))
  .map((path) => path.replace('[provider]', 'google-workspace').replace('[file]', `${'a'.repeat(43)}.ics`))
  .map((path) => path.replace('[number]', '1').replaceAll(/\[\w+\]/g, ANY_ID))

let folder: string
let database: ChildProcess
let site: Awaited<ReturnType<typeof startSecondSite>>

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dashboard-database-'))
  const env = { ...process.env, POSTGRES_PORT: '0', POSTGRES_DATA: join(folder, 'data') }
  database = spawn(process.execPath, [resolve(root, 'packages/postgres/main.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(database.stdout ?? database, 'data')) as [Buffer]
  const host = /listening on (\S+)/.exec(line.toString())?.[1]
  const DATABASE_URL = `postgres://local:local-password@${host}/postgres`
  site = await startSecondSite({ DATABASE_URL, SITE_URL: stack.env.siteUrl })
})
test.afterAll(async () => {
  await site.end()
  database.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

async function measureRequest(path: string, method = 'GET') {
  const startedAt = performance.now()
  const response = await fetch(site.url + path, {
    method,
    headers: {
      accept: 'text/html',
      origin: stack.env.siteUrl,
      ...(path.startsWith('/api/v1') && { authorization: `Bearer dw_${'a'.repeat(43)}` }),
      ...(path.startsWith('/api/v1') ? {} : await buildCookies(getToken('admin'))),
    },
    redirect: 'manual',
    signal: AbortSignal.timeout(40_000),
  })
  const body = await response.text()
  return { path, status: response.status, body, milliseconds: performance.now() - startedAt }
}

/**
 * Concurrent requests, as many as one browser sends. Twenty concurrent requests would take seconds on a busy machine.
 */
const CONCURRENCY = 6

const requestAll = async () => [
  ...(await mapConcurrently(PAGES, (path) => measureRequest(path), CONCURRENCY)),
  ...(await Promise.all([
    measureRequest(EXPORTS_PATH),
    measureRequest(EXPORTS_PATH, 'POST'),
    measureRequest(EXPORTS_PATH),
  ])),
]

async function expectUnavailable(): Promise<void> {
  expect(ENDPOINTS.length).toBeGreaterThan(5)
  for (const { path, status, body, milliseconds } of await mapConcurrently(
    ENDPOINTS,
    (path) => measureRequest(path),
    CONCURRENCY,
  )) {
    expect(milliseconds, path).toBeLessThan(MAX_DURATION_MS)
    if (path === UNREAD_PATH) {
      expect(body, 'a bell without a number').toBe('{"unread":null}')
      continue
    }
    if (path === TEMPLATE_PATH) {
      expect(status, path).toBe(200)
      continue
    }
    // Before any query, a request without its required parameters is rejected with 422, and one for channels of a
    // system that has none with 404.
    expect([503, 303, 307, path.endsWith('/channels') ? 404 : 422], path).toContain(status)
  }
}

async function expectResponses(): Promise<void> {
  for (const { path, status, body, milliseconds } of await requestAll()) {
    expect(milliseconds, path).toBeLessThan(MAX_DURATION_MS)
    expect(status, path).toBe(path === EXPORTS_PATH ? 503 : 200)
    if (path === EXPORTS_PATH)
      expect(JSON.parse(body)).toEqual({ error: expect.stringMatching(/try again/i), reason: 'unavailable' })
    if (path === AREAS.data.path) expect(body).toContain('could not be loaded')
  }
}

test('pages show an error and endpoints return 503 within five seconds while Postgres hangs', async () => {
  for (const { status, path } of await requestAll()) expect(status, path).toBe(200)
  database.kill('SIGSTOP')
  await expectResponses()
  await expectResponses()
  await expectUnavailable()
})

test('pages and endpoints recover when Postgres resumes', async () => {
  database.kill('SIGCONT')
  await expect(async () => {
    expect((await measureRequest(EXPORTS_PATH)).status).toBe(200)
    expect((await measureRequest(AREAS.data.path)).body).not.toContain('could not be loaded')
  }).toPass({ timeout: 15_000 })
})

test('pages and endpoints fail the same way after Postgres crashes', async () => {
  const exited = once(database, 'exit')
  database.kill('SIGKILL')
  await exited
  await expectResponses()
  await expectResponses()
})
