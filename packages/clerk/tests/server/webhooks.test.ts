import { type IncomingHttpHeaders, type ServerResponse, createServer } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type WebhookEvent, verifyWebhook } from '@clerk/backend/webhooks'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listen, stopListening } from '../../../local-server/index.ts'
import { parseEndpoints } from '../../webhooks/endpoints.ts'
import { getRetryDelayMs } from '../../webhooks/webhooks.ts'
import { cleanUpAfter } from '../../../local-server/tests/servers.ts'
import type { Clerk, ClerkOptions } from '../../server.ts'
import { EXAMPLE_CONFIG, writeExampleConfig } from '../example-config.ts'
import { createBackend, startProcess, temporaryFolder, startTestClerk, whenDone } from './fixtures.ts'
import { WEBHOOK_SECRET, fetchBackend, signInAs } from './organization-fixtures.ts'

const { whenDone: afterTest } = cleanUpAfter(afterEach)

const waitUntil = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 10 })

type Delivery = { headers: IncomingHttpHeaders; body: string; event: WebhookEvent }
let deliveries: Delivery[] = []
let reply: (response: ServerResponse) => void

const site = createServer(async (incoming, response) => {
  const body = (await incoming.toArray()).join('')
  const headers = new Headers(incoming.headers as Record<string, string>)
  const request = new Request('http://site.test/', { method: 'POST', headers, body })
  const event = await verifyWebhook(request, { signingSecret: WEBHOOK_SECRET })
  deliveries.push({ headers: incoming.headers, body, event })
  reply(response)
})
const url = `http://127.0.0.1:${await listen(site, 0, '127.0.0.1')}/api/webhooks/clerk`
whenDone(() => stopListening(site))

beforeEach(() => {
  deliveries = []
  reply = (response) => response.end('ok')
})

const endpoint = { url, secret: WEBHOOK_SECRET }
const listTypes = () => deliveries.map(({ event }) => event.type)

/** Closes the server after the test, so that no retry reaches the next test. */
async function startClerk(options: Partial<ClerkOptions> = {}) {
  const clerk = await startTestClerk({ webhooks: [endpoint], ...options })
  afterTest(() => clerk.close())
  return clerk
}

async function startQuietClerk() {
  const clerk = await startClerk({ config: EXAMPLE_CONFIG })
  await waitUntil(() => expect(listTypes()).toHaveLength(8))
  const seeded = deliveries
  deliveries = []
  return { clerk, seeded, backend: clerk.backend }
}
const listAttempts = async (clerk: Pick<Clerk, 'backendUrl'>) =>
  (await (await fetchBackend(clerk, '/local/webhook_attempts?limit=500')).json()).data

