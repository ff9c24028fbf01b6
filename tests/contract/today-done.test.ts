import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { changeCall } from '../../lib/dashboard/calls/repository.ts'
import type { CallInput } from '../../lib/dashboard/calls/input.ts'
import { calls, events } from '../support/tables.ts'
import { readToday } from '../../lib/dashboard/today/read.ts'
import { today } from '../../lib/dashboard/today/today.ts'
import { openedDatabase } from '../support/opened-database.ts'
import { addCall, createCall } from '../support/rows.ts'

const ADA = { kind: 'person', id: 'user_ada' } as const
const SAM = { kind: 'person', id: 'user_sam' } as const

describe('calls on Today', () => {
  const opened = openedDatabase()
  const { within } = opened
  const read = () => within((tx) => readToday(tx, new Date()))
  const call = (input: Partial<CallInput> = {}) => {
    const ben = { callerName: 'Ben Tran', callerPhone: '+13125550142', attention: 'Call back with a price' }
    const report = { startedAt: new Date().toISOString(), outcome: 'message', ...ben, ...input } as const
    return within((tx) => createCall(tx, { kind: 'assistant' }, report))
  }
  beforeEach(() => opened.clear(events, calls))

  it('show caller, phone number, attention reason and version', async () => {
    const { id, version } = await call()
    const { waiting, done, waitingCount } = await read()
    const shown = { caller: 'Ben Tran', phone: '+13125550142', attention: 'Call back with a price' }
    expect(waiting).toMatchObject([{ id, version, ...shown }])
    expect([done, waitingCount]).toEqual([[], 1])
  })

  it('show intent and danger', async () => {
    await call({ outcome: 'emergency', intent: 'repair', safetyKind: 'gas' })
    const { waiting, calls: ofNight } = await read()
    for (const [shown] of [waiting, ofNight]) expect(shown).toMatchObject({ intent: 'repair', safetyKind: 'gas' })
  })

  it('move to the resolved list and back, each with an audit event', async () => {
    const { id, version } = await call()
    await within((tx) => changeCall(tx, ADA, id, { attentionEnded: true }, version))
    const ended = await read()
    expect([ended.waiting, ended.waitingCount]).toEqual([[], 0])
    const done = { id, attention: 'Call back with a price', version: version + 1, doneAt: expect.any(String) }
    expect(ended.done).toMatchObject([done])
    expect(today.parse(JSON.parse(JSON.stringify(ended)))).toEqual(ended)
    await within((tx) => changeCall(tx, ADA, id, { attentionEnded: false }, version + 1))
    const again = await read()
    expect(again.waiting.map((each) => each.id)).toEqual([id])
    expect(again.done).toEqual([])
    const logged = (await opened.events()).filter(({ subjectId }) => subjectId === id)
    const updates = logged.filter(({ action }) => action === 'call.updated')
    expect(updates.map(({ actorId }) => actorId)).toEqual([ADA.id, ADA.id])
    expect(JSON.stringify(logged)).not.toContain('Tran')
  })

  it('are resolved only once by two concurrent people', async () => {
    const { id, version } = await call()
    const both = await Promise.all(
      [ADA, SAM].map((actor) => within((tx) => changeCall(tx, actor, id, { attentionEnded: true }, version))),
    )
    expect(both.filter((result) => result && 'conflict' in result)).toHaveLength(1)
    expect((await read()).done).toHaveLength(1)
  })

  it('are listed as resolved latest first, without earlier days or test calls', async () => {
    const HOUR = 3_600_000
    const [first, second, before] = [await call(), await call(), await call()]
    const test = await within((tx) => addCall(tx, { attention: 'A test', isTest: true }))
    for (const id of [first.id, second.id, before.id, test])
      await within((tx) => changeCall(tx, ADA, id, { attentionEnded: true }))
    const at = (id: string, time: number) =>
      within(({ db }) =>
        db
          .update(calls)
          .set({ attentionEndedAt: new Date(time) })
          .where(eq(calls.id, id)),
      )
    await at(before.id, Date.now() - 30 * HOUR)
    await at(first.id, Date.now() + 1)
    await at(second.id, Date.now() + 2)
    expect((await read()).done.map(({ id }) => id)).toEqual([second.id, first.id])
  })
})
