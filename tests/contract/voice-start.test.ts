import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { DEFAULT_INSTRUCTIONS } from '../../lib/dashboard/model/instructions.ts'
import { SAFETY_GUIDE } from '../../lib/dashboard/assistant/safety.ts'
import { INTENT_NAMES } from '../../lib/dashboard/model/intent.ts'
import { SAFETY_KIND_NAMES } from '../../lib/dashboard/model/safety.ts'
import { DatabaseTimeoutError } from '../../lib/platform/db/client.ts'
import { respondToStart, FALLBACK_RESPONSE, type StartResponse } from '../../lib/dashboard/voice/start.ts'
import { START_SECRET_HEADER } from '../../lib/dashboard/voice/start-secret.ts'
import { VARIABLE_NAMES } from '../../lib/dashboard/voice/agent-config.ts'
import { resetPool } from '../support/reset-pool.ts'
import { setUpDatabase } from '../support/opened-database.ts'
import { stubSiteEnv } from '../support/site-env.ts'
import {
  assistantHandovers,
  assistantVersions,
  callerNumbers,
  callers,
  organizationSettings,
} from '../support/tables.ts'
import { startTcpRelay, type TcpRelay } from '../support/stack/tcp-relay.ts'
import { getOrganization } from './voice-fixtures.ts'

const SECRET = 'a-secret-of-the-start-webhook'
/** The previous secret, which the webhook accepts during a rotation. */
const OLDER_SECRET = 'an-older-secret-of-the-start-webhook'
const PHONE = '+13125550142'

const START_REQUEST = { caller_id: PHONE, agent_id: 'agent_a', called_number: '+13125550199', call_sid: 'CA1' }

