import { describe, expect, it } from 'vitest'
import { countRequest, deleteExpiredLimits, type Limit } from '../../lib/platform/http/rate-limit.ts'
import { setUpDatabase } from '../support/opened-database.ts'

const LIMIT: Limit = { name: 'test', count: 5, windowMs: 60_000 }

describe('countRequest', () => {
  const database = setUpDatabase()
  const start = new Date('2026-11-28T12:00:00Z')
  const addMilliseconds = (milliseconds: number) => new Date(start.getTime() + milliseconds)

  it('counts within one window and starts a new one when it ends', async () => {
    expect(await countRequest(database.db, 'a', LIMIT, start)).toMatchObject({
      count: 1,
      resetsAt: addMilliseconds(60_000),
    })
    expect(await countRequest(database.db, 'a', LIMIT, addMilliseconds(30_000))).toMatchObject({
      count: 2,
      resetsAt: addMilliseconds(60_000),
    })
    expect(await countRequest(database.db, 'a', LIMIT, addMilliseconds(60_001))).toMatchObject({
      count: 1,
      resetsAt: addMilliseconds(120_001),
    })
  })

  it('leaves expired windows of other clients to deleteExpiredLimits', async () => {
    await countRequest(database.db, 'b', LIMIT, start)
    await countRequest(database.db, 'c', LIMIT, addMilliseconds(60_001))
    expect(await countRequest(database.db, 'b', LIMIT, start)).toMatchObject({ count: 2 })
    expect(await deleteExpiredLimits(database.db, addMilliseconds(60_001))).toBe(1)
    expect(await countRequest(database.db, 'c', LIMIT, addMilliseconds(60_002))).toMatchObject({ count: 2 })
  })
})
