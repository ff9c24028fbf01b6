import { like } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { changeCall } from '../../lib/dashboard/calls/repository.ts'
import { createAppointment } from '../../lib/dashboard/appointments/repository.ts'
import { finishAuthorization, startAuthorization } from '../../lib/dashboard/integrations/authorize.ts'
import { stopWriting } from '../../lib/dashboard/integrations/manage.ts'
import { changeSettings } from '../../lib/dashboard/settings/repository.ts'
import { changeSlackSettings, readSlackChannels, sendTestMessage } from '../../lib/dashboard/slack/settings.ts'
import { createSlackMessageHandler } from '../../lib/dashboard/slack/send-message.ts'
import { createSlackSummaryHandler, scheduleSlackSummaries } from '../../lib/dashboard/slack/summary.ts'
import { computeRetryDelayMs } from '../../lib/platform/jobs/retry.ts'
import { runDueJobs } from '../../lib/platform/jobs/worker.ts'
import { addCall, createCall, REPORTED_CALL } from '../support/rows.ts'
import { connections, jobs } from '../support/tables.ts'
import {
  listConnections,
  listLog,
  OWNER,
  PERSON,
  signInAtProvider,
  SITE_URL,
  startWorkplace,
} from './integrations-fixtures.ts'

const { oauth, office, place } = await startWorkplace()
const log = { warn: vi.fn(), error: vi.fn() }

async function connectSlack(context = office, without: string[] = []) {
  const authorization = await startAuthorization(context, OWNER, 'slack', true)
  if ('refused' in authorization) throw new Error(authorization.refused)
  return finishAuthorization(context, OWNER, 'slack', await signInAtProvider(authorization.address, { without }))
}

/** The local workspace numbers its channels: dispatch, general, announcements. */
const [DISPATCH, GENERAL, RESTRICTED] = ['C1', 'C2', 'C3'] as const

const choose = (change: Parameters<typeof changeSlackSettings>[2], context = office) =>
  changeSlackSettings(context, PERSON, change)

beforeEach(async () => {
  oauth.archiveChannel('dispatch', false)
  log.warn.mockClear()
  log.error.mockClear()
  await connectSlack()
  await choose({ channelId: DISPATCH })
})

const NEEDS_ATTENTION = { ...REPORTED_CALL, outcome: 'message', attention: 'Ada Vance wants a call back' } as const

const addWaitingCall = (call = {}, context = office) =>
  context.transaction((tx) => createCall(tx, { kind: 'assistant' }, { ...NEEDS_ATTENTION, ...call }))

const bookVisit = (callId?: string) =>
  office.transaction((tx) =>
    createAppointment(
      tx,
      { kind: 'assistant' },
      {
        customer: 'Ada <!channel> & Co',
        phone: '+12125550142',
        job: 'No heat',
        startsAt: '2026-03-03T15:00:00Z',
        endsAt: '2026-03-03T17:00:00Z',
        state: 'confirmed',
        ...(callId && { callId }),
      },
    ),
  )

const clockAt = (at: Date) => ({ clock: () => at, log })

/** Jobs are enqueued at the current time, so the worker's clock is ahead. */
const LATER = new Date(Date.now() + 600_000)

const sendMessages = (at = LATER) =>
  runDueJobs(place.opened.db, 'slack-message', createSlackMessageHandler(office.settings), clockAt(at))

const listJobs = () => office.transaction(({ db }) => db.select().from(jobs).where(like(jobs.kind, 'slack-%')))

const readMessages = () => oauth.messages().map(({ channel, blocks }) => [channel, blocks[0]?.text])

const findFailure = async () => (await listConnections(office))[0]?.failure

