import { beforeEach, describe, expect, it } from 'vitest'
import { deleteOrganizationData } from '../../lib/dashboard/organizations/data.ts'
import { forgetCaller } from '../../lib/dashboard/retention/caller-data.ts'
import { callerIdOf, noteCaller } from '../../lib/dashboard/callers/note-caller.ts'
import { jobs } from '../../lib/platform/jobs/schema.ts'
import type { Actor } from '../../lib/dashboard/model/event.ts'
import { runDueJobs } from '../../lib/platform/jobs/worker.ts'
import { deleteOld } from '../../lib/dashboard/retention/old-data.ts'
import type { Retained } from '../../lib/dashboard/model/organization-settings.ts'
import { requestVendorDeletion } from '../../lib/dashboard/voice-vendor/deletions.ts'
import { deleteAtVendor } from '../../lib/dashboard/voice-vendor/vendor-deletion.ts'
import { KEY, testVoice } from '../../packages/voice/tests/fixtures.ts'
import { openedDatabase } from '../support/opened-database.ts'
import { addCall } from '../support/rows.ts'
import { manualClock } from './contact-fixtures.ts'
import { answers, fakeVendor, noted, organizationOf } from './voice-fixtures.ts'

const ADA: Actor = { kind: 'person', id: 'user_ada' }
const DAY = 86_400_000
const HOUR = DAY / 24
const PHONE = '+13125550142'

