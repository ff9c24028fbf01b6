import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { encodeSignatureHeader, SIGNATURE_HEADER_NAME } from '@sanity/webhook'
import { eq } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect } from 'vitest'
import type { OpenDatabase } from '../../lib/platform/db/client.ts'
import { runInOrganization } from '../../lib/platform/db/organization.ts'
import { clerkEvents, organizations } from '../../lib/platform/db/organizations.ts'
import { organizationSettings } from '../../lib/dashboard/schema/settings.ts'
import { revalidatedTags } from '../../lib/platform/cache/schema.ts'
import { SIGNATURE_HEADER, buildSignature } from '../../lib/dashboard/voice/signature.ts'
import { START_SECRET_HEADER } from '../../lib/dashboard/voice/start-secret.ts'
import { check } from '../support/check.ts'
import { stack } from '../support/stack/addresses.ts'
import { mapConcurrently } from '../support/until.ts'
import { type Company, createCompany, openStackDatabase } from './support/company.ts'

const { siteUrl } = stack.env

let database: OpenDatabase
let company: Company
let deletedCompany: Company
let agentId = ''
beforeAll(async () => {
  database = await openStackDatabase()
  company = await createCompany(database, 'webhooks')
  deletedCompany = await createCompany(database, 'deleted')
  agentId = `agent_${randomUUID().slice(0, 8)}`
  await runInOrganization(database.db, company.id, ({ db, organizationId }) =>
    db
      .update(organizationSettings)
      .set({ voiceAgentId: agentId })
      .where(eq(organizationSettings.organizationId, organizationId)),
  )
})
afterAll(() => database.close())

type SignOptions = { secret?: string; at?: Date; id?: string }

type Hook = {
  path: string
  oversizedBytes: number
  secret: string
  body: () => string
  sign: (body: string, signing?: SignOptions) => Promise<Record<string, string>>
  /** Minutes for which a signature is valid, or undefined for a shared secret. */
  minutes?: number
}

const KIB_BYTES = 1024

let calls = 0

const HOOKS: Record<string, Hook> = {
  '/api/revalidate': {
    path: '/api/revalidate',
    oversizedBytes: 17 * KIB_BYTES,
    secret: stack.site.SANITY_WEBHOOK_SECRET ?? '',
    minutes: 5,
    body: () =>
      JSON.stringify({
        _id: 'attacked',
        _type: 'post',
        _updatedAt: new Date(Date.now() - 3_600_000).toISOString(),
        path: null,
        slug: 'attacked',
        before: null,
        operation: 'delete',
        changed: {},
      }),
    sign: async (body, { secret, at = new Date() } = {}) => ({
      [SIGNATURE_HEADER_NAME]: await encodeSignatureHeader(
        body,
        at.getTime(),
        secret ?? stack.site.SANITY_WEBHOOK_SECRET ?? '',
      ),
    }),
  },
  '/api/webhooks/clerk': {
    path: '/api/webhooks/clerk',
    oversizedBytes: 257 * KIB_BYTES,
    secret: stack.site.CLERK_WEBHOOK_SIGNING_SECRET ?? '',
    minutes: 5,
    body: () =>
      JSON.stringify({
        object: 'event',
        type: 'organization.deleted',
        data: { object: 'organization', id: deletedCompany.id, deleted: true },
        event_attributes: {},
      }),
    sign: async (body, { secret, at = new Date(), id = `msg_${randomUUID()}` } = {}) => ({
      'svix-id': id,
      'svix-timestamp': String(Math.floor(at.getTime() / 1000)),
      'svix-signature': new Webhook(secret ?? stack.site.CLERK_WEBHOOK_SIGNING_SECRET ?? '').sign(id, at, body),
    }),
  },
  '/api/webhooks/voice': {
    path: '/api/webhooks/voice',
    oversizedBytes: 4 * KIB_BYTES * KIB_BYTES + KIB_BYTES,
    secret: stack.site.VOICE_WEBHOOK_SECRET ?? '',
    minutes: 30,
    body: () => buildCallPayload(`conv_${(calls += 1)}_${randomUUID()}`),
    sign: async (body, { secret, at = new Date() } = {}) => ({
      [SIGNATURE_HEADER]: buildSignature(body, secret ?? stack.site.VOICE_WEBHOOK_SECRET ?? '', at),
    }),
  },
  '/api/webhooks/voice/start': {
    path: '/api/webhooks/voice/start',
    oversizedBytes: 17 * KIB_BYTES,
    secret: stack.site.VOICE_START_SECRET ?? '',
    body: () => JSON.stringify({ agent_id: agentId, caller_id: '+13125550177', called_number: null, call_sid: null }),
    sign: async (_body, { secret } = {}) => ({
      [START_SECRET_HEADER]: secret ?? stack.site.VOICE_START_SECRET ?? '',
    }),
  },
}

