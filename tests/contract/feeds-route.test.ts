import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { RunningPostgres } from '@ductwise/postgres/testing'
import { createAppointment } from '../../lib/dashboard/appointments/repository.ts'
import { type OpenDatabase, openDatabase } from '../../lib/platform/db/client.ts'
import { runInOrganization } from '../../lib/platform/db/organization.ts'
import { createFeed, revokeFeed } from '../../lib/dashboard/calendar-feeds/repository.ts'
import { hashText } from '../../lib/platform/crypto/secret.ts'
import { log } from '../../lib/platform/log/log.ts'
import { toLoggedError } from '../../lib/platform/log/log-error.ts'
import { resetPool } from '../support/reset-pool.ts'
import { stubSiteEnv } from '../support/site-env.ts'
import { startLocalPostgres } from '../support/test-database.ts'

const SITE_ACTOR = { kind: 'site' } as const

let server: RunningPostgres | undefined
let database: OpenDatabase
let GET: (request: Request, context: { params: Promise<{ file: string }> }) => Promise<Response>

beforeAll(async () => {
  server = await startLocalPostgres()
  database = await openDatabase(server.url)
  stubSiteEnv({ DATABASE_URL: server.url })
  ;({ GET } = await import('../../app/api/calendar/[file]/route.ts'))
})

afterAll(async () => {
  await resetPool()
  await database.close(0)
  await server?.close()
})

const fetchFeed = (file: string) =>
  GET(new Request(`http://localhost:3000/api/calendar/${file}`), { params: Promise.resolve({ file }) })

const createTestFeed = () =>
  runInOrganization(database.db, 'org_a', async (tx) => {
    const startsAt = new Date(Date.now() + 3_600_000)
    await createAppointment(tx, SITE_ACTOR, {
      customer: 'Dana Example',
      job: 'No heat',
      startsAt: startsAt.toISOString(),
      endsAt: new Date(startsAt.getTime() + 3_600_000).toISOString(),
    })
    return createFeed(tx, SITE_ACTOR, { name: 'Office' })
  })

it('the calendar feed route returns an uncacheable, unindexed calendar', async () => {
  const { secret } = await createTestFeed()
  const response = await fetchFeed(`${secret}.ics`)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex, nofollow',
  })
  expect(await response.text()).toContain('Dana Example')
})

it('unknown and revoked calendar feeds return the same 404', async () => {
  const { feed, secret } = await createTestFeed()
  const unknownResponse = await fetchFeed(`${'A'.repeat(43)}.ics`)
  expect(await fetchFeed(secret)).toMatchObject({ status: 404 })
  await runInOrganization(database.db, 'org_a', (tx) => revokeFeed(tx, SITE_ACTOR, feed.id))
  const revokedResponse = await fetchFeed(`${secret}.ics`)
  expect([unknownResponse.status, revokedResponse.status]).toEqual([404, 404])
  expect(await revokedResponse.text()).toBe(await unknownResponse.text())
  expect(revokedResponse.headers.get('cache-control')).toBe('private, no-store')
})

it('a failed calendar feed returns 503 with Retry-After and logs no secret', async () => {
  const { secret } = await createTestFeed()
  await server?.close()
  server = undefined
  const logError = vi.spyOn(log, 'error').mockImplementation(() => undefined)
  const response = await fetchFeed(`${secret}.ics`)
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('60')
  expect(logError).toHaveBeenCalledOnce()
  const [fields, message] = logError.mock.calls[0] as unknown as [{ err: unknown }, string]
  const line = JSON.stringify({ ...fields, err: toLoggedError(fields.err), words: message })
  expect(line).not.toContain(secret)
  expect(line).not.toContain(hashText(secret))
})
