import { createClerkClient } from '@clerk/backend'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { clerkEvents, deletedClerkIds, organizations } from '../../lib/platform/db/organizations.ts'
import { upsertOrganization } from '../../lib/dashboard/organizations/repository.ts'
import { PUBLISHABLE_KEY, SECRET_KEY, startIsolatedClerk, WEBHOOK_SECRET } from '../support/stack/isolated-clerk.ts'
import { resetPool } from '../support/reset-pool.ts'
import { stubSiteEnv } from '../support/site-env.ts'
import { setUpDatabase } from '../support/opened-database.ts'
import type { Clerk } from '@ductwise/clerk'

vi.mock('server-only', () => ({}))

const ROUTE_URL = 'http://localhost:3000/api/webhooks/clerk'
const MINUTE_MS = 60_000

/** The previous secret, which the webhook accepts during a rotation. */
const OLDER_SECRET = `whsec_${btoa('an-older-secret-of-24-by')}`

const OTHER_SECRET = `whsec_${btoa('another-secret-of-24-byte')}`

const database = setUpDatabase()
let clerk: Clerk
let POST: (request: Request) => Promise<Response>

beforeAll(async () => {
  clerk = await startIsolatedClerk()
  stubSiteEnv({ DATABASE_URL: database.url })
  vi.stubEnv('NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY', PUBLISHABLE_KEY)
  vi.stubEnv('CLERK_SECRET_KEY', SECRET_KEY)
  vi.stubEnv('CLERK_API_URL', clerk.backendUrl)
  vi.stubEnv('CLERK_WEBHOOK_SIGNING_SECRET', `${WEBHOOK_SECRET},${OLDER_SECRET}`)
  ;({ POST } = await import('../../app/api/webhooks/clerk/route.ts'))
})

afterAll(async () => {
  await resetPool()
  await clerk.close()
})

beforeEach(async () => {
  await database.deleteOrganizations()
  await database.db.delete(deletedClerkIds)
  await database.db.delete(clerkEvents)
})

type SendOptions = { id?: string; at?: Date; secret?: string; signed?: string; headers?: Record<string, string> }

let sentCount = 0

async function send(
  body: string,
  { id = `msg_${(sentCount += 1)}`, at = new Date(), secret = WEBHOOK_SECRET, ...rest }: SendOptions = {},
) {
  const headers = {
    'svix-id': id,
    'svix-timestamp': String(Math.floor(at.getTime() / 1000)),
    'svix-signature': new Webhook(secret).sign(id, at, rest.signed ?? body),
    ...rest.headers,
  }
  const response = await POST(new Request(ROUTE_URL, { method: 'POST', body, headers }))
  return { status: response.status, body: (await response.json()) as { status?: string; error?: string } }
}

const buildEvent = (type: string, data: object) => JSON.stringify({ object: 'event', type, data, event_attributes: {} })
const buildOrganizationDeleted = (id: string) =>
  buildEvent('organization.deleted', { object: 'organization', id, deleted: true })
const buildMembershipDeleted = (id: string, organizationId: string) => {
  const member = { organization: { id: organizationId }, public_user_data: { user_id: 'user_1' } }
  return buildEvent('organizationMembership.deleted', { id, ...member })
}

const listOrganizationIds = async () => (await database.db.select().from(organizations)).map(({ id }) => id)

describe('Clerk webhook', () => {
  it('accepts events signed with the previous secret', async () => {
    await upsertOrganization(database.db, 'org_1')
    expect((await send(buildOrganizationDeleted('org_1'), { secret: OLDER_SECRET })).status).toBe(200)
    expect(await listOrganizationIds()).toEqual([])
  })

  it('deletes the data of a deleted organization once', async () => {
    await upsertOrganization(database.db, 'org_1')
    const body = buildOrganizationDeleted('org_1')
    expect(await send(body, { id: 'msg_same' })).toEqual({ status: 200, body: { status: 'applied' } })
    expect(await listOrganizationIds()).toEqual([])
    expect(await send(body, { id: 'msg_same' })).toEqual({ status: 200, body: { status: 'repeated' } })
  })

  it('deletes data after a member leaves only if Clerk no longer has the organization', async () => {
    const { organizations: clerkOrganizations, users } = createClerkClient({
      secretKey: SECRET_KEY,
      apiUrl: clerk.backendUrl,
    })
    const { data: people } = await users.getUserList()
    const organization = await clerkOrganizations.createOrganization({ name: 'Asked', createdBy: people[0]?.id ?? '' })
    await upsertOrganization(database.db, organization.id)
    await upsertOrganization(database.db, 'org_unknown')
    expect(await send(buildMembershipDeleted('m1', organization.id))).toMatchObject({ status: 200 })
    expect(await send(buildMembershipDeleted('m2', 'org_unknown'))).toMatchObject({ status: 200 })
    expect(await listOrganizationIds()).toEqual([organization.id])
  })

  it('returns 503 while Clerk is unavailable and applies the retried event', async () => {
    await upsertOrganization(database.db, 'org_1')
    vi.stubGlobal('fetch', () => Promise.reject(new Error('down')))
    const response = await send(buildMembershipDeleted('m1', 'org_1'), { id: 'msg_later' })
    vi.unstubAllGlobals()
    expect(response.status).toBe(503)
    expect(await listOrganizationIds()).toEqual(['org_1'])
    const laterResponse = await send(buildMembershipDeleted('m1', 'org_1'), { id: 'msg_later' })
    expect(laterResponse).toMatchObject({ body: { status: 'applied' } })
  })

  it('ignores irrelevant event types', async () => {
    expect(await send(buildEvent('session.created', { id: 'sess_1' }))).toEqual({
      status: 200,
      body: { status: 'ignored' },
    })
    expect(await database.db.select().from(clerkEvents)).toEqual([])
  })

  const body = buildOrganizationDeleted('org_1')
  it.each<[string, number, () => ReturnType<typeof send>]>([
    ['a signature with another secret', 401, () => send(body, { secret: OTHER_SECRET })],
    ['a signature of another body', 401, () => send(body, { signed: buildOrganizationDeleted('org_2') })],
    ['no signature', 401, () => send(body, { headers: { 'svix-signature': '' } })],
    ['an id that was not signed', 401, () => send(body, { headers: { 'svix-id': 'msg_other' } })],
    ['a timestamp six minutes in the past', 401, () => send(body, { at: new Date(Date.now() - 6 * MINUTE_MS) })],
    ['a timestamp six minutes in the future', 401, () => send(body, { at: new Date(Date.now() + 6 * MINUTE_MS) })],
    ['an oversized body', 413, () => send(`{"a":"${'x'.repeat(300_000)}"}`)],
    ['no organization', 422, () => send(buildEvent('organization.deleted', {}))],
    ['a body that is not JSON', 401, () => send('nonsense')],
  ])('rejects an event with %s', async (_what, status, sendOptions) => {
    await upsertOrganization(database.db, 'org_1')
    expect((await sendOptions()).status).toBe(status)
    expect(await listOrganizationIds()).toEqual(['org_1'])
  })
})
