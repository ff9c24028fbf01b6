import { beforeEach, describe, expect, it } from 'vitest'
import { deleteOrganizationData } from '../../lib/dashboard/organizations/data.ts'
import { deleteCallerData } from '../../lib/dashboard/retention/caller-data.ts'
import { findCallerId, recordCaller } from '../../lib/dashboard/callers/record-caller.ts'
import { jobs } from '../../lib/platform/jobs/schema.ts'
import type { Actor } from '../../lib/dashboard/model/event.ts'
import { runDueJobs } from '../../lib/platform/jobs/worker.ts'
import { deleteExpired } from '../../lib/dashboard/retention/old-data.ts'
import type { RetainedKind } from '../../lib/dashboard/model/organization-settings.ts'
import { requestVendorDeletion } from '../../lib/dashboard/voice-vendor/deletions.ts'
import { createVendorDeletionHandler } from '../../lib/dashboard/voice-vendor/vendor-deletion.ts'
import { API_KEY, startTestVoice } from '../../packages/voice/tests/fixtures.ts'
import { setUpDatabase } from '../support/opened-database.ts'
import { addCall } from '../support/rows.ts'
import { createManualClock } from './contact-fixtures.ts'
import { replyWith, createFakeVendor, createLog, getOrganization } from './voice-fixtures.ts'

const ADA: Actor = { kind: 'person', id: 'user_ada' }
const DAY_MS = 86_400_000
const HOUR_MS = DAY_MS / 24
const PHONE = '+13125550142'

