import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { findAlertsByCall, raiseAlerts, claimAlert } from '../../lib/dashboard/alerts/repository.ts'
import { NO_ONE_PAGED_ATTENTION } from '../../lib/dashboard/model/attention.ts'
import { changeCall, findCall } from '../../lib/dashboard/calls/repository.ts'
import { createCall } from '../support/rows.ts'
import { calls } from '../../lib/dashboard/schema/calls.ts'
import { postCallEvent } from '../../lib/dashboard/voice/event.ts'
import { receiveCall } from '../../lib/dashboard/voice/receive.ts'
import { setUpDatabase } from '../support/opened-database.ts'
import { ADMINS, createAlertsFixture, ANA, buildPerson, SAM } from './alerts-fixtures.ts'

const database = setUpDatabase()
const fixture = createAlertsFixture(() => database.db)
const { within, callTo, comeIn, prefer, quietFor } = fixture

beforeEach(fixture.clear)

describe('urgent call', () => {
  it('notifies the first person on call, and the next one after the configured minutes', async () => {
    await callTo([SAM, ANA])
    expect(fixture.told()).toEqual([SAM])
    await fixture.workAfter(4)
    expect(fixture.told()).toEqual([SAM])
    await fixture.workAfter(1)
    expect(fixture.told()).toEqual([SAM, ANA])
  })

  it('notifies the admins once after everyone on call, then stops', async () => {
    await fixture.onCall([SAM])
    await comeIn()
    for (let round = 0; round < 6; round += 1) {
      await fixture.work()
      fixture.later(5)
    }
    expect(fixture.told()).toEqual([SAM, ...ADMINS])
    expect(fixture.mails.at(-1)?.subject).toContain('no one has taken it yet')
    expect(await fixture.waiting()).toEqual([])
    expect(await fixture.alerts()).toEqual([expect.objectContaining({ takenAt: null, toldIds: [SAM, ...ADMINS] })])
  })

  it.each([
    ['is on call', []],
    ['on call has an account', [undefined, 'former']],
  ])('immediately notifies the admins and logs it if no one %s', async (_, onCall) => {
    await callTo(onCall)
    expect(fixture.told()).toEqual(ADMINS)
    expect(await fixture.actions()).toContainEqual({
      action: 'alert.sent',
      details: { alert: 'urgent', way: 'mail', round: 1, to: 'admins' },
    })
  })

  it('notifies no one else after someone takes the alert', async () => {
    const call = await callTo([SAM, ANA])
    const [alert] = await fixture.alerts()
    const acknowledged = await within((tx) => claimAlert(tx, buildPerson(SAM), alert?.id ?? ''))
    expect(acknowledged).toMatchObject({ takenById: SAM, told: [{ userId: SAM, at: fixture.state.now.toISOString() }] })
    expect(await within((tx) => claimAlert(tx, buildPerson(ANA), alert?.id ?? ''))).toEqual(acknowledged)
    await fixture.workAfter(60)
    expect(fixture.told()).toEqual([SAM])
    expect((await fixture.actions()).filter(({ action }) => action === 'alert.taken')).toHaveLength(1)
    expect((await within((tx) => findAlertsByCall(tx, [call]))).get(call)).toEqual([acknowledged])
  })

  it.each([
    ['resolves the alert', { attentionEnded: true }],
    ['hands off the call', { handedToId: ANA }],
  ])('stops escalating after someone %s', async (_, change) => {
    const call = await callTo([SAM, 'user_third'], { attention: 'Call back' })
    await within((tx) => changeCall(tx, buildPerson(SAM), call, change))
    await fixture.workAfter(60)
    expect(fixture.told()).toEqual('handedToId' in change ? [SAM, ANA] : [SAM])
  })

  it('notifies no one if it is a test call or more than a day old', async () => {
    await fixture.onCall([SAM])
    const yesterday = new Date(Date.now() - 25 * 3_600_000).toISOString()
    await comeIn({ startedAt: yesterday })
    const test = await within(async (tx) => {
      const input = { startedAt: new Date().toISOString(), outcome: 'emergency' } as const
      const call = await createCall(tx, { kind: 'assistant' }, input)
      await raiseAlerts(tx, { ...call, isTest: true })
      await tx.db.update(calls).set({ isTest: true }).where(eq(calls.id, call.id))
      return call.id
    })
    await within((tx) => changeCall(tx, buildPerson(ANA), test, { handedToId: SAM, attention: 'Look' }))
    await fixture.work()
    expect(await fixture.alerts()).toEqual([])
    expect(fixture.mails).toEqual([])
  })
})

