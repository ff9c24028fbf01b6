import { describe, expect, inject, it, vi } from 'vitest'
import { withAdvisoryLock } from '../../lib/platform/db/client.ts'
import { openedDatabase } from '../support/opened-database.ts'
import { someoneWaits } from '../support/waiting-lock.ts'

// The local server has one session for all clients, so no query ever waits for a lock.
describe.skipIf(!inject('sharedPostgresUrl'))('withAdvisoryLock', () => {
  const opened = openedDatabase()

  const done: string[] = []
  const noteThat = async (who: string) => void done.push(who)

  it('blocks the same id until the other transaction ends, but not another id', async () => {
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = opened.db.transaction(async (tx) => {
      await withAdvisoryLock(tx, 'one', () => noteThat('first'))
      begun.resolve()
      await end.promise
      done.push('end of the first')
    })
    await begun.promise
    const second = opened.db.transaction((tx) => withAdvisoryLock(tx, 'one', () => noteThat('second')))
    await vi.waitFor(async () => expect(done.includes('second') || (await someoneWaits(opened.db))).toBe(true), {
      timeout: 15_000,
    })
    const another = opened.db.transaction((tx) => withAdvisoryLock(tx, 'another', () => noteThat('another')))
    await vi.waitFor(() => expect(done).toContain('another'), { timeout: 15_000 })
    end.resolve()
    await Promise.all([first, second, another])
    expect(done).toEqual(['first', 'another', 'end of the first', 'second'])
  })
})
