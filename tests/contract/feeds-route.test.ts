import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { RunningPostgres } from '@ductwise/postgres/testing'
import { createAppointment } from '../../lib/dashboard/appointments/repository.ts'
import { type OpenDatabase, openDatabase } from '../../lib/platform/db/client.ts'
import { inOrganization } from '../../lib/platform/db/organization.ts'
import { createFeed, revokeFeed } from '../../lib/dashboard/calendar-feeds/repository.ts'
import { hashOf } from '../../lib/platform/crypto/secret.ts'
import { log } from '../../lib/platform/log/log.ts'
import { loggedError } from '../../lib/platform/log/log-error.ts'
import { forgetPool } from '../support/forget-pool.ts'
import { stubSiteEnv } from '../support/site-env.ts'
import { startLocalPostgres } from '../support/test-database.ts'

const SITE = { kind: 'site' } as const

let server: RunningPostgres | undefined
let opened: OpenDatabase
let GET: (request: Request, context: { params: Promise<{ file: string }> }) => Promise<Response>

beforeAll(async () => {
  server = await startLocalPostgres()
  opened = await openDatabase(server.url)
  stubSiteEnv({ DATABASE_URL: server.url })
  ;({ GET } = await import('../../app/api/calendar/[file]/route.ts'))
})

afterAll(async () => {
  await forgetPool()
  await opened.close(0)
  await server?.close()
})

const get = (file: string) =>
  GET(new Request(`http://localhost:3000/api/calendar/${file}`), { params: Promise.resolve({ file }) })

const make = () =>
  inOrganization(opened.db, 'org_a', async (tx) => {
    const startsAt = new Date(Date.now() + 3_600_000)
    await createAppointment(tx, SITE, {
      customer: 'Dana Example',
      job: 'No heat',
      startsAt: startsAt.toISOString(),
      endsAt: new Date(startsAt.getTime() + 3_600_000).toISOString(),
    })
    return createFeed(tx, SITE, { name: 'Office' })
  })

it('the calendar feed route returns an uncacheable, unindexed calendar', async () => {
  const { secret } = await make()
  const response = await get(`${secret}.ics`)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex, nofollow',
  })
  expect(await response.text()).toContain('Dana Example')
})

it('unknown and revoked calendar feeds return the same 404', async () => {
  const { feed, secret } = await make()
  const unknown = await get(`${'A'.repeat(43)}.ics`)
  expect(await get(secret)).toMatchObject({ status: 404 })
  await inOrganization(opened.db, 'org_a', (tx) => revokeFeed(tx, SITE, feed.id))
  const revoked = await get(`${secret}.ics`)
  expect([unknown.status, revoked.status]).toEqual([404, 404])
  expect(await revoked.text()).toBe(await unknown.text())
  expect(revoked.headers.get('cache-control')).toBe('private, no-store')
})

it('a failed calendar feed returns 503 with Retry-After and logs no secret', async () => {
  const { secret } = await make()
  await server?.close()
  server = undefined
  const written = vi.spyOn(log, 'error').mockImplementation(() => undefined)
  const response = await get(`${secret}.ics`)
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('60')
  expect(written).toHaveBeenCalledOnce()
  const [fields, words] = written.mock.calls[0] as unknown as [{ err: unknown }, string]
  const line = JSON.stringify({ ...fields, err: loggedError(fields.err), words })
  expect(line).not.toContain(secret)
  expect(line).not.toContain(hashOf(secret))
})
