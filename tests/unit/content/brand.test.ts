import type * as brand from '../../../sanity/lake/brand.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const lake = vi.hoisted(() => ({ answer: async (): Promise<{ brand: string | null } | null> => null, reads: 0 }))

vi.mock('../../../sanity/lake/published.ts', () => ({
  fetchUncached: () => {
    lake.reads += 1
    return lake.answer()
  },
}))
vi.mock('../../../lib/platform/log/log.ts', () => ({ log: { warn: () => undefined } }))

const MINUTE_MS = 60_000

describe('brand name of emails', () => {
  let fetchBrand: typeof brand.fetchBrand
  const fetchTestBrand = () => fetchBrand('www.example.com')
  const fail = async () => {
    throw new Error('The Content Lake is down')
  }

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.resetModules()
    ;({ fetchBrand } = await import('../../../sanity/lake/brand.ts'))
    lake.reads = 0
    lake.answer = async () => ({ brand: 'Ductwise' })
  })
  afterEach(() => void vi.useRealTimers())

  it('is read once in five minutes', async () => {
    expect([await fetchTestBrand(), await fetchTestBrand()]).toEqual(['Ductwise', 'Ductwise'])
    expect(lake.reads).toBe(1)
    lake.answer = async () => ({ brand: 'Coolwise' })
    vi.advanceTimersByTime(5 * MINUTE_MS + 1)
    expect(await fetchTestBrand()).toBe('Coolwise')
  })

  it('is the host name if editors have set none', async () => {
    lake.answer = async () => null
    expect(await fetchTestBrand()).toBe('www.example.com')
  })

  it('is the last known name or the host name while the Content Lake is down, and retried after a minute', async () => {
    lake.answer = fail
    expect([await fetchTestBrand(), await fetchTestBrand()]).toEqual(['www.example.com', 'www.example.com'])
    expect(lake.reads).toBe(1)
    lake.answer = async () => ({ brand: 'Ductwise' })
    vi.advanceTimersByTime(MINUTE_MS + 1)
    expect(await fetchTestBrand()).toBe('Ductwise')
    lake.answer = fail
    vi.advanceTimersByTime(5 * MINUTE_MS + 1)
    expect(await fetchTestBrand()).toBe('Ductwise')
  })
})
