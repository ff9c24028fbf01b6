import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { eq } from 'drizzle-orm'
import { createAppointment } from '../../lib/dashboard/appointments/repository.ts'
import { changeCall } from '../../lib/dashboard/calls/repository.ts'
import { revokeKey } from '../../lib/dashboard/keys/repository.ts'
import { createLead } from '../../lib/dashboard/leads/repository.ts'
import { WEBHOOK_EVENT_NAMES, type WebhookEvent } from '../../lib/dashboard/model/webhook-event.ts'
import type { Scope } from '../../lib/platform/auth/scopes.ts'
import { createCall, REPORTED_CALL } from '../support/rows.ts'
import { webhookDeliveries, webhookEndpoints, webhookMessages } from '../../lib/dashboard/schema/webhooks.ts'
import { setUpDatabase } from '../support/opened-database.ts'
import { setUpApi } from './api-fixtures.ts'
import { FIRST_KEY } from './integrations-fixtures.ts'

vi.mock('server-only', () => ({}))

vi.stubEnv('INTEGRATION_KEYS', FIRST_KEY)
afterAll(() => vi.unstubAllEnvs())

const database = setUpDatabase()
const api = setUpApi(database)
beforeEach(() => database.deleteOrganizations())

const ASSISTANT = { kind: 'assistant' } as const
const HOOK_URL = 'https://hooks.zapier.com/hooks/standard/1/abc/'

const subscribe = (key: string, event: string = 'lead.created', hookUrl = HOOK_URL) =>
  api.send('POST', '/api/v1/hooks', { key, body: { event, hookUrl } })

const listHooks = async (organizationId = 'org_a') =>
  database.within(organizationId, ({ db }) => db.select().from(webhookEndpoints))

const SCOPES: [WebhookEvent, Scope][] = WEBHOOK_EVENT_NAMES.map((event) => [
  event,
  `${event.split('.')[0] as 'call' | 'lead' | 'appointment'}s:read`,
])

describe('Zapier hook', () => {
  it('is subscribed once per URL and event, and receives its event', async () => {
    const { key } = await api.keyOf('org_a')
    const created = await subscribe(key)
    expect(created).toMatchObject({ status: 201, body: { hookUrl: HOOK_URL, event: 'lead.created' } })
    expect(await subscribe(key)).toMatchObject({ status: 200, body: created.body })
    const concurrent = await Promise.all([1, 2, 3].map(() => subscribe(key, 'call.created')))
    expect(concurrent.map(({ status }) => status).toSorted()).toEqual([200, 200, 201])
    expect((await api.send('GET', '/api/v1/hooks', { key })).body.data).toHaveLength(2)
    await database.within((tx) => createLead(tx, ASSISTANT, { name: 'Ada', problem: 'No heat', source: 'call' }))
    const deliveries = await database.within(({ db }) => db.select().from(webhookDeliveries))
    expect(deliveries).toMatchObject([{ endpointId: created.body.id, state: 'pending' }])
  })

  it('is unsubscribed by its own key only', async () => {
    const { key } = await api.keyOf('org_a')
    const { body } = await subscribe(key)
    const path = `/api/v1/hooks/${String(body.id)}`
    const others = [await api.keyOf('org_a'), await api.keyOf('org_b')]
    for (const other of others) {
      expect((await api.send('DELETE', path, { key: other.key })).status).toBe(404)
      expect((await api.send('GET', '/api/v1/hooks', { key: other.key })).body.data).toEqual([])
    }
    expect(await api.send('DELETE', path, { key })).toMatchObject({ status: 200, body: { id: body.id } })
    expect((await api.send('DELETE', path, { key })).status).toBe(404)
    expect(await listHooks()).toEqual([])
  })

  it('is removed when its key is revoked', async () => {
    const { key, id } = await api.keyOf('org_a')
    await subscribe(key)
    await subscribe((await api.keyOf('org_a')).key)
    await database.within((tx) => revokeKey(tx, { kind: 'person', id: 'user_1' }, id))
    const hooks = await listHooks()
    expect(hooks).toHaveLength(1)
    expect(hooks[0]?.apiKeyId).not.toBe(id)
    const actions = (await database.events()).map(({ action }) => action)
    expect(actions.filter((action) => action.startsWith('hook.'))).toEqual([
      'hook.subscribed',
      'hook.subscribed',
      'hook.unsubscribed',
    ])
  })

  it('is active again after a new subscription of a paused hook', async () => {
    const { key } = await api.keyOf('org_a')
    const { body } = await subscribe(key)
    await database.within(({ db }) =>
      db.update(webhookEndpoints).set({ pausedAt: new Date(), pauseReason: 'failures' }),
    )
    expect((await subscribe(key)).status).toBe(201)
    expect(await listHooks()).toMatchObject([{ pausedAt: null }])
    expect((await listHooks())[0]?.id).not.toBe(body.id)
  })

  it.each(SCOPES)('for %s requires the scope %s', async (event, scope) => {
    const allowed = await api.keyOf('org_a', [scope])
    expect((await subscribe(allowed.key, event)).status).toBe(201)
    const others: Scope[] = (['calls:read', 'leads:read', 'appointments:read'] as const).filter(
      (name) => name !== scope,
    )
    const limited = await api.keyOf('org_a', [...others, 'leads:write', 'calls:write', 'appointments:write'])
    expect(await subscribe(limited.key, event)).toMatchObject({ status: 403, body: { scope } })
    const samples = await api.send('GET', `/api/v1/hooks/samples?event=${event}`, { key: limited.key })
    expect(samples).toMatchObject({ status: 403, body: { scope } })
  })

  it.each([
    ['http://hooks.example.com/1', 'Use a URL that starts with https://'],
    ['https://user:secret@hooks.example.com/1', 'Remove the username and password from the URL'],
    ['hooks', 'Enter a full URL, such as https://example.com/webhooks'],
  ])('rejects the URL %s', async (hookUrl, detail) => {
    const { key } = await api.keyOf('org_a')
    const response = await subscribe(key, 'lead.created', hookUrl)
    expect(response).toMatchObject({ status: 422, body: { errors: [{ detail, pointer: '#/hookUrl' }] } })
  })

  it('counts toward a limit per company', async () => {
    const { key } = await api.keyOf('org_a')
    const { body } = await subscribe(key)
    const [row] = await listHooks()
    const { id: _id, ...values } = row!
    await database.within(({ db }) =>
      db
        .insert(webhookEndpoints)
        .values(Array.from({ length: 99 }, (_, number) => ({ ...values, url: `${HOOK_URL}${number}` }))),
    )
    expect(await subscribe(key, 'call.created')).toMatchObject({
      status: 422,
      body: { errors: [{ detail: 'This company already has 100 Zaps. Turn off one you no longer need.' }] },
    })
    expect(await subscribe(key), 'a stored hook stays').toMatchObject({ status: 200, body: { id: body.id } })
    expect((await subscribe((await api.keyOf('org_b')).key)).status).toBe(201)
  })
})