describe('webhook events', () => {
  it('cover users, organizations, memberships and sessions, in order', async () => {
    const { clerk, seeded, backend } = await startQuietClerk()
    expect(seeded.map(({ event }) => event.type)).toEqual([
      'user.created',
      'user.created',
      'user.created',
      'organization.created',
      'organizationMembership.created',
      'organizationMembership.created',
      'organization.created',
      'organizationMembership.created',
    ])
    expect(new Set(seeded.map(({ headers }) => headers['svix-id'])).size).toBe(8)

    const { browser, organizationId } = await signInAs(clerk, 'owner@example.test')
    await backend.organizations.updateOrganization(organizationId, { name: 'New name' })
    const [member] = (await backend.users.getUserList({ emailAddress: ['member@example.test'] })).data
    const ids = { organizationId, userId: member!.id }
    await backend.organizations.updateOrganizationMembership({ ...ids, role: 'org:dispatcher' })
    await backend.organizations.deleteOrganizationMembership(ids)
    await browser.delete('/client/sessions')
    await waitUntil(() => expect(listTypes()).toHaveLength(5))
    expect(deliveries.map(({ event }) => event)).toMatchObject([
      { type: 'session.created', data: { object: 'session', user: { first_name: 'Sam' } } },
      { type: 'organization.updated', data: { id: organizationId, name: 'New name' } },
      { type: 'organizationMembership.updated', data: { role: 'org:dispatcher' } },
      {
        type: 'organizationMembership.deleted',
        data: { organization: { id: organizationId, members_count: 2 }, public_user_data: { user_id: member!.id } },
      },
      { type: expect.stringMatching(/^session\.(ended|removed)$/) },
    ])
    const raw = JSON.parse(deliveries[1]!.body)
    expect(raw).toMatchObject({ object: 'event', event_attributes: { http_request: { client_ip: '127.0.0.1' } } })
    expect(Math.abs(raw.timestamp - Date.now())).toBeLessThan(60_000)
  })

  it('cover created, revoked and accepted invitations', async () => {
    const { clerk, backend } = await startQuietClerk()
    const { organizationId } = await signInAs(clerk, 'owner@example.test')
    const invite = (emailAddress: string) =>
      backend.organizations.createOrganizationInvitation({ organizationId, emailAddress, role: 'org:member' })
    const { id: invitationId } = await invite('gone@example.test')
    await backend.organizations.revokeOrganizationInvitation({ organizationId, invitationId })
    const { id } = await invite('staff@example.test')
    const staff = await signInAs(clerk, 'staff@example.test')
    await staff.browser.post(`/me/organization_invitations/${id}/accept`)
    const listEvents = () => deliveries.map(({ event }) => event).filter(({ type }) => !type.startsWith('session.'))
    await waitUntil(() => expect(listEvents()).toHaveLength(5))
    expect(listEvents()).toMatchObject([
      { type: 'organizationInvitation.created', data: { email_address: 'gone@example.test', status: 'pending' } },
      { type: 'organizationInvitation.revoked', data: { status: 'revoked' } },
      { type: 'organizationInvitation.created' },
      {
        type: 'organizationInvitation.accepted',
        data: { status: 'accepted', user_id: expect.stringMatching(/^user_/) },
      },
      { type: 'organizationMembership.created', data: { role: 'org:member' } },
    ])
  })

  it('report deleted memberships before the deleted organization', async () => {
    const { backend } = await startQuietClerk()
    const { data } = await backend.organizations.getOrganizationList({ query: 'sample' })
    await backend.organizations.deleteOrganization(data[0]!.id)
    await waitUntil(() => expect(listTypes()).toHaveLength(3))
    expect(listTypes()).toEqual([
      'organizationMembership.deleted',
      'organizationMembership.deleted',
      'organization.deleted',
    ])
    expect(deliveries[2]!.event.data).toMatchObject({ object: 'organization', id: data[0]!.id, deleted: true })
  })

  it('report a deleted membership before the deleted user and keep the organization', async () => {
    const { backend } = await startQuietClerk()
    const [staff] = (await backend.users.getUserList({ emailAddress: ['staff@example.test'] })).data
    await backend.users.deleteUser(staff!.id)
    await waitUntil(() => expect(listTypes()).toHaveLength(2))
    expect(listTypes()).toEqual(['organizationMembership.deleted', 'user.deleted'])
    expect(deliveries[1]!.event.data).toEqual({ object: 'user', id: staff!.id, deleted: true })
    const remaining = await backend.organizations.getOrganization({ slug: 'example' })
    expect(remaining.membersCount).toBe(0)
  })

  it('are not sent for a failed change', async () => {
    const { clerk, backend } = await startQuietClerk()
    const { organizationId } = await signInAs(clerk, 'owner@example.test')
    await waitUntil(() => expect(listTypes()).toEqual(['session.created']))
    const [owner] = (await backend.users.getUserList({ emailAddress: ['owner@example.test'] })).data
    await expect(
      backend.organizations.deleteOrganizationMembership({ organizationId, userId: owner!.id }),
    ).rejects.toThrow()
    await backend.organizations.updateOrganization(organizationId, { name: 'After' })
    await waitUntil(() => expect(listTypes()).toEqual(['session.created', 'organization.updated']))
  })

  it('are sent only to subscribed endpoints', async () => {
    const clerk = await startClerk({
      config: EXAMPLE_CONFIG,
      webhooks: [{ ...endpoint, events: ['organization.deleted'] }],
    })
    const { backend } = clerk
    const { id } = await backend.organizations.createOrganization({ name: 'Short' })
    await backend.organizations.deleteOrganization(id)
    await waitUntil(() => expect(listTypes()).toEqual(['organization.deleted']))
  })
})