const buildCallPayload = (id: string): string =>
  JSON.stringify({
    type: 'post_call_transcription',
    event_timestamp: Math.floor(Date.now() / 1000),
    data: {
      agent_id: agentId,
      conversation_id: id,
      status: 'done',
      transcript: [{ role: 'user', message: 'No heat, this is Ada Byron.', time_in_call_secs: 1 }],
      metadata: {
        start_time_unix_secs: Math.floor(Date.now() / 1000) - 60,
        call_duration_secs: 60,
        main_language: 'en',
        phone_call: { direction: 'inbound', external_number: '+13125550178' },
      },
      analysis: { transcript_summary: 'No heat.', data_collection_results: {} },
      has_audio: false,
    },
  })

type Delivery = {
  body: string | Uint8Array<ArrayBuffer>
  headers: Record<string, string> | [string, string][]
  method?: string
  path?: string
}

async function deliver(hook: Hook, { body, headers, method = 'POST', path = hook.path }: Delivery) {
  const requestHeaders = new Headers(headers)
  if (!requestHeaders.has('content-type')) requestHeaders.set('content-type', 'application/json')
  const response = await fetch(siteUrl + path, {
    method,
    redirect: 'manual',
    headers: requestHeaders,
    ...(method !== 'GET' && { body }),
  })
  return { status: response.status, text: await response.text() }
}

/** Time limit for the site to reject an oversized body. */
const REJECTION_TIMEOUT_MS = 5_000

/** Sends the first KiB of a body. @returns the status, or 0 without a response */
async function sendPartialBody(hook: Hook, body: string): Promise<number> {
  const headers = { ...(await hook.sign(body)), 'content-type': 'application/json', 'content-length': body.length }
  const clientRequest = request(siteUrl + hook.path, { method: 'POST', headers, timeout: REJECTION_TIMEOUT_MS })
  try {
    return await new Promise<number>((resolve) => {
      clientRequest.on('response', ({ statusCode = 0 }) => resolve(statusCode))
      clientRequest.on('timeout', () => resolve(0))
      clientRequest.on('error', () => resolve(0))
      clientRequest.write(body.slice(0, KIB_BYTES))
    })
  } finally {
    clientRequest.destroy()
  }
}

const OTHER_SECRETS: Record<string, string> = {
  '/api/webhooks/clerk': `whsec_${btoa('another-secret-of-24-byte')}`,
}

const getDateInMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)

const changeCharAt = (text: string, index: number): string =>
  text.slice(0, index) + (text[index] === '0' ? '1' : '0') + text.slice(index + 1)

const mapValues = (headers: Record<string, string>, change: (value: string, name: string) => string) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, change(value, name)]))

/** Recognizes headers that contain the signature or the secret. */
const isSignature = (name: string) => /signature|secret/i.test(name)

