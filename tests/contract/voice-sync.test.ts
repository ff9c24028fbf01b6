import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_INSTRUCTIONS } from '../../lib/dashboard/model/instructions.ts'
import { INTENT_NAMES } from '../../lib/dashboard/model/intent.ts'
import { SAFETY_KIND_NAMES } from '../../lib/dashboard/model/safety.ts'
import { assistantVersions } from '../support/tables.ts'
import type { Actor } from '../../lib/dashboard/model/event.ts'
import { claimJob, enqueue } from '../../lib/platform/jobs/queue.ts'
import { runDueJobs } from '../../lib/platform/jobs/worker.ts'
import type { SettingsChange } from '../../lib/dashboard/settings/input.ts'
import { changeSettings } from '../../lib/dashboard/settings/repository.ts'
import { COLLECTED_FIELDS } from '../../lib/dashboard/voice/event.ts'
import { syncClosedDays } from '../../lib/dashboard/voice/closed-days.ts'
import { createSyncHandler } from '../../lib/dashboard/voice/sync.ts'
import { requestSync } from '../../lib/dashboard/voice-vendor/sync-request.ts'
import { API_KEY, startVoiceWithAgent } from '../../packages/voice/tests/fixtures.ts'
import { setUpDatabase } from '../support/opened-database.ts'
import { connectAsOwner } from '../support/owner.ts'
import { createManualClock } from './contact-fixtures.ts'
import {
  replyWith,
  createFakeVendor,
  createLog,
  getOrganization,
  replyWithAgentId,
  VENDOR_KEY,
} from './voice-fixtures.ts'

const ADA: Actor = { kind: 'person', id: 'user_ada' }
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const SYNC_MIGRATION = '0011_agents_synced.sql'
const AGENT_PATH = '/v1/convai/agents/agent_a'

const SYNCED_EVENT = { action: 'assistant.handed_over', actorKind: 'site', details: { keptDays: 30 } }