describe('Slack message', () => {
  it('about a call that needs attention contains a link, and no name, number or note', async () => {
    const { id } = await addWaitingCall({ intent: 'repair', safetyKind: 'gas' })
    await sendMessages()
    const lines = [
      '*A call needs attention*',
      'Mon, Mar 2, 2:14 AM',
      'Message taken · Repair · Gas leak or odor',
      `<${SITE_URL}/dashboard/calls/${id}|Open the call>`,
    ]
    expect(readMessages()).toEqual([['dispatch', lines.join('\n')]])
    expect(oauth.messages()[0]?.text).toBe('A call needs attention')
    expect((await listLog(office)).at(-1)).toMatchObject({
      action: 'connection.used',
      provider: 'slack',
      wrote: 'a message',
      call: id,
    })
  })

  it('about a booked visit contains its time, and the escaped name and number once they are turned on', async () => {
    await choose({ includesCaller: true })
    const call = await office.transaction((tx) => createCall(tx, { kind: 'assistant' }, REPORTED_CALL))
    await bookVisit(call.id)
    await sendMessages()
    const lines = [
      '*A visit was booked*',
      'Tue, Mar 3, 10 AM – 12 PM',
      'Ada &lt;!channel&gt; &amp; Co, (212) 555-0142',
      `<${SITE_URL}/dashboard/calls/${call.id}|Open the call>`,
    ]
    expect(readMessages()).toEqual([['dispatch', lines.join('\n')]])
  })

  it('links to the calendar if the visit has no call, and omits name and number by default', async () => {
    await bookVisit()
    await sendMessages()
    expect(readMessages()).toEqual([
      [
        'dispatch',
        `*A visit was booked*\nTue, Mar 3, 10 AM – 12 PM\n<${SITE_URL}/dashboard/appointments|Open the calendar>`,
      ],
    ])
  })

  it('is posted again when a resolved call needs attention again', async () => {
    const { id } = await addWaitingCall()
    await sendMessages()
    await office.transaction((tx) => changeCall(tx, PERSON, id, { attentionEnded: true }))
    await office.transaction((tx) => changeCall(tx, PERSON, id, { attentionEnded: false }))
    await sendMessages()
    expect(readMessages()).toHaveLength(2)
  })

  it('is not posted for a call that was resolved before', async () => {
    const { id } = await addWaitingCall()
    await office.transaction((tx) => changeCall(tx, PERSON, id, { attentionEnded: true }))
    await sendMessages()
    expect(readMessages()).toEqual([])
  })

  it.each([
    ['its setting is off', () => choose({ needsAttention: false, booked: false })],
    ['write access is off', () => stopWriting(office, 'slack', PERSON)],
    ['no channel is chosen', () => office.transaction(({ db }) => db.update(connections).set({ options: null }))],
  ])('is not enqueued if %s', async (_, turnOff) => {
    await turnOff()
    await addWaitingCall()
    await bookVisit()
    expect(await listJobs()).toEqual([])
  })

  it('is not enqueued for test calls and other companies', async () => {
    await office.transaction((tx) => addCall(tx, { isTest: true, attention: 'Call back' }))
    await addWaitingCall({}, place.of('org_other'))
    expect(await listJobs()).toEqual([])
  })
})

describe('failed Slack message', () => {
  it.each([
    ['channel_archived', DISPATCH],
    ['channel_restricted', RESTRICTED],
  ])('with %s is shown on the connection and not retried', async (failure, channelId) => {
    await choose({ channelId })
    await addWaitingCall()
    if (channelId === DISPATCH) oauth.archiveChannel('dispatch', true)
    await sendMessages()
    expect(await findFailure()).toBe(failure)
    expect(await listJobs()).toMatchObject([{ attempts: 1, doneAt: expect.any(Date), failedAt: null }])
    await choose({ channelId: GENERAL })
    expect(await findFailure()).toBeNull()
    await addWaitingCall()
    await sendMessages()
    expect(readMessages()).toMatchObject([['general', expect.stringContaining('A call needs attention')]])
  })

  it('with revoked access is shown on the connection and not retried', async () => {
    await addWaitingCall()
    const page = await (await fetch(oauth.addressOf('slack'))).text()
    // The local server also lists the grants of earlier tests.
    for (const [, grant = ''] of page.matchAll(/name="grant" value="([^"]+)"/g))
      await fetch(`${oauth.addressOf('slack')}/end`, { method: 'POST', body: new URLSearchParams({ grant }) })
    await sendMessages()
    expect(await findFailure()).toBe('invalid_grant')
    expect(await listJobs()).toMatchObject([{ attempts: 1, doneAt: expect.any(Date) }])
  })

  it('during an outage is posted once Slack responds again', async () => {
    await addWaitingCall()
    oauth.trouble = { pathPrefix: '/api/chat.postMessage', kind: 'fail' }
    await sendMessages()
    expect(await findFailure()).toBe('no_answer')
    expect(log.warn).toHaveBeenCalledWith(expect.objectContaining({ code: 'no_answer' }), 'jobs: attempt failed')
    oauth.trouble = undefined
    await sendMessages(new Date(LATER.getTime() + computeRetryDelayMs(1)))
    expect(readMessages()).toHaveLength(1)
    expect(await findFailure()).toBeNull()
  })

  it('above the rate limit is retried after the requested delay', async () => {
    await addWaitingCall()
    oauth.trouble = { pathPrefix: '/api/chat.postMessage', kind: 'limit' }
    await sendMessages()
    oauth.trouble = undefined
    await sendMessages(new Date(LATER.getTime() + 89_000))
    expect(readMessages()).toEqual([])
    await sendMessages(new Date(LATER.getTime() + 90_000))
    expect(readMessages()).toHaveLength(1)
  })

  it('is given up after 14 attempts', async () => {
    await addWaitingCall()
    await office.transaction(({ db }) => db.update(jobs).set({ attempts: 13 }))
    oauth.trouble = { pathPrefix: '/api/chat.postMessage', kind: 'fail' }
    await sendMessages()
    expect(await listJobs()).toMatchObject([{ failedAt: expect.any(Date), lastError: 'no_answer' }])
  })

  it('is not posted twice if the worker stops after posting', async () => {
    await addWaitingCall()
    await sendMessages()
    const [job] = await listJobs()
    expect(job?.details.ts).toBe(oauth.messages()[0]?.ts)
    await office.transaction(({ db }) => db.update(jobs).set({ doneAt: null, leaseUntil: null }))
    await sendMessages()
    expect(readMessages()).toHaveLength(1)
    expect((await listJobs())[0]?.doneAt).toEqual(expect.any(Date))
  })
})