async function buildForgeries(hook: Hook): Promise<Record<string, Delivery>> {
  const body = hook.body()
  const validHeaders = await hook.sign(body)
  const withSignature = (change: (value: string) => string) =>
    mapValues(validHeaders, (value, name) => (isSignature(name) ? change(value) : value))
  const otherSecret = OTHER_SECRETS[hook.path] ?? 'another-secret-000000000000000000000000'
  const otherHooks = Object.values(HOOKS).filter(({ path }) => path !== hook.path)
  const [otherHookHeaders] = await Promise.all(otherHooks.map(({ sign, secret }) => sign(body, { secret })))
  const alteredBody = body.replace('"', ' "')
  const otherBodyHeaders = await hook.sign(`${body} `)
  return {
    'no signature': { body, headers: {} },
    'an empty signature': { body, headers: withSignature(() => '') },
    'a signature of spaces and separators': { body, headers: withSignature(() => ' , ,=') },
    'another secret': { body, headers: await hook.sign(body, { secret: otherSecret }) },
    'the signature of another webhook': { body, headers: otherHookHeaders ?? {} },
    'the signature in the query': {
      body,
      headers: {},
      path: `${hook.path}?${new URLSearchParams(validHeaders)}`,
    },
    'a truncated signature': { body, headers: withSignature((value) => value.slice(0, -4)) },
    'a longer signature': { body, headers: withSignature((value) => `${value}0000`) },
    'a signature with one changed character': {
      body,
      headers: withSignature((value) => changeCharAt(value, value.length - 8)),
    },
    'a wrong and a correct signature, joined': {
      body,
      headers: withSignature((value) => `${changeCharAt(value, value.length - 8)}x${value}`),
    },
    'a list of wrong signatures': {
      body,
      headers: withSignature((value) =>
        Array.from({ length: 20 }, () => changeCharAt(value, value.length - 8)).join(' '),
      ),
    },
    ...(hook.minutes && {
      'a body with one changed byte': { body: changeCharAt(body, body.indexOf('}') - 2), headers: validHeaders },
      'a body with an added space': { body: alteredBody, headers: validHeaders },
      'a body with an added line break': { body: `${body}\n`, headers: validHeaders },
      'a truncated body': { body: body.slice(0, -1), headers: validHeaders },
      'no body': { body: '', headers: validHeaders },
      'the signature of another body': { body, headers: otherBodyHeaders },
      'an expired signature': { body, headers: await hook.sign(body, { at: getDateInMinutes(-hook.minutes - 1) }) },
      'a year-old signature': { body, headers: await hook.sign(body, { at: getDateInMinutes(-525_600) }) },
      'a signature from the future': {
        body,
        headers: await hook.sign(body, { at: getDateInMinutes(hook.minutes + 1) }),
      },
      'a changed timestamp': {
        body,
        headers: mapValues(await hook.sign(body, { at: getDateInMinutes(-hook.minutes - 1) }), (value) =>
          value.replace(/(?<=t=)\d+|^\d+$/, (time) =>
            String(time.length > 10 ? Date.now() : Math.floor(Date.now() / 1000)),
          ),
        ),
      },
      'an invalid timestamp': {
        body,
        headers: mapValues(validHeaders, (value) => value.replace(/(?<=t=)\d+|^\d+$/, 'NaN')),
      },
      'an overflowing timestamp': {
        body,
        headers: mapValues(validHeaders, (value) => value.replace(/(?<=t=)\d+|^\d+$/, '9'.repeat(300))),
      },
    }),
  }
}

async function readState() {
  const tags = await database.db.select().from(revalidatedTags)
  const knownOrganizations = await database.db
    .select()
    .from(organizations)
    .where(eq(organizations.id, deletedCompany.id))
  // Excludes tables that background jobs change, such as the vendor sync.
  const { calls, leads, appointments, callers, alerts } = await company.rows()
  return {
    rows: { calls, leads, appointments, callers, alerts },
    tags: tags.filter(({ tag }) => tag.includes('attacked')),
    known: knownOrganizations.length,
  }
}

for (const [path, hook] of Object.entries(HOOKS)) {
  const deliveryCount = hook.minutes ? 23 : 11
  check(
    {
      what: `Webhook ${path}`,
      tried: `${deliveryCount} deliveries: unsigned, wrongly signed, changed${hook.minutes ? ', expired or from the future' : ''}`,
      expected: 'returns 401; stores and deletes nothing',
    },
    async () => {
      const stateBefore = await readState()
      const forgeries = Object.entries(await buildForgeries(hook))
      expect(forgeries.length).toBe(deliveryCount)
      const failures = await mapConcurrently(forgeries, async ([name, delivery]) => {
        const { status } = await deliver(hook, delivery)
        return status === 401 ? [] : [`${name}: ${status}`]
      })
      expect(failures.flat()).toEqual([])
      expect(await readState()).toEqual(stateBefore)
      return `401, ${forgeries.length} times`
    },
  )
}

check(
  {
    what: 'Invalid webhook requests',
    tried: 'sent each correctly signed: one byte above the limit, invalid UTF-8, another content type, other methods',
    expected: 'returns 413, 400, the same status as for JSON, and 405',
  },
  async () => {
    for (const hook of Object.values(HOOKS)) {
      const { path } = hook
      const oversizedBody = 'x'.repeat(hook.oversizedBytes)
      expect(`${path} ${await sendPartialBody(hook, oversizedBody)}`).toBe(`${path} 413`)
      const bytes = new Uint8Array([0x7b, 0xff, 0x7d])
      const decodedText = new TextDecoder().decode(bytes)
      const invalidUtf8Response = await deliver(hook, { body: bytes, headers: await hook.sign(decodedText) })
      expect(`${path} ${invalidUtf8Response.status}`).toBe(`${path} 400`)
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'image/png']) {
        const headers = { ...(await hook.sign('{}')), 'content-type': type }
        const { status } = await deliver(hook, { body: '{}', headers })
        expect([200, 400, 422], `${path} ${type}`).toContain(status)
      }
      for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
        const { status } = await deliver(hook, { body: '{}', headers: await hook.sign('{}'), method })
        expect(`${path} ${method} ${status}`).toBe(`${path} ${method} 405`)
      }
    }
    return 'as expected for each webhook'
  },
)