describe('call start webhook', () => {
  const database = setUpDatabase()
  const { within } = database
  let relay: TcpRelay
  let POST: (request: Request) => Promise<Response>

  beforeAll(async () => {
    const { port } = new URL(database.url)
    relay = await startTcpRelay(Number(port))
    const url = Object.assign(new URL(database.url), { hostname: '127.0.0.1', port: String(relay.port) })
    stubSiteEnv({ DATABASE_URL: url.href })
    vi.stubEnv('VOICE_START_SECRET', `${SECRET},${OLDER_SECRET}`)
    vi.resetModules()
    ;({ POST } = await import('../../app/api/webhooks/voice/start/route.ts'))
  })
  afterAll(async () => {
    await resetPool()
    await relay.close()
    vi.unstubAllEnvs()
  })
  beforeEach(async () => {
    relay.restore()
    await database.deleteOrganizations()
    await within(({ db, organizationId }) =>
      db.insert(organizationSettings).values({
        organizationId,
        voiceAgentId: 'agent_a',
        timeZone: 'America/Chicago',
        greeting: 'Good evening',
        onCall: [{ name: 'Alex', phone: '+13125550190', hours: null }],
        pagingMinutes: 7,
      }),
    )
  })

  const sendStart = async (body: unknown = START_REQUEST, secret: string | null = SECRET) => {
    const response = await POST(
      new Request('http://localhost:3000/api/webhooks/voice/start', {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: secret === null ? {} : { [START_SECRET_HEADER]: secret },
      }),
    )
    return { status: response.status, body: (await response.json()) as StartResponse & { error?: string } }
  }
  /** Repeats the request until the response is personalized. On a slow machine the first ones are the fallback. */
  const sendUntilKnown = async (body: unknown = START_REQUEST) => {
    for (;;) {
      const response = await sendStart(body)
      if (response.body.conversation_config_override) return response
    }
  }
  const readRequestedAt = async () => (await getOrganization(database.db, 'org_a').handover())?.askedAt

  it('accepts the previous secret during a rotation', async () => {
    expect((await sendStart(START_REQUEST, OLDER_SECRET)).status).toBe(200)
  })

  it('returns the configuration from settings, instructions and on-call list', async () => {
    const overrides = { languages: ['es' as const], fees: { visit: '89', afterHours: null } }
    const instructions = { ...DEFAULT_INSTRUCTIONS, ...overrides }
    await within(({ db, organizationId }) =>
      db.insert(assistantVersions).values({ organizationId, number: 1, instructions }),
    )
    const { status, body } = await sendUntilKnown()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      type: 'conversation_initiation_client_data',
      dynamic_variables: {
        is_open: 'no',
        on_call_now: '1. Alex +13125550190',
        paging_minutes: '7',
        caller_known: 'no',
      },
      conversation_config_override: {
        agent: { first_message: 'Good evening Soy el asistente automático.', language: 'es' },
      },
    })
    const prompt = body.conversation_config_override?.agent.prompt.prompt
    expect(prompt).toContain('A visit: 89')
    for (const kind of SAFETY_KIND_NAMES) expect(prompt).toContain(SAFETY_GUIDE[kind].advice.es)
    for (const intent of INTENT_NAMES) expect(prompt).toContain(`- ${intent}: `)
    expect(Object.keys(body.dynamic_variables).toSorted()).toEqual([...VARIABLE_NAMES].toSorted())
  })

  it('returns a changed setting immediately', async () => {
    await within(({ db }) => db.update(organizationSettings).set({ pagingMinutes: 12, greeting: null }))
    const { body } = await sendUntilKnown()
    expect(body.dynamic_variables.paging_minutes).toBe('12')
    // The default greeting contains the company's name, which only the sync job can read.
    expect(body.conversation_config_override?.agent).not.toHaveProperty('first_message')
  })

  it('identifies the caller by phone number, within the organization only', async () => {
    for (const [organizationId, name] of Object.entries({ org_a: 'Ada Byron', org_b: 'Somebody Else' }))
      await within(organizationId, async ({ db }) => {
        const knownCaller = { organizationId, name, system: 'Gas furnace', doNotCall: true }
        const [caller] = await db.insert(callers).values(knownCaller).returning()
        await db.insert(callerNumbers).values({ organizationId, phone: PHONE, callerId: caller?.id ?? '' })
      })
    expect((await sendUntilKnown()).body.dynamic_variables).toMatchObject({
      caller_known: 'yes',
      caller_name: 'Ada Byron',
      caller_system: 'Gas furnace',
      caller_do_not_call: 'yes',
    })
    for (const caller_id of ['+13125550143', 'anonymous', '', null])
      expect((await sendUntilKnown({ ...START_REQUEST, caller_id })).body.dynamic_variables.caller_known).toBe('no')
  })

  it('records the time of the request in the background', async () => {
    await sendUntilKnown()
    await expect.poll(readRequestedAt).toBeInstanceOf(Date)
    const rows = await within(({ db }) => db.select().from(assistantHandovers))
    expect(rows).toMatchObject([{ agentId: 'agent_a', fingerprint: null, handedOverAt: null }])
  })

  it('returns the safe fallback for an unknown agent', async () => {
    expect(await sendStart({ ...START_REQUEST, agent_id: 'agent_x' })).toEqual({ status: 200, body: FALLBACK_RESPONSE })
  })

  it.each([
    ['no secret', START_REQUEST, null, 401],
    ['a wrong secret', START_REQUEST, `${SECRET}x`, 401],
    ['a wrong secret and malformed JSON', '{', 'x', 401],
    ['malformed JSON', '{', SECRET, 400],
    ['no agent', { caller_id: PHONE }, SECRET, 422],
    ['a list as the body', [], SECRET, 422],
    ['an oversized body', 'x'.repeat(17_000), SECRET, 413],
  ])('rejects a request with %s', async (_, body, secret, status) => {
    const response = await sendStart(body, secret)
    expect(response.status).toBe(status)
    expect(JSON.stringify(response.body)).not.toContain(SECRET)
    expect(await readRequestedAt()).toBeUndefined()
  })

  it.each(['cut', 'mute'] as const)('returns the safe fallback while the database is down: %s', async (fault) => {
    await sendUntilKnown()
    relay[fault]()
    expect(await sendStart()).toEqual({ status: 200, body: FALLBACK_RESPONSE })
    relay.restore()
    await resetPool()
    expect((await sendUntilKnown()).body.dynamic_variables.paging_minutes).toBe('7')
  })

  it('returns the safe fallback at the deadline if the database never responds', async () => {
    vi.useFakeTimers()
    try {
      let startResponse: StartResponse | undefined
      const withDatabase = () => new Promise<never>(() => undefined)
      void respondToStart(START_REQUEST, { withDatabase, now: new Date(), deadline: 250 }).then(
        (result) => (startResponse = result),
      )
      await vi.advanceTimersByTimeAsync(249)
      expect(startResponse).toBeUndefined()
      await vi.advanceTimersByTimeAsync(1)
      expect(startResponse).toEqual(FALLBACK_RESPONSE)
    } finally {
      vi.useRealTimers()
    }
  })

  it('says on Thanksgiving that the company is closed, and who is on call', async () => {
    const day = { from: '08:00', to: '17:00' }
    await within(({ db }) =>
      db
        .update(organizationSettings)
        .set({ closedOnHolidays: true, hours: { mon: day, tue: day, wed: day, thu: day, fri: day } }),
    )
    const withDatabase = async <Result>(work: (db: typeof database.db) => Promise<Result>) => work(database.db)
    const startAt = (now: string) => respondToStart(START_REQUEST, { withDatabase, now: new Date(now), deadline: 1e9 })
    const holiday = await startAt('2026-11-26T16:00:00Z')
    expect(holiday.dynamic_variables).toMatchObject({
      is_open: 'no',
      changes_at: 'Nov 27, 2026, 8:00 AM',
      on_call_now: '1. Alex +13125550190',
    })
    expect(holiday.conversation_config_override?.agent.prompt.prompt).toContain(
      '- Thursday, November 26, 2026: closed (Thanksgiving Day)',
    )
    expect((await startAt('2026-11-25T16:00:00Z')).dynamic_variables.is_open).toBe('yes')
  })

  it('returns the safe fallback immediately if the database fails', async () => {
    const withDatabase = () => Promise.reject(new DatabaseTimeoutError(1))
    expect(await respondToStart(START_REQUEST, { withDatabase, now: new Date(), deadline: 1e9 })).toEqual(
      FALLBACK_RESPONSE,
    )
  })
})
