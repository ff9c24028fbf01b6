import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { changeCall } from '../../lib/dashboard/calls/repository.ts'
import type { CallInput } from '../../lib/dashboard/calls/input.ts'
import { calls, events } from '../support/tables.ts'
import { readToday } from '../../lib/dashboard/today/read.ts'
import { today } from '../../lib/dashboard/today/today.ts'
import { setUpDatabase } from '../support/opened-database.ts'
import { addCall, createCall } from '../support/rows.ts'

const ADA = { kind: 'person', id: 'user_ada' } as const
const SAM = { kind: 'person', id: 'user_sam' } as const

describe('calls on Today', () => {
  const database = setUpDatabase()
  const { within } = database
  const readTodayData = () => within((tx) => readToday(tx, new Date()))
  const call = (input: Partial<CallInput> = {}) => {
    const benCall = { callerName: 'Ben Tran', callerPhone: '+13125550142', attention: 'Call back with a price' }
    const report = { startedAt: new Date().toISOString(), outcome: 'message', ...benCall, ...input } as const
    return within((tx) => createCall(tx, { kind: 'assistant' }, report))
  }
  beforeEach(() => database.clear(events, calls))

  it('show caller, phone number, attention reason and version', async () => {
    const { id, version } = await call()
    const { waiting, done, waitingCount } = await readTodayData()
    const expectedCall = { caller: 'Ben Tran', phone: '+13125550142', attention: 'Call back with a price' }
    expect(waiting).toMatchObject([{ id, version, ...expectedCall }])
    expect([done, waitingCount]).toEqual([[], 1])
  })

  it('show intent and danger', async () => {
    await call({ outcome: 'emergency', intent: 'repair', safetyKind: 'gas' })
    const { waiting, calls: nightCalls } = await readTodayData()
    for (const [firstCall] of [waiting, nightCalls])
      expect(firstCall).toMatchObject({ intent: 'repair', safetyKind: 'gas' })
  })

  it('move to the resolved list and back, each with an audit event', async () => {
    const { id, version } = await call()
    await within((tx) => changeCall(tx, ADA, id, { attentionEnded: true }, version))
    const dataAfter = await readTodayData()
    expect([dataAfter.waiting, dataAfter.waitingCount]).toEqual([[], 0])
    const resolvedCall = { id, attention: 'Call back with a price', version: version + 1, doneAt: expect.any(String) }
    expect(dataAfter.done).toMatchObject([resolvedCall])
    expect(today.parse(JSON.parse(JSON.stringify(dataAfter)))).toEqual(dataAfter)
    await within((tx) => changeCall(tx, ADA, id, { attentionEnded: false }, version + 1))
    const reopenedData = await readTodayData()
    expect(reopenedData.waiting.map((waitingCall) => waitingCall.id)).toEqual([id])
    expect(reopenedData.done).toEqual([])
    const loggedEvents = (await database.events()).filter(({ subjectId }) => subjectId === id)
    const updates = loggedEvents.filter(({ action }) => action === 'call.updated')
    expect(updates.map(({ actorId }) => actorId)).toEqual([ADA.id, ADA.id])
    expect(JSON.stringify(loggedEvents)).not.toContain('Tran')
  })

  it('are resolved only once by two concurrent users', async () => {
    const { id, version } = await call()
    const results = await Promise.all(
      [ADA, SAM].map((actor) => within((tx) => changeCall(tx, actor, id, { attentionEnded: true }, version))),
    )
    expect(results.filter((result) => result && 'conflict' in result)).toHaveLength(1)
    expect((await readTodayData()).done).toHaveLength(1)
  })

  it('are listed as resolved, latest first, excluding earlier days and test calls', async () => {
    const HOUR_MS = 3_600_000
    const [first, second, oldCall] = [await call(), await call(), await call()]
    const testCall = await within((tx) => addCall(tx, { attention: 'A test', isTest: true }))
    for (const id of [first.id, second.id, oldCall.id, testCall])
      await within((tx) => changeCall(tx, ADA, id, { attentionEnded: true }))
    const setResolvedAt = (id: string, time: number) =>
      within(({ db }) =>
        db
          .update(calls)
          .set({ attentionEndedAt: new Date(time) })
          .where(eq(calls.id, id)),
      )
    await setResolvedAt(oldCall.id, Date.now() - 30 * HOUR_MS)
    await setResolvedAt(first.id, Date.now() + 1)
    await setResolvedAt(second.id, Date.now() + 2)
    expect((await readTodayData()).done.map(({ id }) => id)).toEqual([second.id, first.id])
  })
})