check(
  {
    what: 'Repeated call webhooks',
    tried: 'recorded a signed delivery and sent it 10 more times, concurrently and in sequence',
    expected: 'stores it once by conversation id, then reports it as repeated',
  },
  async () => {
    const hook = HOOKS['/api/webhooks/voice']!
    const { calls: callsBefore = [] } = await company.rows()
    const body = hook.body()
    const headers = await hook.sign(body)
    const redeliver = () => deliver(hook, { body, headers })
    const responses = [
      ...(await Promise.all(Array.from({ length: 5 }, redeliver))),
      ...(await mapConcurrently([1, 2, 3, 4, 5, 6], redeliver, 1)),
    ]
    const outcomes = responses.map(({ status, text }) => `${status} ${(JSON.parse(text) as { status: string }).status}`)
    expect(outcomes.filter((word) => word === '200 stored')).toHaveLength(1)
    expect(outcomes.filter((word) => word === '200 repeated')).toHaveLength(10)
    expect((await company.rows()).calls).toHaveLength(callsBefore.length + 1)
    return 'stored once, repeated 10 times'
  },
)

check(
  {
    what: 'Repeated call-start and publish webhooks',
    tried: 'recorded a delivery of each and sent it 10 more times',
    expected: 'returns the same response and stores only the revalidated tags',
  },
  async () => {
    const { rows: rowsBefore } = await readState()
    for (const path of ['/api/webhooks/voice/start', '/api/revalidate']) {
      const hook = HOOKS[path]!
      const body = hook.body()
      const headers = await hook.sign(body)
      const responses = await mapConcurrently(Array.from({ length: 11 }), () => deliver(hook, { body, headers }), 3)
      const unsignedResponse = await deliver(hook, { body, headers: {} })
      const distinctCount = new Set(responses.map(({ status, text }) => `${status} ${text}`)).size
      expect({
        path,
        different: distinctCount,
        status: responses[0]?.status,
        unsigned: unsignedResponse.status,
      }).toEqual({
        path,
        different: 1,
        status: 200,
        unsigned: 401,
      })
    }
    expect((await readState()).rows).toEqual(rowsBefore)
    return 'the same, 11 times each'
  },
)

check(
  {
    what: 'Repeated and out-of-order Clerk events',
    tried: 'sent the deletion of a company before its creation, the creation twice, and the deletion again',
    expected: 'keeps the company deleted and recognizes deliveries by id',
  },
  async () => {
    const hook = HOOKS['/api/webhooks/clerk']!
    const id = `org_late_${randomUUID().slice(0, 8)}`
    const buildEvent = (type: string) =>
      JSON.stringify({ object: 'event', type, data: { object: 'organization', id }, event_attributes: {} })
    const sendClerkEvent = async (type: string, messageId: string) => {
      const body = buildEvent(type)
      const { status, text } = await deliver(hook, { body, headers: await hook.sign(body, { id: messageId }) })
      return `${status} ${(JSON.parse(text) as { status?: string }).status}`
    }
    const name = randomUUID()
    const outcomes = [
      await sendClerkEvent('organization.deleted', `msg_${name}_end`),
      await sendClerkEvent('organization.created', `msg_${name}_begin`),
      await sendClerkEvent('organization.created', `msg_${name}_begin`),
      await sendClerkEvent('organization.deleted', `msg_${name}_end`),
    ]
    expect(outcomes).toEqual(['200 applied', '200 applied', '200 repeated', '200 repeated'])
    expect(await database.db.select().from(organizations).where(eq(organizations.id, id))).toEqual([])
    const storedEvents = await database.db
      .select()
      .from(clerkEvents)
      .where(eq(clerkEvents.id, `msg_${name}_end`))
    expect(storedEvents).toHaveLength(1)
    return 'applied, applied, repeated, repeated; no company created'
  },
)
