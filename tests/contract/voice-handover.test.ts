import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_INSTRUCTIONS } from '../../lib/dashboard/model/instructions.ts'
import { INTENT_NAMES } from '../../lib/dashboard/model/intent.ts'
import { SAFETY_KIND_NAMES } from '../../lib/dashboard/model/safety.ts'
import { assistantVersions } from '../support/tables.ts'
import type { Actor } from '../../lib/dashboard/model/event.ts'
import { claimJob } from '../../lib/platform/jobs/queue.ts'
import { runDueJobs } from '../../lib/platform/jobs/worker.ts'
import type { SettingsChange } from '../../lib/dashboard/settings/input.ts'
import { changeSettings } from '../../lib/dashboard/settings/repository.ts'
import { COLLECTED } from '../../lib/dashboard/voice/event.ts'
import { handOver } from '../../lib/dashboard/voice/handover.ts'
import { requestHandover } from '../../lib/dashboard/voice-vendor/handover-request.ts'
import { KEY, voiceWithAgent } from '../../packages/voice/tests/fixtures.ts'
import { openedDatabase } from '../support/opened-database.ts'
import { ownerOf } from '../support/owner.ts'
import { manualClock } from './contact-fixtures.ts'
import { answers, fakeVendor, noted, organizationOf, takes, VENDOR_KEY } from './voice-fixtures.ts'

const ADA: Actor = { kind: 'person', id: 'user_ada' }
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const SYNC_MIGRATION = '0011_agents_synced.sql'
const AGENT_PATH = '/v1/convai/agents/agent_a'

const TOLD = { action: 'assistant.handed_over', actorKind: 'site', details: { keptDays: 30 } }

