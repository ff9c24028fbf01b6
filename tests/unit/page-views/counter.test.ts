import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCounter } from '../../../lib/site/page-views/counter.ts'
import type { DayViews } from '../../../lib/site/page-views/repository.ts'

const NOON_MS = Date.UTC(2026, 2, 1, 12)

beforeEach(() => vi.useFakeTimers({ now: NOON_MS }))
afterEach(() => vi.useRealTimers())

describe('page view counter', () => {
  function setUpCounter({ maxPendingRows }: { maxPendingRows?: number } = {}) {
    const batches: DayViews[][] = []
    const warnings: string[] = []
    const state = { isDown: false }
    const write = async (batch: DayViews[]) => {
      if (state.isDown) throw new Error('No database')
      batches.push(batch)
    }
    const log = { warn: (_: unknown, message: string) => void warnings.push(message) }
    return {
      ...createCounter({ write, log, ...(maxPendingRows !== undefined && { maxPendingRows }) }),
      written: batches,
      said: warnings,
      state,
    }
  }

  it('writes many views in one batch, five seconds after the first', async () => {
    const { count, written } = setUpCounter()
    for (let index = 0; index < 100; index++) count(index % 2 ? '/' : '/pricing')
    await vi.advanceTimersByTimeAsync(4_999)
    expect(written).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    const day = '2026-03-01'
    expect(written).toEqual([
      [
        { day, path: '/pricing', views: 50 },
        { day, path: '/', views: 50 },
      ],
    ])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(written).toHaveLength(1)
  })

  it('keeps counts while the database is down, logs once and writes them later', async () => {
    const { count, written, said, state } = setUpCounter()
    state.isDown = true
    count('/')
    await vi.advanceTimersByTimeAsync(30_000)
    expect(said).toHaveLength(1)
    count('/')
    state.isDown = false
    await vi.advanceTimersByTimeAsync(5_000)
    expect(written).toEqual([[{ day: '2026-03-01', path: '/', views: 2 }]])
    state.isDown = true
    count('/')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(said).toHaveLength(2)
    state.isDown = false
    await vi.advanceTimersByTimeAsync(5_000)
    expect(written).toHaveLength(2)
  })

  it('flushes on request, restarts its timer on the next view and skips empty writes', async () => {
    const { count, flush, written } = setUpCounter()
    count('/')
    await vi.advanceTimersByTimeAsync(2_000)
    await flush()
    await flush()
    expect(written).toHaveLength(1)
    count('/')
    await vi.advanceTimersByTimeAsync(4_999)
    expect(written).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(written).toHaveLength(2)
  })

  it('counts only the first paths up to its limit', async () => {
    const { count, flush, written } = setUpCounter({ maxPendingRows: 2 })
    for (const path of ['/a', '/b', '/c', '/a']) count(path)
    await flush()
    expect(written[0]?.map(({ path, views }) => [path, views])).toEqual([
      ['/a', 2],
      ['/b', 1],
    ])
  })
})