describe("conversation deletion in the voice vendor's account", () => {
  const database = setUpDatabase()
  let voice: Awaited<ReturnType<typeof startTestVoice>>
  let clock: ReturnType<typeof createManualClock>

  beforeEach(async () => {
    voice = await startTestVoice()
    await database.deleteOrganizations()
    await database.db.delete(jobs)
    clock = createManualClock(Date.now() + 60_000)
    await getCompany().setAgent('agent_a', 'agent')
    for (const agent of ['agent_a', 'agent_b']) await voice.ask('PUT', `/local/agents/${agent}`, {})
  })

  const getCompany = (id = 'org_a') => getOrganization(database.db, id)
  const requestVendor = (method: 'GET' | 'DELETE', id: string) => voice.ask(method, `/v1/convai/conversations/${id}`)
  const isStored = async (id: string) => (await requestVendor('GET', id)).status === 200

  async function reportCall(id: string, { days = 1, agent = 'agent_a', ...parts }: Record<string, unknown> = {}) {
    const startedAt = new Date(Date.now() - Number(days) * DAY_MS)
    const conversation = { agent_id: agent, conversation_id: id, call_duration_secs: 1, transcript: [] }
    await voice.ask('POST', '/local/conversations', [conversation])
    await getCompany().within((tx) =>
      addCall(tx, {
        externalId: id,
        startedAt,
        callerPhone: PHONE,
        transcript: [{ speaker: 'caller', text: 'No heat', at: 0 }],
        recordingUrl: `https://api.elevenlabs.io/v1/convai/conversations/${id}/audio`,
        ...parts,
      }),
    )
  }
  const run = async (api = { apiUrl: voice.url, apiKey: API_KEY }) => {
    const { lines, log } = createLog()
    await runDueJobs(database.db, 'vendor-deletion', createVendorDeletionHandler(api), { clock: clock.now, log })
    return lines
  }
  const forgetTestCaller = () =>
    getCompany().within(async (tx) => {
      await recordCaller(tx, PHONE)
      return deleteCallerData(tx, ADA, (await findCallerId(tx, PHONE)) ?? '')
    })
  const listDeletionJobs = async (id = 'org_a') =>
    (await getCompany(id).within(({ db }) => db.select().from(jobs))).filter(({ kind }) => kind === 'vendor-deletion')
  const deleteOldData = (kind: RetainedKind, days: number) =>
    getCompany().within((tx) => {
      const daysByKind = { recordings: days, transcripts: days, calls: days, leads: days }
      return deleteExpired(tx, kind, { days: daysByKind, zone: 'UTC', at: new Date() }, 100)
    })

  const KINDS = ['recordings', 'calls'] as const
  it.each(KINDS)('follows the retention of %s and keeps newer conversations', async (kind) => {
    await reportCall('conv_old', { days: 10 })
    await reportCall('conv_new', { days: 1 })
    await deleteOldData(kind, 5)
    await run()
    expect([await isStored('conv_old'), await isStored('conv_new')]).toEqual([false, true])
    expect(await getCompany().logged('vendor.')).toEqual([
      { action: 'vendor.deleted', actorKind: 'site', details: { calls: 1, found: 1 } },
    ])
  })

  it('keeps a conversation without transcript while its recording is retained', async () => {
    await reportCall('conv_heard', { days: 10 })
    await reportCall('conv_silent', { days: 10, recordingUrl: null })
    await deleteOldData('transcripts', 5)
    await run()
    expect([await isStored('conv_heard'), await isStored('conv_silent')]).toEqual([true, false])
  })

  it('includes the conversations of a deleted caller', async () => {
    await reportCall('conv_1')
    await reportCall('conv_other', { callerPhone: '+13125550143' })
    await forgetTestCaller()
    await run()
    expect([await isStored('conv_1'), await isStored('conv_other')]).toEqual([false, true])
  })

  it('includes all conversations of a deleted organization, and earlier pending ones', async () => {
    for (let call = 0; call < 25; call += 1) await reportCall(`conv_${call}`)
    await reportCall('conv_before', { days: 10 })
    await deleteOldData('calls', 5)
    await deleteOrganizationData((work) => getCompany().within(work), ADA, 10)
    expect(await listDeletionJobs()).toHaveLength(4)
    await run()
    for (const id of ['conv_0', 'conv_24', 'conv_before']) expect(await isStored(id)).toBe(false)
    expect(await getCompany().logged('vendor.')).toHaveLength(4)
  })

  it('keeps conversations of other companies, even if a call has a forged id', async () => {
    await reportCall('conv_of_another', { agent: 'agent_b' })
    await reportCall('../agents/agent_b')
    await forgetTestCaller()
    expect((await listDeletionJobs()).map(({ details }) => details)).toEqual([
      { agentId: 'agent_a', conversations: ['conv_of_another'] },
    ])
    await run()
    expect(await isStored('conv_of_another')).toBe(true)
    expect(await getCompany().logged('vendor.')).toMatchObject([{ details: { calls: 1, found: 0 } }])
  })

  it('is skipped if the assistant or conversation id is missing', async () => {
    await getCompany('org_b').within((tx) => requestVendorDeletion(tx, ['conv_1']))
    await getCompany().within((tx) => requestVendorDeletion(tx, [null]))
    expect([...(await listDeletionJobs()), ...(await listDeletionJobs('org_b'))]).toEqual([])
  })

  it('succeeds if the conversation is already deleted', async () => {
    await reportCall('conv_gone')
    await requestVendor('DELETE', 'conv_gone')
    await forgetTestCaller()
    expect(await run()).toEqual([])
    expect(await listDeletionJobs()).toMatchObject([{ doneAt: clock.now(), lastError: null }])
  })

  it.each([
    ['rate-limiting', replyWith(429), 'a_code'],
    ['failing', replyWith(500, 'x'), 'http_500'],
    ['rejecting the key', replyWith(401), 'a_code'],
    ['returning invalid data', replyWith(200, '<html>'), 'unexpected_answer'],
  ])('is retried while the vendor is %s, and logged once', async (_, reply, code) => {
    const vendor = await createFakeVendor(reply)
    await reportCall('conv_again')
    await forgetTestCaller()
    expect(await run(vendor.api)).toMatchObject([{ code }])
    clock.advance(HOUR_MS)
    expect(await run(vendor.api)).toMatchObject([{ code }])
    clock.advance(HOUR_MS)
    await run()
    expect(await isStored('conv_again')).toBe(false)
    expect(await getCompany().logged('vendor.')).toHaveLength(1)
  })

  it('continues with the remaining conversations after a failure', async () => {
    const vendor = await createFakeVendor((vendorRequest, response, request) => {
      if (vendorRequest.method === 'DELETE' && vendorRequest.path.endsWith('conv_b'))
        return replyWith(503)(vendorRequest, response, request)
      if (vendorRequest.method === 'DELETE') return replyWith(200, {})(vendorRequest, response, request)
      return replyWith(200, { agent_id: 'agent_a' })(vendorRequest, response, request)
    })
    await getCompany().within((tx) => requestVendorDeletion(tx, ['conv_a', 'conv_b']))
    await run(vendor.api)
    vendor.answerWith((vendorRequest, response, request) =>
      vendorRequest.path.endsWith('conv_a')
        ? replyWith(404)(vendorRequest, response, request)
        : replyWith(200, { agent_id: 'agent_a' })(vendorRequest, response, request),
    )
    clock.advance(HOUR_MS)
    expect(await run(vendor.api)).toEqual([])
    expect(await getCompany().logged('vendor.')).toMatchObject([{ details: { calls: 2, found: 1 } }])
  })
})