describe('Slack settings', () => {
  it('list public channels that are not archived, and record the change without names', async () => {
    oauth.archiveChannel('general', true)
    const channels = await readSlackChannels(office, PERSON)
    oauth.archiveChannel('general', false)
    expect(channels).toMatchObject({
      result: { channels: expect.arrayContaining([{ id: DISPATCH, name: 'dispatch' }]), isPartial: false },
    })
    expect(JSON.stringify(channels)).not.toContain('general')
    expect(await choose({ summaryHour: 17 })).toMatchObject({
      result: { channel: { id: DISPATCH, name: 'dispatch' }, summaryHour: 17, includesCaller: false },
    })
    expect((await listLog(office)).at(-1)).toEqual({
      action: 'connection.changed',
      provider: 'slack',
      fields: ['summaryHour'],
    })
  })

  it('reject an archived or unknown channel and keep the former one', async () => {
    oauth.archiveChannel('general', true)
    expect(await choose({ channelId: GENERAL })).toEqual({ failure: 'channel_archived' })
    oauth.archiveChannel('general', false)
    expect(await choose({ channelId: 'C99' })).toEqual({ failure: 'channel_not_found' })
    expect((await listConnections(office))[0]?.options).toMatchObject({ channel: { id: DISPATCH } })
  })

  it('are kept when the owner connects the same workspace again', async () => {
    await choose({ summaryHour: 8 })
    await connectSlack()
    expect((await listConnections(office))[0]?.options).toMatchObject({ channel: { id: DISPATCH }, summaryHour: 8 })
    await office.transaction(({ db }) => db.update(connections).set({ account: 'Another workspace' }))
    await connectSlack()
    expect((await listConnections(office))[0]?.options).toBeNull()
  })

  it('send a test message, or return why it failed', async () => {
    expect(await sendTestMessage(office, PERSON)).toEqual({ result: { id: DISPATCH, name: 'dispatch' } })
    expect(readMessages()).toMatchObject([['dispatch', expect.stringContaining('Test message')]])
    oauth.archiveChannel('dispatch', true)
    expect(await sendTestMessage(office, PERSON)).toEqual({ failure: 'channel_archived' })
    expect(await findFailure()).toBe('channel_archived')
    await stopWriting(office, 'slack', PERSON)
    expect(await sendTestMessage(office, PERSON)).toEqual({ failure: 'writing_off' })
  })

  it('do not allow posting if the owner withholds the permission', async () => {
    expect(await connectSlack(office, ['chat:write'])).toBe('partly')
    expect(await sendTestMessage(office, PERSON)).toEqual({ failure: 'writing_off' })
  })
})

