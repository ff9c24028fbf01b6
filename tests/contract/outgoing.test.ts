import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { inOrganization } from '../../lib/db/organization.ts'
import { outgoing } from '../../lib/db/schema/index.ts'
import { addWork, claimWork, markDone, markFailed } from '../../lib/outgoing/queue.ts'
import { doDueWork, PermanentError, startOutgoingWorker } from '../../lib/outgoing/worker.ts'
import { deleteLeftovers } from '../../lib/retention/old-data.ts'
import { openedDatabase } from '../support/opened-database.ts'
import { manualClock } from './contact-fixtures.ts'

const KIND = 'linemail'
const MINUTE = 60_000

describe('work outside', () => {
  const opened = openedDatabase()
  let clock: ReturnType<typeof manualClock>
  let log: string[]
  const written = (facts: Record<string, unknown>, words: string) =>
    void log.push(`${words} ${String(facts.code ?? '')}`)
  const recorder = { warn: written, error: written }

  beforeEach(async () => {
    clock = manualClock()
    log = []
    await rows((tx) => tx.db.delete(outgoing).where(eq(outgoing.organizationId, tx.organizationId)))
  })

  const rows = <Result>(work: Parameters<typeof inOrganization<Result>>[2]) => inOrganization(opened.db, 'org_a', work)
  const add = (onceKey: string, dueAt = clock.now()) =>
    rows((tx) => addWork(tx, { kind: KIND, onceKey, details: { number: 1 }, dueAt }))
  const stored = () => rows((tx) => tx.db.select().from(outgoing))
  const doDue = (handler: () => Promise<void>) =>
    doDueWork(opened.db, KIND, handler, { clock: clock.now, log: recorder })

  it('is stored once however often it is asked for', async () => {
    expect(await add('one')).toBe(true)
    expect(await add('one')).toBe(false)
    expect(await stored()).toHaveLength(1)
  })

  it('is not stored when its cause is not', async () => {
    const failing = rows(async (tx) => {
      await addWork(tx, { kind: KIND, onceKey: 'lost' })
      throw new Error('The cause failed')
    })
    await expect(failing).rejects.toThrow('The cause failed')
    expect(await stored()).toEqual([])
  })

  it('is done for whichever organization it is, when it is due and not before', async () => {
    await add('later', new Date(clock.now().getTime() + MINUTE))
    await inOrganization(opened.db, 'org_b', (tx) => addWork(tx, { kind: KIND, onceKey: 'b', dueAt: clock.now() }))
    const done: string[] = []
    const handler = async ({ organizationId }: { organizationId: string }) => void done.push(organizationId)
    await doDueWork(opened.db, KIND, handler, { clock: clock.now, log: recorder })
    expect(done).toEqual(['org_b'])
    clock.advance(MINUTE)
    await doDueWork(opened.db, KIND, handler, { clock: clock.now, log: recorder })
    expect(done).toEqual(['org_b', 'org_a'])
  })

  it('is one worker’s until its lease is over, and then another’s, whose word counts', async () => {
    await add('one')
    const first = await claimWork(opened.db, KIND, clock.now())
    expect(await claimWork(opened.db, KIND, clock.now())).toBeUndefined()
    clock.advance(3 * MINUTE)
    const second = await claimWork(opened.db, KIND, clock.now())
    expect(second).toMatchObject({ id: first?.id, attempts: 2 })
    await markFailed(opened.db, first!, 'LATE', clock.now())
    expect(await stored()).toEqual([expect.objectContaining({ lastError: null })])
    await markDone(opened.db, second!, clock.now())
    clock.advance(60 * MINUTE)
    expect(await claimWork(opened.db, KIND, clock.now())).toBeUndefined()
  })

  it('is tried again, later each time, until it is done', async () => {
    await add('one')
    let attempts = 0
    const handler = async () => {
      attempts += 1
      if (attempts < 3) throw Object.assign(new Error('quotes +12125550142'), { code: 'ECONNREFUSED' })
    }
    await doDue(handler)
    await doDue(handler)
    expect(attempts).toBe(1)
    expect(await stored()).toEqual([expect.objectContaining({ lastError: 'ECONNREFUSED', doneAt: null })])
    clock.advance(5_000)
    await doDue(handler)
    clock.advance(10_000)
    await doDue(handler)
    expect(attempts).toBe(3)
    expect(await stored()).toEqual([expect.objectContaining({ lastError: null, doneAt: clock.now() })])
    expect(log.join(' ')).not.toContain('0142')
  })

  it('that never ends is given up, and does not hold up the next', async () => {
    await add('one')
    await add('two')
    let begun = 0
    const endless = async () => {
      begun += 1
      if (begun === 1) await new Promise(() => undefined)
    }
    await doDueWork(opened.db, KIND, endless, { clock: clock.now, log: recorder, attemptMs: 50 })
    expect(begun).toBe(2)
    expect(log).toEqual(['Work outside could not be done DEADLINE'])
    expect(await stored()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ lastError: 'DEADLINE', doneAt: null }),
        expect.objectContaining({ lastError: null, doneAt: clock.now() }),
      ]),
    )
  })

  it('that will never work is not tried again', async () => {
    await add('one')
    let attempts = 0
    const handler = async () => {
      attempts += 1
      throw new PermanentError('no-address')
    }
    await doDue(handler)
    clock.advance(60 * MINUTE)
    await doDue(handler)
    expect(attempts).toBe(1)
    expect(log).toEqual(['job: failed permanently no-address'])
    expect(await stored()).toEqual([
      expect.objectContaining({ doneAt: null, failedAt: expect.any(Date), lastError: 'no-address' }),
    ])
  })

  it('is found at once by a worker that is woken', async () => {
    const done = Promise.withResolvers<void>()
    const worker = startOutgoingWorker({
      database: async () => opened.db,
      handlers: { [KIND]: async () => done.resolve() },
      log: recorder,
      clock: clock.now,
      pollMs: 60 * MINUTE,
    })
    await add('one')
    worker.wake()
    await done.promise
    await worker.stop()
    expect(await stored()).toEqual([expect.objectContaining({ doneAt: clock.now() })])
  })

  /** A worker that has begun, and goes on when it is told to. */
  async function busyWorker() {
    const [begun, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const worker = startOutgoingWorker({
      database: async () => opened.db,
      handlers: { [KIND]: async () => (begun.resolve(), goesOn.promise) },
      log: recorder,
      clock: clock.now,
    })
    await begun.promise
    return { worker, goesOn }
  }

  it('is finished by a worker that is stopped, which begins nothing more', async () => {
    for (const onceKey of ['one', 'two']) await add(onceKey)
    const { worker, goesOn } = await busyWorker()
    const stopped = worker.stop()
    goesOn.resolve()
    await stopped
    const done = (await stored()).filter(({ doneAt }) => doneAt)
    expect(done).toHaveLength(1)
    await worker.giveBack()
    expect(await claimWork(opened.db, KIND, clock.now()), 'the other one').toMatchObject({ attempts: 1 })
    expect(await claimWork(opened.db, KIND, clock.now())).toBeUndefined()
  })

  it('is another worker’s at once when a process that ends cannot finish it', async () => {
    await add('one')
    const { worker, goesOn } = await busyWorker()
    const stopped = worker.stop()
    await worker.giveBack()
    const second = await claimWork(opened.db, KIND, clock.now())
    expect(second).toMatchObject({ attempts: 2 })
    await worker.giveBack()
    expect(await claimWork(opened.db, KIND, clock.now()), 'it is not taken from the other').toBeUndefined()
    goesOn.resolve()
    await stopped
  })

  it('is forgotten a month after it was done, and never before', async () => {
    await add('done')
    await add('waiting', new Date(clock.now().getTime() + MINUTE))
    await doDue(async () => undefined)
    clock.advance(30 * 24 * 60 * MINUTE)
    await rows((tx) => deleteLeftovers(tx, clock.now()))
    expect(await stored()).toHaveLength(2)
    clock.advance(1)
    await rows((tx) => deleteLeftovers(tx, clock.now()))
    expect(await stored()).toEqual([expect.objectContaining({ onceKey: 'waiting' })])
  })
})
