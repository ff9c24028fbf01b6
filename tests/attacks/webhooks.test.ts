import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { encodeSignatureHeader, SIGNATURE_HEADER_NAME } from '@sanity/webhook'
import { eq } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect } from 'vitest'
import type { OpenDatabase } from '../../lib/platform/db/client.ts'
import { inOrganization } from '../../lib/platform/db/organization.ts'
import { clerkEvents, organizations } from '../../lib/platform/db/organizations.ts'
import { organizationSettings } from '../../lib/dashboard/schema/settings.ts'
import { revalidatedTags } from '../../lib/platform/cache/schema.ts'
import { SIGNATURE_HEADER, signatureOf } from '../../lib/dashboard/voice/signature.ts'
import { START_SECRET_HEADER } from '../../lib/dashboard/voice/start-secret.ts'
import { check } from '../support/check.ts'
import { stack } from '../support/stack/addresses.ts'
import { forEach } from '../support/until.ts'
import { type Company, newCompany, openStackDatabase } from './support/company.ts'

const { siteUrl } = stack.env

let opened: OpenDatabase
let company: Company
let deleted: Company
let agent = ''
beforeAll(async () => {
  opened = await openStackDatabase()
  company = await newCompany(opened, 'webhooks')
  deleted = await newCompany(opened, 'deleted')
  agent = `agent_${randomUUID().slice(0, 8)}`
  await inOrganization(opened.db, company.id, ({ db, organizationId }) =>
    db
      .update(organizationSettings)
      .set({ voiceAgentId: agent })
      .where(eq(organizationSettings.organizationId, organizationId)),
  )
})
afterAll(() => opened.close())

type Signing = { secret?: string; at?: Date; id?: string }

type Hook = {
  path: string
  tooLarge: number
  secret: string
  body: () => string
  sign: (body: string, signing?: Signing) => Promise<Record<string, string>>
  /** Minutes for which a signature is valid, or undefined for a shared secret. */
  minutes?: number
}

const KIB = 1024

let calls = 0

