import { describe, expect, inject, it, vi } from 'vitest'
import { withAdvisoryLock } from '../../lib/platform/db/client.ts'
import { setUpDatabase } from '../support/opened-database.ts'
import { hasLockWaiter } from '../support/waiting-lock.ts'

// The local server has one session for all clients, so no query ever waits for a lock.
describe.skipIf(!inject('sharedPostgresUrl'))('withAdvisoryLock', () => {
  const database = setUpDatabase()

  const finished: string[] = []
  const recordDone = async (label: string) => void finished.push(label)

  it('blocks the same id until the other transaction ends, but not another id', async () => {
    const [started, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = database.db.transaction(async (tx) => {
      await withAdvisoryLock(tx, 'one', () => recordDone('first'))
      started.resolve()
      await end.promise
      finished.push('end of the first')
    })
    await started.promise
    const second = database.db.transaction((tx) => withAdvisoryLock(tx, 'one', () => recordDone('second')))
    await vi.waitFor(async () => expect(finished.includes('second') || (await hasLockWaiter(database.db))).toBe(true), {
      timeout: 15_000,
    })
    const otherLock = database.db.transaction((tx) => withAdvisoryLock(tx, 'another', () => recordDone('another')))
    await vi.waitFor(() => expect(finished).toContain('another'), { timeout: 15_000 })
    end.resolve()
    await Promise.all([first, second, otherLock])
    expect(finished).toEqual(['first', 'another', 'end of the first', 'second'])
  })
})