describe('assistant sync with the voice vendor', () => {
  const opened = openedDatabase()
  const owner = ownerOf(opened)
  let clock: ReturnType<typeof manualClock>
  beforeEach(async () => {
    await opened.deleteOrganizations()
    clock = manualClock(Date.now() + MINUTE)
  })

  const company = () => organizationOf(opened.db, 'org_a')
  const vendorWithAgent = async (reply = takes) => {
    await company().setAgent('agent_a', 'agent')
    return fakeVendor(reply)
  }
  const change = (settings: SettingsChange) => company().within((tx) => changeSettings(tx, ADA, settings))
  const handlerOf = (api: { apiUrl: string; apiKey: string }) =>
    handOver({ ...api, companyName: async () => 'Sample Heating & Air' })
  const run = async (api: { apiUrl: string; apiKey: string }) => {
    const { lines, log } = noted()
    await runDueJobs(opened.db, 'assistant-handover', handlerOf(api), { clock: clock.now, log })
    return lines
  }
  const greetingIn = (body: string) => JSON.parse(body).conversation_config.agent.first_message as string
  const runLater = async (api: { apiUrl: string; apiKey: string }) => {
    clock.advance(HOUR)
    return run(api)
  }

  async function agentAtVendor() {
    const voice = await voiceWithAgent({}, {})
    await company().setAgent('agent_a', 'agent')
    await run({ apiUrl: voice.url, apiKey: KEY })
    return (await voice.ask('GET', AGENT_PATH)).json
  }

  it('sends the current configuration with the API key and records the sync', async () => {
    const vendor = await vendorWithAgent()
    await change({ greeting: 'Good evening', onCall: [{ name: 'Alex', phone: '+13125550190', hours: null }] })
    await run(vendor.api)
    expect(vendor.asked).toEqual([
      { method: 'PATCH', path: AGENT_PATH, key: VENDOR_KEY, body: expect.stringContaining('Alex') },
    ])
    expect(greetingIn(vendor.asked[0]?.body ?? '')).toBe('Good evening I am the automated assistant.')
    expect(await company().handover()).toMatchObject({
      agentId: 'agent_a',
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      handedOverAt: clock.now(),
      refusal: null,
      refusedAt: null,
    })
    expect(await company().logged('assistant.')).toEqual([TOLD])
  })

  it('is accepted by the local vendor, including the retention of recordings', async () => {
    await change({ retention: { recordings: 7, transcripts: 90, calls: 365, leads: 730 } })
    expect(await agentAtVendor()).toMatchObject({
      conversation_config: { agent: { first_message: expect.stringContaining('Sample Heating & Air') } },
      platform_settings: { privacy: { record_voice: true, retention_days: 7, delete_audio: true } },
    })
    expect((await company().handover())?.handedOverAt).toEqual(clock.now())
  })

  it('is enqueued for every existing agent by the migration that adds intents', async () => {
    await company().setAgent('agent_a', 'agent')
    await organizationOf(opened.db, 'org_without').within((tx) => changeSettings(tx, ADA, { greeting: 'Hello' }))
    await owner.sql.unsafe('delete from jobs')
    await owner.sql.unsafe(
      readFileSync(resolve(import.meta.dirname, `../../lib/platform/db/migrations/${SYNC_MIGRATION}`), 'utf8'),
    )
    const rows = await owner.sql`select organization_id, kind, due_at > now() as is_later from jobs`
    expect([...rows]).toEqual([{ organization_id: 'org_a', kind: 'assistant-handover', is_later: true }])
  })

  it("sets the agent's data collection fields, including intents and dangers", async () => {
    const { data_collection: fields } = (await agentAtVendor()).platform_settings
    expect(Object.keys(fields)).toEqual(Object.keys(COLLECTED))
    expect(fields.intent).toMatchObject({ type: 'string', enum: INTENT_NAMES })
    expect(fields.danger).toMatchObject({ type: 'string', enum: SAFETY_KIND_NAMES })
  })

  it('skips an unchanged configuration and sends each change once', async () => {
    const vendor = await vendorWithAgent()
    await run(vendor.api)
    await company().within((tx) => requestHandover(tx, 'again'))
    await change({ isForwarded: true })
    await company().within((tx) => changeSettings(tx, ADA, { secondFactorRequired: true }))
    await run(vendor.api)
    expect(vendor.asked).toHaveLength(1)
    await change({ pagingMinutes: 9, onCall: [{ name: 'Alex', phone: '+13125550190', hours: null }] })
    await run(vendor.api)
    expect(vendor.asked).toHaveLength(2)
    expect(await company().logged('assistant.')).toEqual([TOLD, TOLD])
  })

  it('includes the assistant instructions', async () => {
    const vendor = await vendorWithAgent()
    await company().within(async (tx) => {
      const instructions = { ...DEFAULT_INSTRUCTIONS, fees: { visit: '89 dollars', afterHours: null } }
      await tx.db.insert(assistantVersions).values({ organizationId: tx.organizationId, number: 1, instructions })
      await requestHandover(tx, 'instructions:1')
    })
    await run(vendor.api)
    expect(vendor.asked[0]?.body).toContain('89 dollars')
  })

  it('waits for an agent, and syncs again with another agent', async () => {
    const vendor = await fakeVendor()
    await change({ greeting: 'Hello' })
    await run(vendor.api)
    expect(vendor.asked).toEqual([])
    expect(await company().handover()).toMatchObject({ refusal: 'no-agent', fingerprint: null })
    expect(await company().logged('assistant.')).toEqual([])
    for (const agent of ['agent_a', 'agent_b']) {
      await company().setAgent(agent, agent)
      await run(vendor.api)
      expect(await company().handover()).toMatchObject({ agentId: agent, refusal: null })
    }
    expect(vendor.asked.map(({ path }) => path)).toEqual([AGENT_PATH, '/v1/convai/agents/agent_b'])
  })

  it.each([
    ['is rate-limiting', answers(429), 'a_code'],
    ['fails', answers(500, 'oops'), 'http_500'],
    ['redirects', answers(307, ''), 'no_answer'],
    ['returns invalid data', answers(200, '<html>'), 'unexpected_answer'],
    ['returns an empty body', answers(200, ''), 'unexpected_answer'],
    ['returns another agent', answers(200, { agent_id: 'agent_b' }), 'unexpected_answer'],
    ['returns an oversized body', answers(200, 'x'.repeat(2_000_001)), 'answer_too_long'],
    ['closes the connection', ((_asked, response) => response.destroy()) as typeof takes, 'no_answer'],
  ])('is retried when the vendor %s, and recorded once', async (_, reply, code) => {
    const vendor = await vendorWithAgent(reply)
    expect(await run(vendor.api)).toMatchObject([{ kind: 'assistant-handover', code }])
    expect(await company().handover()).toMatchObject({ fingerprint: null, handedOverAt: null, refusal: null })
    await run(vendor.api)
    expect(vendor.asked).toHaveLength(1)
    vendor.answerWith(takes)
    await runLater(vendor.api)
    await runLater(vendor.api)
    expect(vendor.asked).toHaveLength(2)
    expect(await company().logged('assistant.')).toEqual([TOLD])
  })

  it.each([
    [404, { detail: { status: 'agent_not_found', message: 'No' } }, 'agent_not_found'],
    [422, { detail: [{ loc: ['body'], msg: 'Words of the vendor', type: 'x' }] }, 'http_422'],
    [400, 'no JSON', 'http_400'],
    [400, { detail: { status: 'Words, of the vendor!' } }, 'http_400'],
  ])('is not retried when the vendor rejects it (%i %o), until something changes', async (status, body, refusal) => {
    const vendor = await vendorWithAgent(answers(status, body))
    await run(vendor.api)
    await runLater(vendor.api)
    expect(vendor.asked).toHaveLength(1)
    const at = new Date(clock.now().getTime() - HOUR)
    expect(await company().handover()).toMatchObject({ refusal, refusedAt: at, fingerprint: null })
    const refused = { action: 'assistant.refused', actorKind: 'site', details: { code: refusal } }
    expect(await company().logged('assistant.')).toEqual([refused])
    vendor.answerWith(takes)
    await change({ greeting: 'Hello' })
    await run(vendor.api)
    expect(await company().handover()).toMatchObject({ refusal: null, refusedAt: null, handedOverAt: clock.now() })
    expect(await company().logged('assistant.')).toEqual([refused, TOLD])
  })

  it('is retried while the API key is rejected, and logs the rejection once', async () => {
    const vendor = await vendorWithAgent(answers(401, { detail: { status: 'invalid_api_key', message: 'No' } }))
    await run(vendor.api)
    await runLater(vendor.api)
    expect(vendor.asked).toHaveLength(2)
    expect(await company().handover()).toMatchObject({ refusal: 'invalid_api_key' })
    vendor.answerWith(takes)
    await runLater(vendor.api)
    expect(await company().handover()).toMatchObject({ refusal: null, handedOverAt: clock.now() })
    expect((await company().logged('assistant.')).map(({ action }) => action)).toEqual([
      'assistant.refused',
      'assistant.handed_over',
    ])
  })

  describe('in a killed process', () => {
    async function killedWhileTelling() {
      const arrived = Promise.withResolvers<void>()
      const vendor = await fakeVendor(() => arrived.resolve())
      const job = await claimJob(opened.db, 'assistant-handover', clock.now())
      if (!job) throw new Error('There is nothing to sync')
      const context = { db: opened.db, now: clock.now(), signal: new AbortController().signal }
      // The request fails when the vendor closes after the test.
      handlerOf(vendor.api)({ ...job, organizationId: 'org_a' }, context).catch(() => undefined)
      await arrived.promise
      return vendor
    }

    it('waits for the lease, then runs in another process', async () => {
      await company().setAgent('agent_a', 'agent')
      const vendor = await killedWhileTelling()
      vendor.answerWith(takes)
      await change({ greeting: 'Hello' })
      expect(await run(vendor.api)).toEqual([])
      expect(vendor.asked).toHaveLength(1)
      await runLater(vendor.api)
      expect(vendor.asked).toHaveLength(2)
      expect(greetingIn(vendor.asked[1]?.body ?? '')).toContain('Hello')
      expect(await company().logged('assistant.')).toEqual([TOLD])
    })

    it('leaves no success on record, so the next sync sends the configuration again', async () => {
      const before = await fakeVendor()
      await company().setAgent('agent_a', 'agent')
      await change({ greeting: 'Hello' })
      await run(before.api)
      const { fingerprint } = (await company().handover()) ?? {}
      await change({ greeting: 'Good evening' })
      const vendor = await killedWhileTelling()
      expect(greetingIn(vendor.asked[0]?.body ?? '')).toContain('Good evening')
      await change({ greeting: 'Hello' })
      vendor.answerWith(takes)
      await runLater(vendor.api)
      expect(vendor.asked.map(({ body }) => greetingIn(body)).at(-1)).toContain('Hello')
      expect(vendor.asked).toHaveLength(2)
      expect((await company().handover())?.fingerprint).toBe(fingerprint)
    })

    it('cannot overwrite the result of a later sync', async () => {
      await company().setAgent('agent_a', 'agent')
      let finish: () => void = () => undefined
      const arrived = Promise.withResolvers<void>()
      const vendor = await fakeVendor((asked, response, request) => {
        finish = () => takes(asked, response, request)
        arrived.resolve()
      })
      const slow = run(vendor.api)
      await arrived.promise
      vendor.answerWith(takes)
      await change({ greeting: 'Hello' })
      await runLater(vendor.api)
      const told = await company().handover()
      finish()
      expect(await slow).toContainEqual(expect.objectContaining({ code: 'TAKEN_OVER' }))
      expect(await company().handover()).toEqual(told)
    })
  })
})
