import { describe, expect, it } from 'vitest'
import { RevalidatedTags } from '../../../lib/platform/cache/revalidated-tags.ts'

describe('RevalidatedTags', () => {
  it('distinguishes renderings that started before and after a revalidation of a tag', () => {
    const tags = new RevalidatedTags()
    tags.mark(['city:boise'], 1_000)
    expect(tags.wasAnyRevalidatedSince(['settings', 'city:boise'], 999)).toBe(true)
    expect(tags.wasAnyRevalidatedSince(['city:boise'], 1_000)).toBe(true)
    expect(tags.wasAnyRevalidatedSince(['city:boise'], 1_001)).toBe(false)
    expect(tags.wasAnyRevalidatedSince(['settings'], 1)).toBe(false)
    expect(tags.wasAnyRevalidatedSince([], 1)).toBe(false)
  })

  it('keeps the latest revalidation time of a tag in any order of calls', () => {
    const tags = new RevalidatedTags()
    tags.mark(['settings'], 2_000)
    tags.mark(['settings'], 1_000)
    expect(tags.wasAnyRevalidatedSince(['settings'], 1_500)).toBe(true)
    expect(tags.size).toBe(1)
  })

  it('evicts the oldest tags beyond the limit, and treats everything from before them as stale', () => {
    const tags = new RevalidatedTags(2)
    tags.mark(['a'], 1_000)
    tags.mark(['b'], 2_000)
    tags.mark(['a'], 3_000)
    tags.mark(['c'], 4_000)
    expect(tags.size).toBe(2)
    expect(tags.wasAnyRevalidatedSince(['another'], 2_000)).toBe(true)
    expect(tags.wasAnyRevalidatedSince(['another'], 2_001)).toBe(false)
    expect(tags.wasAnyRevalidatedSince(['a'], 2_500)).toBe(true)
  })

  it('treats everything that started before the known history as stale', () => {
    const tags = new RevalidatedTags()
    tags.expireUntil(5_000)
    tags.expireUntil(3_000)
    expect(tags.wasAnyRevalidatedSince(['settings'], 5_000)).toBe(true)
    expect(tags.wasAnyRevalidatedSince(['settings'], 5_001)).toBe(false)
  })
})
