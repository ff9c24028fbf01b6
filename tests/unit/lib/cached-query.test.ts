import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CachedQuery } from '../../../lib/platform/cache/cached-query.ts'

const FRESH_MS = 30_000

function createQueryFixture() {
  const pending: PromiseWithResolvers<string>[] = []
  const onFailure = vi.fn()
  const load = () => {
    const next = Promise.withResolvers<string>()
    pending.push(next)
    return next.promise
  }
  const cachedQuery = new CachedQuery(`answers-${Math.random()}`, load, { onFailure })
  return { known: cachedQuery, pending, onFailure }
}

describe('CachedQuery', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it("returns the stale result if a refresh exceeds the caller's timeout", async () => {
    const { known, pending } = createQueryFixture()
    const first = known.get('org_1', 1_000)
    pending[0]?.resolve('growth')
    expect(await first).toBe('growth')
    vi.advanceTimersByTime(FRESH_MS + 1)
    const second = known.get('org_1', 1_000)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await second).toBe('growth')
  })

  it('returns the stale result if a refresh fails', async () => {
    const { known, pending, onFailure } = createQueryFixture()
    const first = known.get('org_1', 1_000)
    pending[0]?.resolve('growth')
    await first
    vi.advanceTimersByTime(FRESH_MS + 1)
    const second = known.get('org_1', 1_000)
    pending[1]?.reject(new Error('down'))
    expect(await second).toBe('growth')
    expect(onFailure).toHaveBeenCalledOnce()
  })

  it('retries a failed query after five seconds', async () => {
    const { known, pending } = createQueryFixture()
    const first = known.get('org_1', 1_000)
    pending[0]?.reject(new Error('down'))
    expect(await first).toBeUndefined()
    expect(await known.get('org_1', 1_000)).toBeUndefined()
    expect(pending).toHaveLength(1)
    vi.advanceTimersByTime(5_001)
    const second = known.get('org_1', 1_000)
    pending[1]?.resolve('growth')
    expect(await second).toBe('growth')
  })

  it('discards results that were requested before forget()', async () => {
    const { known, pending } = createQueryFixture()
    const before = known.get('org_1', 1_000)
    known.invalidate('org_1')
    const after = known.get('org_1', 1_000)
    expect(pending).toHaveLength(2)
    pending[1]?.resolve('new')
    expect(await after).toBe('new')
    pending[0]?.resolve('old')
    expect(await before).toBe('new')
    expect(await known.get('org_1', 0)).toBe('new')
  })

  it('queries again if forget() runs while a caller waits', async () => {
    const { known, pending } = createQueryFixture()
    const pendingRead = known.get('org_1', 1_000)
    known.invalidate('org_1')
    pending[0]?.resolve('old')
    await vi.advanceTimersByTimeAsync(0)
    expect(pending).toHaveLength(2)
    pending[1]?.resolve('new')
    expect(await pendingRead).toBe('new')
  })

  it('shares one query between concurrent callers', async () => {
    const { known, pending } = createQueryFixture()
    const pendingReads = [1, 2, 3].map(() => known.get('org_1', 1_000))
    pending[0]?.resolve('growth')
    expect(await Promise.all(pendingReads)).toEqual(['growth', 'growth', 'growth'])
    expect(pending).toHaveLength(1)
  })
})
