import { describe, expect, it } from 'vitest'
import { RevalidatedTags } from '../../../lib/platform/cache/revalidated-tags.ts'

describe('RevalidatedTags', () => {
  it('knows what was begun up to a revalidation of one of its tags, and what was begun after it', () => {
    const tags = new RevalidatedTags()
    tags.mark(['city:boise'], 1_000)
    expect(tags.anySince(['settings', 'city:boise'], 999)).toBe(true)
    expect(tags.anySince(['city:boise'], 1_000)).toBe(true)
    expect(tags.anySince(['city:boise'], 1_001)).toBe(false)
    expect(tags.anySince(['settings'], 1)).toBe(false)
    expect(tags.anySince([], 1)).toBe(false)
  })

  it('keeps the latest time of a tag, in whatever order it hears of them', () => {
    const tags = new RevalidatedTags()
    tags.mark(['settings'], 2_000)
    tags.mark(['settings'], 1_000)
    expect(tags.anySince(['settings'], 1_500)).toBe(true)
    expect(tags.size).toBe(1)
  })

  it('forgets the tags revalidated first when there are too many, and then trusts nothing that is as old', () => {
    const tags = new RevalidatedTags(2)
    tags.mark(['a'], 1_000)
    tags.mark(['b'], 2_000)
    tags.mark(['a'], 3_000)
    tags.mark(['c'], 4_000)
    expect(tags.size).toBe(2)
    expect(tags.anySince(['another'], 2_000)).toBe(true)
    expect(tags.anySince(['another'], 2_001)).toBe(false)
    expect(tags.anySince(['a'], 2_500)).toBe(true)
  })

  it('trusts nothing of a time of which nothing is known', () => {
    const tags = new RevalidatedTags()
    tags.forgetUntil(5_000)
    tags.forgetUntil(3_000)
    expect(tags.anySince(['settings'], 5_000)).toBe(true)
    expect(tags.anySince(['settings'], 5_001)).toBe(false)
  })
})