describe('webhook delivery', () => {
  it('retries with the same id and records attempts without personal data', async () => {
    let refusals = 1
    reply = (response) => {
      response.statusCode = refusals > 0 ? 503 : 200
      refusals -= 1
      response.end()
    }
    const clerk = await startClerk()
    await clerk.backend.users.createUser({ emailAddress: ['private@example.test'], password: 'quite-a-secret-1' })
    await waitUntil(() => expect(listTypes()).toEqual(['user.created', 'user.created']))
    const [first, second] = deliveries
    expect(first!.headers['svix-id']).toBe(second!.headers['svix-id'])
    expect(first!.headers['svix-id']).toMatch(/^msg_/)
    await waitUntil(async () => {
      expect(await listAttempts(clerk)).toMatchObject([
        { number: 2, type: 'user.created', resultCode: 200, failure: null, status: 'delivered' },
        { number: 1, resultCode: 503, failure: 'HTTP 503', status: 'pending' },
      ])
    })
    expect(JSON.stringify(await listAttempts(clerk))).not.toContain('private')
  })

  it('does not follow redirects', async () => {
    reply = (response) => response.writeHead(307, { location: url }).end()
    const clerk = await startClerk()
    await clerk.backend.organizations.createOrganization({ name: 'Moved' })
    await waitUntil(async () =>
      expect(await listAttempts(clerk)).toMatchObject([{ resultCode: 307, status: 'pending' }]),
    )
  })

  it('increases the delays and finally gives up', () => {
    const delays = Array.from({ length: 8 }, (_, failureCount) => getRetryDelayMs(failureCount + 1, () => 0)!)
    expect(delays).toEqual(delays.toSorted((a, b) => a - b))
    expect(delays[0]).toBe(1000)
    expect(delays.every((delay) => delay <= 10 * 60 * 60 * 1000)).toBe(true)
    expect(getRetryDelayMs(9)).toBeUndefined()
    expect(getRetryDelayMs(1, () => 0.999)).toBeLessThanOrEqual(1100)
  })
})

describe('killed server', () => {
  const spawnClerk = (folder: string) =>
    startProcess(folder, {
      CLERK_CONFIG: writeExampleConfig(folder),
      CLERK_WEBHOOKS: JSON.stringify([endpoint]),
    })

  it('delivers pending events after a restart', async () => {
    const folder = temporaryFolder()
    reply = () => {}
    const first = await spawnClerk(folder)
    const createdOrganization = await createBackend(first).organizations.createOrganization({ name: 'Acknowledged' })
    await waitUntil(() => expect(listTypes()).toEqual(['user.created']))
    await first.kill('SIGKILL')

    deliveries = []
    reply = (response) => response.end('ok')
    const second = await spawnClerk(folder)
    await waitUntil(() => expect(listTypes()).toHaveLength(9))
    expect(deliveries.at(-1)!.event).toMatchObject({
      type: 'organization.created',
      data: { id: createdOrganization.id },
    })
    expect((await createBackend(second).organizations.getOrganization({ slug: 'acknowledged' })).id).toBe(
      createdOrganization.id,
    )
  })

  it('erases the payload of delivered events', async () => {
    const dataDir = join(temporaryFolder(), 'data')
    const clerk = await startClerk({ config: EXAMPLE_CONFIG, dataDir })
    await waitUntil(async () => expect(await listAttempts(clerk)).toHaveLength(8))
    await clerk.close()
    const db = new DatabaseSync(join(dataDir, 'clerk.sqlite'))
    expect(db.prepare("SELECT count(*) AS n FROM outgoing_message WHERE payload <> ''").get()).toEqual({ n: 0 })
    expect(db.prepare('SELECT count(*) AS n FROM outgoing_message').get()).toEqual({ n: 8 })
    db.close()
  })
})

describe('endpoint configuration', () => {
  const secret = WEBHOOK_SECRET
  it.each([
    ['{', 'not JSON'],
    ['{}', 'url'],
    ['[null]', 'expected object'],
    [JSON.stringify({ url: 'ftp://x', secret }), 'http or https'],
    [JSON.stringify([{ url: 'http://x', secret: 'whsec_' }]), 'must be base64 with the prefix whsec_'],
    [JSON.stringify([{ url: 'http://x', secret: 'plain' }]), 'must be base64 with the prefix whsec_'],
    [JSON.stringify([{ url: 'http://x', secret, events: [] }]), 'events'],
    [JSON.stringify([endpoint, endpoint]), 'the same url'],
  ])('%s is rejected without revealing the secret', (json, message) => {
    expect(() => parseEndpoints(json)).toThrow(message)
    expect(() => parseEndpoints(json)).not.toThrow(secret)
  })

  it('accepts one endpoint or a list', () => {
    expect(parseEndpoints(JSON.stringify(endpoint))).toEqual([endpoint])
    expect(parseEndpoints(JSON.stringify([endpoint]))).toEqual([endpoint])
  })
})