describe('assistant sync with the voice vendor', () => {
  const database = setUpDatabase()
  const owner = connectAsOwner(database)
  let clock: ReturnType<typeof createManualClock>
  beforeEach(async () => {
    await database.deleteOrganizations()
    clock = createManualClock(Date.now() + MINUTE_MS)
  })

  const getCompany = () => getOrganization(database.db, 'org_a')
  const createVendorWithAgent = async (reply = replyWithAgentId) => {
    await getCompany().setAgent('agent_a', 'agent')
    return createFakeVendor(reply)
  }
  const change = (settings: SettingsChange) => getCompany().within((tx) => changeSettings(tx, ADA, settings))
  const createHandler = (api: { apiUrl: string; apiKey: string }) =>
    createSyncHandler({ ...api, companyName: async () => 'Sample Heating & Air' })
  const run = async (api: { apiUrl: string; apiKey: string }) => {
    const { lines, log } = createLog()
    await runDueJobs(database.db, 'assistant-handover', createHandler(api), { clock: clock.now, log })
    return lines
  }
  const readGreeting = (body: string) => JSON.parse(body).conversation_config.agent.first_message as string
  const runLater = async (api: { apiUrl: string; apiKey: string }) => {
    clock.advance(HOUR_MS)
    return run(api)
  }

  async function setUpVoiceAgent() {
    const voice = await startVoiceWithAgent({}, {})
    await getCompany().setAgent('agent_a', 'agent')
    await run({ apiUrl: voice.url, apiKey: API_KEY })
    return (await voice.ask('GET', AGENT_PATH)).json
  }

  it('sends the current configuration with the API key and records the sync', async () => {
    const vendor = await createVendorWithAgent()
    await change({ greeting: 'Good evening', onCall: [{ name: 'Alex', phone: '+13125550190', hours: null }] })
    await run(vendor.api)
    expect(vendor.asked).toEqual([
      { method: 'PATCH', path: AGENT_PATH, key: VENDOR_KEY, body: expect.stringContaining('Alex') },
    ])
    expect(readGreeting(vendor.asked[0]?.body ?? '')).toBe('Good evening I am the automated assistant.')
    expect(await getCompany().handover()).toMatchObject({
      agentId: 'agent_a',
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      handedOverAt: clock.now(),
      refusal: null,
      refusedAt: null,
    })
    expect(await getCompany().logged('assistant.')).toEqual([SYNCED_EVENT])
  })

  it('is accepted by the local vendor, including the retention of recordings', async () => {
    await change({ retention: { recordings: 7, transcripts: 90, calls: 365, leads: 730 } })
    expect(await setUpVoiceAgent()).toMatchObject({
      conversation_config: { agent: { first_message: expect.stringContaining('Sample Heating & Air') } },
      platform_settings: { privacy: { record_voice: true, retention_days: 7, delete_audio: true } },
    })
    expect((await getCompany().handover())?.handedOverAt).toEqual(clock.now())
  })

  it('is enqueued for every existing agent by the migration that adds intents', async () => {
    await getCompany().setAgent('agent_a', 'agent')
    await getOrganization(database.db, 'org_without').within((tx) => changeSettings(tx, ADA, { greeting: 'Hello' }))
    await owner.sql.unsafe('delete from jobs')
    await owner.sql.unsafe(
      readFileSync(resolve(import.meta.dirname, `../../lib/platform/db/migrations/${SYNC_MIGRATION}`), 'utf8'),
    )
    const rows = await owner.sql`select organization_id, kind, due_at > now() as is_later from jobs`
    expect([...rows]).toEqual([{ organization_id: 'org_a', kind: 'assistant-handover', is_later: true }])
  })

  it("sets the agent's data collection fields, including intents and dangers", async () => {
    const { data_collection: fields } = (await setUpVoiceAgent()).platform_settings
    expect(Object.keys(fields)).toEqual(Object.keys(COLLECTED_FIELDS))
    expect(fields.intent).toMatchObject({ type: 'string', enum: INTENT_NAMES })
    expect(fields.danger).toMatchObject({ type: 'string', enum: SAFETY_KIND_NAMES })
  })

  it('skips an unchanged configuration and sends each change once', async () => {
    const vendor = await createVendorWithAgent()
    await run(vendor.api)
    await getCompany().within((tx) => requestSync(tx, 'again'))
    await change({ isForwarded: true })
    await getCompany().within((tx) => changeSettings(tx, ADA, { secondFactorRequired: true }))
    await run(vendor.api)
    expect(vendor.asked).toHaveLength(1)
    await change({ pagingMinutes: 9, onCall: [{ name: 'Alex', phone: '+13125550190', hours: null }] })
    await run(vendor.api)
    expect(vendor.asked).toHaveLength(2)
    expect(await getCompany().logged('assistant.')).toEqual([SYNCED_EVENT, SYNCED_EVENT])
  })

  it('includes the closed days of the next 60 days, and runs again when days have passed', async () => {
    const vendor = await createVendorWithAgent()
    clock = createManualClock(Date.parse('2026-10-20T18:00:00Z'))
    await owner.sql.unsafe('update jobs set due_at = $1', ['2026-10-20T17:00:00Z'])
    const runDaily = async () => {
      await owner.sql.unsafe("delete from jobs where kind = 'closed-days'")
      await enqueue(
        { db: database.db, organizationId: null },
        { kind: 'closed-days', onceKey: clock.now().toISOString(), dueAt: clock.now() },
      )
      const { log } = createLog()
      await runDueJobs(database.db, 'closed-days', syncClosedDays, { clock: clock.now, log })
      await owner.sql.unsafe('update jobs set due_at = $1 where done_at is null', [clock.now()])
      await run(vendor.api)
    }
    const readPrompt = () =>
      JSON.parse(vendor.asked.at(-1)?.body ?? '').conversation_config.agent.prompt.prompt as string
    await change({ closedOnHolidays: true })
    await owner.sql.unsafe('update jobs set due_at = $1 where done_at is null', [clock.now()])
    await run(vendor.api)
    expect(vendor.asked).toHaveLength(1)
    expect(readPrompt()).toContain('- Thursday, November 26, 2026: closed (Thanksgiving Day)')
    expect(readPrompt()).not.toContain('Christmas Day')

    clock.advance(24 * HOUR_MS)
    await runDaily()
    expect(vendor.asked).toHaveLength(1)
    // Christmas Day is now less than 60 days away.
    clock.advance(6 * 24 * HOUR_MS)
    await runDaily()
    expect(vendor.asked).toHaveLength(2)
    expect(readPrompt()).toContain('- Friday, December 25, 2026: closed (Christmas Day)')
    await runDaily()
    expect(vendor.asked).toHaveLength(2)
  })

  it('is not enqueued for closed days without an earlier sync', async () => {
    await change({ closedOnHolidays: true })
    await owner.sql.unsafe('delete from jobs')
    const { signal } = new AbortController()
    const job = { id: '', organizationId: null, kind: 'closed-days', details: {}, attempts: 1 }
    await syncClosedDays(job, { db: database.db, now: clock.now(), signal })
    expect([...(await owner.sql`select kind from jobs`)]).toEqual([])
  })

  it('includes the assistant instructions', async () => {
    const vendor = await createVendorWithAgent()
    await getCompany().within(async (tx) => {
      const instructions = { ...DEFAULT_INSTRUCTIONS, fees: { visit: '89 dollars', afterHours: null } }
      await tx.db.insert(assistantVersions).values({ organizationId: tx.organizationId, number: 1, instructions })
      await requestSync(tx, 'instructions:1')
    })
    await run(vendor.api)
    expect(vendor.asked[0]?.body).toContain('89 dollars')
  })

  it('starts once an agent is assigned, and runs again when the agent changes', async () => {
    const vendor = await createFakeVendor()
    await change({ greeting: 'Hello' })
    await run(vendor.api)
    expect(vendor.asked).toEqual([])
    expect(await getCompany().handover()).toMatchObject({ refusal: 'no-agent', fingerprint: null })
    expect(await getCompany().logged('assistant.')).toEqual([])
    for (const agent of ['agent_a', 'agent_b']) {
      await getCompany().setAgent(agent, agent)
      await run(vendor.api)
      expect(await getCompany().handover()).toMatchObject({ agentId: agent, refusal: null })
    }
    expect(vendor.asked.map(({ path }) => path)).toEqual([AGENT_PATH, '/v1/convai/agents/agent_b'])
  })

  it.each([
    ['is rate-limiting', replyWith(429), 'a_code'],
    ['fails', replyWith(500, 'oops'), 'http_500'],
    ['redirects', replyWith(307, ''), 'no_answer'],
    ['returns invalid data', replyWith(200, '<html>'), 'unexpected_answer'],
    ['returns an empty body', replyWith(200, ''), 'unexpected_answer'],
    ['returns another agent', replyWith(200, { agent_id: 'agent_b' }), 'unexpected_answer'],
    ['returns an oversized body', replyWith(200, 'x'.repeat(2_000_001)), 'answer_too_long'],
    ['closes the connection', ((_request, response) => response.destroy()) as typeof replyWithAgentId, 'no_answer'],
  ])('is retried when the vendor %s, and recorded once', async (_, reply, code) => {
    const vendor = await createVendorWithAgent(reply)
    expect(await run(vendor.api)).toMatchObject([{ kind: 'assistant-handover', code }])
    expect(await getCompany().handover()).toMatchObject({ fingerprint: null, handedOverAt: null, refusal: null })
    await run(vendor.api)
    expect(vendor.asked).toHaveLength(1)
    vendor.answerWith(replyWithAgentId)
    await runLater(vendor.api)
    await runLater(vendor.api)
    expect(vendor.asked).toHaveLength(2)
    expect(await getCompany().logged('assistant.')).toEqual([SYNCED_EVENT])
  })

  it.each([
    [404, { detail: { status: 'agent_not_found', message: 'No' } }, 'agent_not_found'],
    [422, { detail: [{ loc: ['body'], msg: 'Words of the vendor', type: 'x' }] }, 'http_422'],
    [400, 'no JSON', 'http_400'],
    [400, { detail: { status: 'Words, of the vendor!' } }, 'http_400'],
  ])('is not retried when the vendor rejects it (%i %o), until something changes', async (status, body, refusal) => {
    const vendor = await createVendorWithAgent(replyWith(status, body))
    await run(vendor.api)
    await runLater(vendor.api)
    expect(vendor.asked).toHaveLength(1)
    const refusedAt = new Date(clock.now().getTime() - HOUR_MS)
    expect(await getCompany().handover()).toMatchObject({ refusal, refusedAt, fingerprint: null })
    const refusedEvent = { action: 'assistant.refused', actorKind: 'site', details: { code: refusal } }
    expect(await getCompany().logged('assistant.')).toEqual([refusedEvent])
    vendor.answerWith(replyWithAgentId)
    await change({ greeting: 'Hello' })
    await run(vendor.api)
    expect(await getCompany().handover()).toMatchObject({ refusal: null, refusedAt: null, handedOverAt: clock.now() })
    expect(await getCompany().logged('assistant.')).toEqual([refusedEvent, SYNCED_EVENT])
  })

  it('is retried while the API key is rejected, and logs the rejection once', async () => {
    const vendor = await createVendorWithAgent(replyWith(401, { detail: { status: 'invalid_api_key', message: 'No' } }))
    await run(vendor.api)
    await runLater(vendor.api)
    expect(vendor.asked).toHaveLength(2)
    expect(await getCompany().handover()).toMatchObject({ refusal: 'invalid_api_key' })
    vendor.answerWith(replyWithAgentId)
    await runLater(vendor.api)
    expect(await getCompany().handover()).toMatchObject({ refusal: null, handedOverAt: clock.now() })
    expect((await getCompany().logged('assistant.')).map(({ action }) => action)).toEqual([
      'assistant.refused',
      'assistant.handed_over',
    ])
  })

  describe('in a killed process', () => {
    async function stopDuringSync() {
      const requestArrived = Promise.withResolvers<void>()
      const vendor = await createFakeVendor(() => requestArrived.resolve())
      const job = await claimJob(database.db, 'assistant-handover', clock.now())
      if (!job) throw new Error('There is nothing to sync')
      const context = { db: database.db, now: clock.now(), signal: new AbortController().signal }
      // The request fails when the vendor's server closes after the test.
      createHandler(vendor.api)({ ...job, organizationId: 'org_a' }, context).catch(() => undefined)
      await requestArrived.promise
      return vendor
    }

    it('waits for the lease, then runs in another process', async () => {
      await getCompany().setAgent('agent_a', 'agent')
      const vendor = await stopDuringSync()
      vendor.answerWith(replyWithAgentId)
      await change({ greeting: 'Hello' })
      expect(await run(vendor.api)).toEqual([])
      expect(vendor.asked).toHaveLength(1)
      await runLater(vendor.api)
      expect(vendor.asked).toHaveLength(2)
      expect(readGreeting(vendor.asked[1]?.body ?? '')).toContain('Hello')
      expect(await getCompany().logged('assistant.')).toEqual([SYNCED_EVENT])
    })

    it('records no success, so the next sync sends the configuration again', async () => {
      const firstVendor = await createFakeVendor()
      await getCompany().setAgent('agent_a', 'agent')
      await change({ greeting: 'Hello' })
      await run(firstVendor.api)
      const { fingerprint } = (await getCompany().handover()) ?? {}
      await change({ greeting: 'Good evening' })
      const vendor = await stopDuringSync()
      expect(readGreeting(vendor.asked[0]?.body ?? '')).toContain('Good evening')
      await change({ greeting: 'Hello' })
      vendor.answerWith(replyWithAgentId)
      await runLater(vendor.api)
      expect(vendor.asked.map(({ body }) => readGreeting(body)).at(-1)).toContain('Hello')
      expect(vendor.asked).toHaveLength(2)
      expect((await getCompany().handover())?.fingerprint).toBe(fingerprint)
    })

    it('cannot overwrite the result of a later sync', async () => {
      await getCompany().setAgent('agent_a', 'agent')
      let finishReply: () => void = () => undefined
      const requestArrived = Promise.withResolvers<void>()
      const vendor = await createFakeVendor((vendorRequest, response, request) => {
        finishReply = () => replyWithAgentId(vendorRequest, response, request)
        requestArrived.resolve()
      })
      const slowRun = run(vendor.api)
      await requestArrived.promise
      vendor.answerWith(replyWithAgentId)
      await change({ greeting: 'Hello' })
      await runLater(vendor.api)
      const syncState = await getCompany().handover()
      finishReply()
      expect(await slowRun).toContainEqual(expect.objectContaining({ code: 'TAKEN_OVER' }))
      expect(await getCompany().handover()).toEqual(syncState)
    })
  })
})