describe('urgent call without reachable recipients', () => {
  const receiveUnassignedCall = async (input?: Parameters<typeof comeIn>[0]) => {
    for (const userId of [SAM, ...ADMINS]) await prefer(userId, { byMail: false, byPush: false })
    await fixture.onCall([SAM])
    return comeIn(input)
  }
  const LONG_TEXT = 'x'.repeat(300)
  const readCall = (id: string) => within((tx) => findCall(tx, id))

  it.each([
    ['if there is none', {}, NO_ONE_PAGED_ATTENTION],
    ['before existing attention reasons', { attention: 'Call back' }, `${NO_ONE_PAGED_ATTENTION}. Call back`],
    ['only once', { attention: `${NO_ONE_PAGED_ATTENTION}. Call back` }, `${NO_ONE_PAGED_ATTENTION}. Call back`],
    [
      'truncated to the field length',
      { attention: LONG_TEXT },
      `${NO_ONE_PAGED_ATTENTION}. ${LONG_TEXT}`.slice(0, 300),
    ],
  ])('adds a notice on Today, %s', async (_, input, attention) => {
    const id = await receiveUnassignedCall(input)
    await fixture.work()
    expect(fixture.mails).toEqual([])
    expect(await readCall(id)).toMatchObject({ attention, attentionEndedAt: null })
  })

  it('replaces a resolved notice on Today', async () => {
    const id = await receiveUnassignedCall({ attention: 'Call back', outcome: 'message' })
    await within((tx) => changeCall(tx, buildPerson(ANA), id, { attentionEnded: true }))
    await within((tx) => changeCall(tx, buildPerson(ANA), id, { outcome: 'emergency' }))
    await fixture.work()
    expect(await readCall(id)).toMatchObject({ attention: NO_ONE_PAGED_ATTENTION, attentionEndedAt: null, version: 4 })
  })

  it('records the change in the audit log once, so that open dashboards refresh', async () => {
    await receiveUnassignedCall()
    await fixture.work()
    expect(await fixture.actions()).toContainEqual({ action: 'call.updated', details: { fields: ['attention'] } })
    await fixture.workAfter(60)
    expect((await fixture.actions()).filter(({ action }) => action === 'call.updated')).toHaveLength(1)
  })

  it('adds no notice if at least one recipient was notified', async () => {
    for (const userId of ADMINS) await prefer(userId, { byMail: false, byPush: false })
    const id = await callTo([SAM])
    await fixture.workAfter(5)
    expect(fixture.told()).toEqual([SAM])
    expect(await readCall(id)).toMatchObject({ attention: null })
  })

  it('adds no notice for a promised callback', async () => {
    const id = await receiveUnassignedCall({ outcome: 'message', attention: 'Call back' })
    await fixture.work()
    expect(await readCall(id)).toMatchObject({ attention: 'Call back', version: 1 })
  })
})

describe('call report from the assistant', () => {
  const buildEvent = (collected: Record<string, string>) =>
    postCallEvent.parse({
      type: 'post_call_transcription',
      event_timestamp: Date.now() / 1000,
      data: {
        agent_id: `agent_${fixture.organizationId}`,
        conversation_id: crypto.randomUUID(),
        status: 'done',
        transcript: [{ role: 'user', message: 'No heat', time_in_call_secs: 1 }],
        metadata: { start_time_unix_secs: Math.round(Date.now() / 1000), call_duration_secs: 60 },
        analysis: {
          transcript_summary: 'No heat',
          data_collection_results: Object.fromEntries(
            Object.entries(collected).map(([name, value]) => [name, { data_collection_id: name, value }]),
          ),
        },
      },
    })

  it.each([
    ['an emergency', { outcome: 'emergency' }, ['urgent']],
    ['an urgent call', { urgency: 'now', problem: 'No heat' }, ['urgent']],
    ['a promised callback', { attention: 'Promised to call back at nine', problem: 'A quote' }, ['promise']],
    ['an urgent call with a promise', { urgency: 'now', attention: 'Promised', problem: 'No heat' }, ['urgent']],
    ['a call that can wait', { urgency: 'later', problem: 'A quote' }, []],
  ])('opens the expected alert for %s', async (_, collected, kinds) => {
    await fixture.onCall([SAM])
    expect(await receiveCall(database.db, buildEvent(collected))).toBe('stored')
    expect((await fixture.alerts()).map(({ kind }) => kind)).toEqual(kinds)
    await fixture.work()
    expect(fixture.told()).toEqual(kinds.map(() => SAM))
  })
})