describe('daily Slack summary', () => {
  const schedule = (at: string) => scheduleSlackSummaries(place.opened.db, new Date(at))
  const sendSummaries = (at: string) =>
    runDueJobs(place.opened.db, 'slack-summary', createSlackSummaryHandler(office.settings), clockAt(new Date(at)))
  const listDays = async () => (await listJobs()).map(({ details }) => details.day)
  /** Days on which the summary is scheduled, if the schedule runs at each of the times. */
  const listScheduledDays = async (...times: string[]) => {
    const results: number[] = []
    for (const at of times) {
      await schedule(at)
      results.push((await listJobs()).length)
    }
    return results
  }

  it('counts the calls of the day and all calls that need attention, without test calls', async () => {
    await choose({ summaryHour: 17 })
    await office.transaction(async (tx) => {
      const today = new Date('2026-03-02T15:00:00Z')
      const yesterday = new Date('2026-03-02T04:59:00Z')
      await addCall(tx, { startedAt: today })
      await addCall(tx, { startedAt: today, outcome: 'message', attention: 'Call back' })
      await addCall(tx, { startedAt: today, outcome: 'missed' })
      await addCall(tx, { startedAt: today, attention: 'Test', isTest: true })
      await addCall(tx, { startedAt: yesterday, outcome: 'message', attention: 'Call back' })
    })
    await schedule('2026-03-02T22:00:00Z')
    await sendSummaries('2026-03-02T22:00:00Z')
    const lines = [
      '*Summary of Mon, Mar 2*',
      'Calls answered: 2',
      'Booked: 1',
      'Needs attention now: 2',
      `<${SITE_URL}/dashboard|Open Today>`,
    ]
    expect(readMessages()).toEqual([['dispatch', lines.join('\n')]])
  })

  it('is scheduled once per day at its hour in the time zone of the business', async () => {
    await choose({ summaryHour: 17 })
    const times = ['2026-03-02T21:59:00Z', '2026-03-02T22:00:00Z', '2026-03-02T22:01:00Z', '2026-03-03T22:00:00Z']
    expect(await listScheduledDays(...times)).toEqual([0, 1, 1, 2])
    expect((await listDays()).toSorted()).toEqual(['2026-03-02', '2026-03-03'])
  })

  it('is scheduled once by two processes', async () => {
    await choose({ summaryHour: 17 })
    const at = '2026-03-02T22:00:00Z'
    await Promise.all([schedule(at), schedule(at)])
    expect(await listDays()).toEqual(['2026-03-02'])
  })

  it('is scheduled once on both days when clocks change', async () => {
    await choose({ summaryHour: 2 })
    // On March 8, 2026 in New York, 2 AM does not exist and 3 AM is at 07:00 UTC.
    expect(await listScheduledDays('2026-03-08T06:59:00Z', '2026-03-08T07:00:00Z')).toEqual([0, 1])
    await choose({ summaryHour: 1 })
    // On November 1, 2026, 1 AM is at 05:00 and at 06:00 UTC.
    const times = ['2026-11-01T04:59:00Z', '2026-11-01T05:00:00Z', '2026-11-01T06:00:00Z']
    expect(await listScheduledDays(...times)).toEqual([1, 2, 2])
  })

  it('is sent late after an outage, but not after midnight', async () => {
    await choose({ summaryHour: 17 })
    await schedule('2026-03-03T04:50:00Z')
    await sendSummaries('2026-03-03T04:55:00Z')
    expect(readMessages()).toHaveLength(1)
    await schedule('2026-03-03T22:00:00Z')
    await sendSummaries('2026-03-04T05:00:00Z')
    expect(readMessages()).toHaveLength(1)
    expect((await listJobs()).every(({ doneAt }) => doneAt)).toBe(true)
  })

  it('follows the time zone of the business, and stops when it is turned off', async () => {
    await choose({ summaryHour: 17 })
    await office.transaction((tx) => changeSettings(tx, PERSON, { timeZone: 'America/Los_Angeles' }))
    expect(await listScheduledDays('2026-03-02T22:00:00Z', '2026-03-03T01:00:00Z')).toEqual([0, 1])
    await choose({ summaryHour: null })
    await sendSummaries('2026-03-03T01:00:00Z')
    await schedule('2026-03-04T01:00:00Z')
    expect(readMessages()).toEqual([])
    expect(await listDays()).toEqual(['2026-03-02'])
  })
})