const HOOKS: Record<string, Hook> = {
  '/api/revalidate': {
    path: '/api/revalidate',
    tooLarge: 17 * KIB,
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
    tooLarge: 257 * KIB,
    secret: stack.site.CLERK_WEBHOOK_SIGNING_SECRET ?? '',
    minutes: 5,
    body: () =>
      JSON.stringify({
        object: 'event',
        type: 'organization.deleted',
        data: { object: 'organization', id: deleted.id, deleted: true },
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
    tooLarge: 4 * KIB * KIB + KIB,
    secret: stack.site.VOICE_WEBHOOK_SECRET ?? '',
    minutes: 30,
    body: () => callOf(`conv_${(calls += 1)}_${randomUUID()}`),
    sign: async (body, { secret, at = new Date() } = {}) => ({
      [SIGNATURE_HEADER]: signatureOf(body, secret ?? stack.site.VOICE_WEBHOOK_SECRET ?? '', at),
    }),
  },
  '/api/webhooks/voice/start': {
    path: '/api/webhooks/voice/start',
    tooLarge: 17 * KIB,
    secret: stack.site.VOICE_START_SECRET ?? '',
    body: () => JSON.stringify({ agent_id: agent, caller_id: '+13125550177', called_number: null, call_sid: null }),
    sign: async (_body, { secret } = {}) => ({
      [START_SECRET_HEADER]: secret ?? stack.site.VOICE_START_SECRET ?? '',
    }),
  },
}

const callOf = (id: string): string =>
  JSON.stringify({
    type: 'post_call_transcription',
    event_timestamp: Math.floor(Date.now() / 1000),
    data: {
      agent_id: agent,
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

type Sent = {
  body: string | Uint8Array<ArrayBuffer>
  headers: Record<string, string> | [string, string][]
  method?: string
  path?: string
}

async function deliver(hook: Hook, { body, headers, method = 'POST', path = hook.path }: Sent) {
  const all = new Headers(headers)
  if (!all.has('content-type')) all.set('content-type', 'application/json')
  const response = await fetch(siteUrl + path, {
    method,
    redirect: 'manual',
    headers: all,
    ...(method !== 'GET' && { body }),
  })
  return { status: response.status, text: await response.text() }
}

/** Maximum milliseconds until the site rejects an oversized body. */
const REFUSAL_MS = 5_000

/** Sends the first KiB of a body. @returns the status, or 0 without a response */
async function statusOfBeginning(hook: Hook, body: string): Promise<number> {
  const headers = { ...(await hook.sign(body)), 'content-type': 'application/json', 'content-length': body.length }
  const sending = request(siteUrl + hook.path, { method: 'POST', headers, timeout: REFUSAL_MS })
  try {
    return await new Promise<number>((resolve) => {
      sending.on('response', ({ statusCode = 0 }) => resolve(statusCode))
      sending.on('timeout', () => resolve(0))
      sending.on('error', () => resolve(0))
      sending.write(body.slice(0, KIB))
    })
  } finally {
    sending.destroy()
  }
}

const OTHER_SECRETS: Record<string, string> = {
  '/api/webhooks/clerk': `whsec_${btoa('another-secret-of-24-byte')}`,
}

const minutesFrom = (minutes: number) => new Date(Date.now() + minutes * 60_000)

const changedAt = (text: string, at: number): string =>
  text.slice(0, at) + (text[at] === '0' ? '1' : '0') + text.slice(at + 1)

const mapValues = (headers: Record<string, string>, change: (value: string, name: string) => string) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, change(value, name)]))

/** Recognizes headers that contain the signature or the secret. */
const isSignature = (name: string) => /signature|secret/i.test(name)

async function forgeries(hook: Hook): Promise<Record<string, Sent>> {
  const body = hook.body()
  const good = await hook.sign(body)
  const signed = (change: (value: string) => string) =>
    mapValues(good, (value, name) => (isSignature(name) ? change(value) : value))
  const other = OTHER_SECRETS[hook.path] ?? 'another-secret-000000000000000000000000'
  const foreign = Object.values(HOOKS).filter(({ path }) => path !== hook.path)
  const [elsewhere] = await Promise.all(foreign.map(({ sign, secret }) => sign(body, { secret })))
  const altered = body.replace('"', ' "')
  const forOther = await hook.sign(`${body} `)
  return {
    'no signature': { body, headers: {} },
    'an empty signature': { body, headers: signed(() => '') },
    'a signature of spaces and separators': { body, headers: signed(() => ' , ,=') },
    'another secret': { body, headers: await hook.sign(body, { secret: other }) },
    'the signature of another webhook': { body, headers: elsewhere ?? {} },
    'the signature in the query': {
      body,
      headers: {},
      path: `${hook.path}?${new URLSearchParams(good)}`,
    },
    'a truncated signature': { body, headers: signed((value) => value.slice(0, -4)) },
    'a longer signature': { body, headers: signed((value) => `${value}0000`) },
    'a signature with one changed character': { body, headers: signed((value) => changedAt(value, value.length - 8)) },
    'a wrong and a correct signature, joined': {
      body,
      headers: signed((value) => `${changedAt(value, value.length - 8)}x${value}`),
    },
    'a list of wrong signatures': {
      body,
      headers: signed((value) => Array.from({ length: 20 }, () => changedAt(value, value.length - 8)).join(' ')),
    },
    ...(hook.minutes && {
      'a body with one changed byte': { body: changedAt(body, body.indexOf('}') - 2), headers: good },
      'a body with an added space': { body: altered, headers: good },
      'a body with an added line break': { body: `${body}\n`, headers: good },
      'a truncated body': { body: body.slice(0, -1), headers: good },
      'no body': { body: '', headers: good },
      'the signature of another body': { body, headers: forOther },
      'an expired signature': { body, headers: await hook.sign(body, { at: minutesFrom(-hook.minutes - 1) }) },
      'a year-old signature': { body, headers: await hook.sign(body, { at: minutesFrom(-525_600) }) },
      'a signature from the future': { body, headers: await hook.sign(body, { at: minutesFrom(hook.minutes + 1) }) },
      'a changed timestamp': {
        body,
        headers: mapValues(await hook.sign(body, { at: minutesFrom(-hook.minutes - 1) }), (value) =>
          value.replace(/(?<=t=)\d+|^\d+$/, (time) =>
            String(time.length > 10 ? Date.now() : Math.floor(Date.now() / 1000)),
          ),
        ),
      },
      'an invalid timestamp': {
        body,
        headers: mapValues(good, (value) => value.replace(/(?<=t=)\d+|^\d+$/, 'NaN')),
      },
      'an overflowing timestamp': {
        body,
        headers: mapValues(good, (value) => value.replace(/(?<=t=)\d+|^\d+$/, '9'.repeat(300))),
      },
    }),
  }
}

async function state() {
  const tags = await opened.db.select().from(revalidatedTags)
  const known = await opened.db.select().from(organizations).where(eq(organizations.id, deleted.id))
  // Excludes tables that background jobs change, such as the vendor sync.
  const { calls, leads, appointments, callers, alerts } = await company.rows()
  return {
    rows: { calls, leads, appointments, callers, alerts },
    tags: tags.filter(({ tag }) => tag.includes('attacked')),
    known: known.length,
  }
}

for (const [path, hook] of Object.entries(HOOKS)) {
  const tries = hook.minutes ? 23 : 11
  check(
    {
      what: `Webhook ${path}`,
      tried: `${tries} deliveries: unsigned, wrongly signed, changed${hook.minutes ? ', expired or from the future' : ''}`,
      expected: 'returns 401; stores and deletes nothing',
    },
    async () => {
      const before = await state()
      const all = Object.entries(await forgeries(hook))
      expect(all.length).toBe(tries)
      const seen = await forEach(all, async ([name, sent]) => {
        const { status } = await deliver(hook, sent)
        return status === 401 ? [] : [`${name}: ${status}`]
      })
      expect(seen.flat()).toEqual([])
      expect(await state()).toEqual(before)
      return `401, ${all.length} times`
    },
  )
}

check(
  {
    what: 'Invalid webhook requests',
    tried: 'sent each correctly signed: one byte above the limit, invalid UTF-8, another content type, other methods',
    expected: 'returns 413; 400; the same as JSON; 405',
  },
  async () => {
    for (const hook of Object.values(HOOKS)) {
      const { path } = hook
      const large = 'x'.repeat(hook.tooLarge)
      expect(`${path} ${await statusOfBeginning(hook, large)}`).toBe(`${path} 413`)
      const bytes = new Uint8Array([0x7b, 0xff, 0x7d])
      const replaced = new TextDecoder().decode(bytes)
      const noText = await deliver(hook, { body: bytes, headers: await hook.sign(replaced) })
      expect(`${path} ${noText.status}`).toBe(`${path} 400`)
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
    const { calls: before = [] } = await company.rows()
    const body = hook.body()
    const headers = await hook.sign(body)
    const again = () => deliver(hook, { body, headers })
    const answers = [
      ...(await Promise.all(Array.from({ length: 5 }, again))),
      ...(await forEach([1, 2, 3, 4, 5, 6], again, 1)),
    ]
    const words = answers.map(({ status, text }) => `${status} ${(JSON.parse(text) as { status: string }).status}`)
    expect(words.filter((word) => word === '200 stored')).toHaveLength(1)
    expect(words.filter((word) => word === '200 repeated')).toHaveLength(10)
    expect((await company.rows()).calls).toHaveLength(before.length + 1)
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
    const { rows: before } = await state()
    for (const path of ['/api/webhooks/voice/start', '/api/revalidate']) {
      const hook = HOOKS[path]!
      const body = hook.body()
      const headers = await hook.sign(body)
      const answers = await forEach(Array.from({ length: 11 }), () => deliver(hook, { body, headers }), 3)
      const unsigned = await deliver(hook, { body, headers: {} })
      const different = new Set(answers.map(({ status, text }) => `${status} ${text}`)).size
      expect({ path, different, status: answers[0]?.status, unsigned: unsigned.status }).toEqual({
        path,
        different: 1,
        status: 200,
        unsigned: 401,
      })
    }
    expect((await state()).rows).toEqual(before)
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
    const event = (type: string) =>
      JSON.stringify({ object: 'event', type, data: { object: 'organization', id }, event_attributes: {} })
    const send = async (type: string, messageId: string) => {
      const body = event(type)
      const { status, text } = await deliver(hook, { body, headers: await hook.sign(body, { id: messageId }) })
      return `${status} ${(JSON.parse(text) as { status?: string }).status}`
    }
    const name = randomUUID()
    const answers = [
      await send('organization.deleted', `msg_${name}_end`),
      await send('organization.created', `msg_${name}_begin`),
      await send('organization.created', `msg_${name}_begin`),
      await send('organization.deleted', `msg_${name}_end`),
    ]
    expect(answers).toEqual(['200 applied', '200 applied', '200 repeated', '200 repeated'])
    expect(await opened.db.select().from(organizations).where(eq(organizations.id, id))).toEqual([])
    const kept = await opened.db
      .select()
      .from(clerkEvents)
      .where(eq(clerkEvents.id, `msg_${name}_end`))
    expect(kept).toHaveLength(1)
    return 'applied, applied, repeated, repeated; no company created'
  },
)