describe('deletion at the voice vendor', () => {
  const opened = openedDatabase()
  let voice: Awaited<ReturnType<typeof testVoice>>
  let clock: ReturnType<typeof manualClock>

  beforeEach(async () => {
    voice = await testVoice()
    await opened.deleteOrganizations()
    await opened.db.delete(jobs)
    clock = manualClock(Date.now() + 60_000)
    await company().setAgent('agent_a', 'agent')
    for (const agent of ['agent_a', 'agent_b']) await voice.ask('PUT', `/local/agents/${agent}`, {})
  })

  const company = (id = 'org_a') => organizationOf(opened.db, id)
  const atVendor = (method: 'GET' | 'DELETE', id: string) => voice.ask(method, `/v1/convai/conversations/${id}`)
  const isThere = async (id: string) => (await atVendor('GET', id)).status === 200

  async function reportCall(id: string, { days = 1, agent = 'agent_a', ...parts }: Record<string, unknown> = {}) {
    const startedAt = new Date(Date.now() - Number(days) * DAY)
    const conversation = { agent_id: agent, conversation_id: id, call_duration_secs: 1, transcript: [] }
    await voice.ask('POST', '/local/conversations', [conversation])
    await company().within((tx) =>
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
  const run = async (api = { apiUrl: voice.url, apiKey: KEY }) => {
    const { lines, log } = noted()
    await runDueJobs(opened.db, 'vendor-deletion', deleteAtVendor(api), { clock: clock.now, log })
    return lines
  }
  const forget = () =>
    company().within(async (tx) => {
      await noteCaller(tx, PHONE)
      return forgetCaller(tx, ADA, (await callerIdOf(tx, PHONE)) ?? '')
    })
  const requested = async (id = 'org_a') =>
    (await company(id).within(({ db }) => db.select().from(jobs))).filter(({ kind }) => kind === 'vendor-deletion')
  const old = (kind: Retained, days: number) =>
    company().within((tx) => {
      const each = { recordings: days, transcripts: days, calls: days, leads: days }
      return deleteOld(tx, kind, { days: each, zone: 'UTC', at: new Date() }, 100)
    })

  const KINDS = ['recordings', 'calls'] as const
  it.each(KINDS)('follows the retention of %s and keeps newer conversations', async (kind) => {
    await reportCall('conv_old', { days: 10 })
    await reportCall('conv_new', { days: 1 })
    await old(kind, 5)
    await run()
    expect([await isThere('conv_old'), await isThere('conv_new')]).toEqual([false, true])
    expect(await company().logged('vendor.')).toEqual([
      { action: 'vendor.deleted', actorKind: 'site', details: { calls: 1, found: 1 } },
    ])
  })

  it('keeps a conversation without transcript while its recording is retained', async () => {
    await reportCall('conv_heard', { days: 10 })
    await reportCall('conv_silent', { days: 10, recordingUrl: null })
    await old('transcripts', 5)
    await run()
    expect([await isThere('conv_heard'), await isThere('conv_silent')]).toEqual([true, false])
  })

  it('includes the conversations of a deleted caller', async () => {
    await reportCall('conv_1')
    await reportCall('conv_other', { callerPhone: '+13125550143' })
    await forget()
    await run()
    expect([await isThere('conv_1'), await isThere('conv_other')]).toEqual([false, true])
  })

  it('includes all conversations of a deleted organization, and earlier pending ones', async () => {
    for (let call = 0; call < 25; call += 1) await reportCall(`conv_${call}`)
    await reportCall('conv_before', { days: 10 })
    await old('calls', 5)
    await deleteOrganizationData((work) => company().within(work), ADA, 10)
    expect(await requested()).toHaveLength(4)
    await run()
    for (const id of ['conv_0', 'conv_24', 'conv_before']) expect(await isThere(id)).toBe(false)
    expect(await company().logged('vendor.')).toHaveLength(4)
  })

  it('keeps conversations of other companies, whatever id a call has', async () => {
    await reportCall('conv_of_another', { agent: 'agent_b' })
    await reportCall('../agents/agent_b')
    await forget()
    expect((await requested()).map(({ details }) => details)).toEqual([
      { agentId: 'agent_a', conversations: ['conv_of_another'] },
    ])
    await run()
    expect(await isThere('conv_of_another')).toBe(true)
    expect(await company().logged('vendor.')).toMatchObject([{ details: { calls: 1, found: 0 } }])
  })

  it('is skipped without an assistant or conversation id', async () => {
    await company('org_b').within((tx) => requestVendorDeletion(tx, ['conv_1']))
    await company().within((tx) => requestVendorDeletion(tx, [null]))
    expect([...(await requested()), ...(await requested('org_b'))]).toEqual([])
  })

  it('succeeds if the conversation is already deleted', async () => {
    await reportCall('conv_gone')
    await atVendor('DELETE', 'conv_gone')
    await forget()
    expect(await run()).toEqual([])
    expect(await requested()).toMatchObject([{ doneAt: clock.now(), lastError: null }])
  })

  it.each([
    ['rate-limiting', answers(429), 'a_code'],
    ['failing', answers(500, 'x'), 'http_500'],
    ['rejecting the key', answers(401), 'a_code'],
    ['returning invalid data', answers(200, '<html>'), 'unexpected_answer'],
  ])('is retried while the vendor is %s, and logged once', async (_, reply, code) => {
    const vendor = await fakeVendor(reply)
    await reportCall('conv_again')
    await forget()
    expect(await run(vendor.api)).toMatchObject([{ code }])
    clock.advance(HOUR)
    expect(await run(vendor.api)).toMatchObject([{ code }])
    clock.advance(HOUR)
    await run()
    expect(await isThere('conv_again')).toBe(false)
    expect(await company().logged('vendor.')).toHaveLength(1)
  })

  it('continues with the remaining conversations after a failure', async () => {
    const vendor = await fakeVendor((asked, response, request) => {
      if (asked.method === 'DELETE' && asked.path.endsWith('conv_b')) return answers(503)(asked, response, request)
      if (asked.method === 'DELETE') return answers(200, {})(asked, response, request)
      return answers(200, { agent_id: 'agent_a' })(asked, response, request)
    })
    await company().within((tx) => requestVendorDeletion(tx, ['conv_a', 'conv_b']))
    await run(vendor.api)
    vendor.answerWith((asked, response, request) =>
      asked.path.endsWith('conv_a')
        ? answers(404)(asked, response, request)
        : answers(200, { agent_id: 'agent_a' })(asked, response, request),
    )
    clock.advance(HOUR)
    expect(await run(vendor.api)).toEqual([])
    expect(await company().logged('vendor.')).toMatchObject([{ details: { calls: 2, found: 1 } }])
  })
})