const assignCall = (handedToId: string | null, call: string, actorId = 'user_owner') =>
  within((tx) => changeCall(tx, buildPerson(actorId), call, { handedToId }))

describe('call reassignment', () => {
  it('notifies only the new assignee, and no one on self-assignment', async () => {
    await fixture.onCall([SAM])
    const call = await comeIn({ outcome: 'message' })
    await within((tx) => changeCall(tx, buildPerson(SAM), call, { handedToId: ANA, attention: 'Call back' }))
    await fixture.work()
    await fixture.workAfter(60)
    expect(fixture.told()).toEqual([ANA])
    await assignCall(SAM, call, SAM)
    await fixture.work()
    expect(fixture.told()).toEqual([ANA])
  })

  it('notifies only the second assignee while the first one has quiet hours', async () => {
    await fixture.onCall([])
    await prefer(SAM, { quietHours: quietFor(30) })
    const call = await comeIn({ outcome: 'message' })
    for (const handedToId of [SAM, ANA]) {
      await assignCall(handedToId, call)
      await fixture.work()
    }
    await fixture.workAfter(60)
    expect(fixture.told()).toEqual([ANA])
  })

  it('notifies the assignee once if it is undone and repeated', async () => {
    await fixture.onCall([])
    await prefer(SAM, { quietHours: quietFor(30) })
    const call = await comeIn({ outcome: 'message' })
    for (const handedToId of [ANA, null, SAM, null, SAM]) {
      await assignCall(handedToId, call)
      if (handedToId !== ANA) await fixture.work()
    }
    await fixture.workAfter(60)
    expect(fixture.told()).toEqual([SAM])
  })

  it('notifies no one if it is undone', async () => {
    await fixture.onCall([])
    const call = await comeIn({ outcome: 'message' })
    for (const handedToId of [ANA, null]) await assignCall(handedToId, call, SAM)
    await fixture.work()
    expect(fixture.mails).toEqual([])
  })
})

it('promised callbacks notify the assignee first, then the people on call', async () => {
  await fixture.onCall([SAM])
  const call = await comeIn({ outcome: 'message' })
  await assignCall(ANA, call)
  await within((tx) => changeCall(tx, { kind: 'key', id: crypto.randomUUID() }, call, { attention: 'Promised' }))
  await fixture.work(fixture.handlers, ['alert-round', 'alert-mail'])
  await fixture.workAfter(5)
  expect(fixture.told()).toEqual([ANA, ANA, SAM])
})

describe('notification preferences', () => {
  it('can turn off kinds and channels; users with no channel left are skipped', async () => {
    await prefer(SAM, { byMail: false })
    await callTo([SAM, ANA])
    expect(fixture.told()).toEqual([ANA])
    await prefer(ANA, { kinds: ['handover'] })
    await comeIn()
    await fixture.work()
    expect(fixture.told()).toEqual([ANA, ...ADMINS])
  })

  it('delay a promise until quiet hours end, and notify the next person immediately', async () => {
    await prefer(SAM, { quietHours: quietFor(30) })
    await callTo([SAM, ANA], { outcome: 'message', attention: 'Promised' })
    expect(fixture.told()).toEqual([])
    await fixture.workAfter(5)
    expect(fixture.told()).toEqual([ANA])
    await fixture.workAfter(26)
    expect(fixture.told().filter((id) => id === SAM)).toEqual([SAM])
  })

  it('let an urgent call override quiet hours only for people on call', async () => {
    await prefer(SAM, { quietHours: quietFor(30) })
    await prefer('user_admin', { quietHours: quietFor(30) })
    await callTo([SAM])
    expect(fixture.told()).toEqual([SAM])
    await fixture.workAfter(5)
    expect(fixture.told()).toEqual([SAM, 'user_owner'])
    await fixture.workAfter(26)
    expect(fixture.told()).toEqual([SAM, 'user_owner', 'user_admin'])
  })

  it('reject a save from a stale browser tab', async () => {
    expect(await prefer(SAM, { byMail: false })).toMatchObject({ changed: { version: 1 } })
    expect(await prefer(SAM, { byPush: false })).toMatchObject({ conflict: { byMail: false, version: 1 } })
  })
})