describe('Zapier sample data', () => {
  const readSamples = async (event: WebhookEvent) => {
    const { key } = await api.keyOf('org_a')
    const { status, body } = await api.send('GET', `/api/v1/hooks/samples?event=${event}`, { key })
    expect(status).toBe(200)
    return body.data as { type: string; data: Record<string, unknown> }[]
  }

  it.each(WEBHOOK_EVENT_NAMES)('of %s is an example if the company has no records', async (event) => {
    const samples = await readSamples(event)
    expect(samples).toMatchObject([{ type: event, data: { id: expect.any(String), isTest: false } }])
    expect(samples[0]?.data).not.toHaveProperty('transcript')
    expect(await database.events()).not.toContainEqual(
      expect.objectContaining({ action: expect.stringMatching('listed') }),
    )
  })

  it('has the shape of the published payloads', async () => {
    const { key } = await api.keyOf('org_a')
    for (const [number, event] of WEBHOOK_EVENT_NAMES.entries()) await subscribe(key, event, `${HOOK_URL}${number}`)
    await database.within(async (tx) => {
      const call = await createCall(tx, ASSISTANT, { ...REPORTED_CALL, attention: 'Call back' })
      await createLead(tx, ASSISTANT, { name: 'Ada', problem: 'No heat', source: 'call' })
      const visit = {
        customer: 'Ada',
        job: 'No heat',
        startsAt: '2026-03-03T15:00:00Z',
        endsAt: '2026-03-03T17:00:00Z',
      }
      await createAppointment(tx, ASSISTANT, visit)
      await createAppointment(tx, ASSISTANT, { ...visit, state: 'confirmed', callId: call.id })
    })
    const readPublished = (event: WebhookEvent) =>
      database.within(async ({ db }) => {
        const [message] = await db.select().from(webhookMessages).where(eq(webhookMessages.event, event))
        return message?.payload as { data: object } | undefined
      })
    for (const event of [
      'call.created',
      'call.needs_attention',
      'lead.created',
      'appointment.requested',
      'appointment.confirmed',
    ] as const) {
      const published = await readPublished(event)
      const [sample] = await readSamples(event)
      expect(sample?.data).toEqual(published?.data)
      expect(Object.keys(sample!).toSorted()).toEqual(Object.keys(published!).toSorted())
    }
  })

  it('contains only records in the state of the event, and no test calls', async () => {
    const [waiting, resolved] = await database.within(async (tx) => [
      await createCall(tx, ASSISTANT, { ...REPORTED_CALL, attention: 'Call back' }),
      await createCall(tx, ASSISTANT, { ...REPORTED_CALL, attention: 'Call back' }),
    ])
    await database.within((tx) =>
      changeCall(tx, { kind: 'person', id: 'user_1' }, resolved!.id, { attentionEnded: true }),
    )
    const listIds = async (event: WebhookEvent) => (await readSamples(event)).map(({ data }) => data.id)
    expect(await listIds('call.needs_attention')).toEqual([waiting!.id])
    expect(await listIds('call.resolved')).toEqual([resolved!.id])
    expect((await database.events()).filter(({ action }) => action === 'calls.listed')).toHaveLength(2)
  })

  it('rejects an unknown event', async () => {
    const { key } = await api.keyOf('org_a')
    const response = await api.send('GET', '/api/v1/hooks/samples?event=call.deleted', { key })
    expect(response).toMatchObject({ status: 422, body: { errors: [{ parameter: 'event' }] } })
  })
})
