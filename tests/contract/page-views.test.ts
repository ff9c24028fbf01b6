import { beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../lib/platform/db/client.ts'
import { pageViews } from '../../lib/site/page-views/schema.ts'
import { createCounter } from '../../lib/site/page-views/counter.ts'
import { addPageViews, deleteOldPageViews, readPageViews } from '../../lib/site/page-views/repository.ts'
import { createManualClock } from './contact-fixtures.ts'
import { setUpDatabase } from '../support/opened-database.ts'

const NOW = new Date('2026-03-31T12:00:00Z')
const noViewCounts = { last7: 0, before7: 0, last30: 0, before30: 0 }

const toDaysAgo = (days: number) => new Date(NOW.getTime() - days * 24 * 60 * 60_000).toISOString().slice(0, 10)

describe('page view counts', () => {
  const database = setUpDatabase()
  beforeEach(async () => void (await database.db.delete(pageViews)))
  const readRows = () => database.db.select().from(pageViews).orderBy(pageViews.day, pageViews.path)

  it('of several processes add up, even when written concurrently in another order', async () => {
    const otherDatabase = await openDatabase(database.url)
    const dayViews = Array.from({ length: 40 }, (_, index) => ({ day: toDaysAgo(0), path: `/${index}`, views: 2 }))
    await Promise.all([
      addPageViews(database.db, dayViews),
      addPageViews(otherDatabase.db, dayViews.toReversed()),
      addPageViews(database.db, dayViews),
    ])
    await otherDatabase.close()
    expect(new Set((await readRows()).map(({ views }) => views))).toEqual(new Set([6]))
    expect(await readRows()).toHaveLength(40)
  })

  it('belong to the UTC day of each view, and store only day, path and number', async () => {
    const clock = createManualClock(Date.UTC(2026, 2, 30, 23, 59, 59))
    const writeViews = (dayViews: Parameters<typeof addPageViews>[1]) => addPageViews(database.db, dayViews)
    const { count, flush } = createCounter({ write: writeViews, log: { warn: () => {} }, clock: clock.now })
    count('/pricing')
    count('/pricing')
    clock.advance(1000)
    count('/pricing')
    await flush()
    await flush()
    expect(await readRows()).toEqual([
      { day: '2026-03-30', path: '/pricing', views: 2 },
      { day: '2026-03-31', path: '/pricing', views: 1 },
    ])
  })

  it('cover the last 7 and 30 days and the periods before, most viewed page first', async () => {
    await addPageViews(database.db, [
      { day: toDaysAgo(0), path: '/', views: 1 },
      { day: toDaysAgo(6), path: '/', views: 10 },
      { day: toDaysAgo(7), path: '/', views: 100 },
      { day: toDaysAgo(29), path: '/', views: 1000 },
      { day: toDaysAgo(30), path: '/', views: 10_000 },
      { day: toDaysAgo(59), path: '/', views: 100_000 },
      { day: toDaysAgo(60), path: '/', views: 1_000_000 },
      { day: toDaysAgo(3), path: '/pricing', views: 5000 },
    ])
    const homeViews = { path: '/', last7: 11, before7: 100, last30: 1111, before30: 110_000 }
    const pricingViews = { path: '/pricing', last7: 5000, before7: 0, last30: 5000, before30: 0 }
    expect(await readPageViews(database.db, { now: NOW })).toEqual({
      total: { last7: 5011, before7: 100, last30: 6111, before30: 110_000 },
      pages: [pricingViews, homeViews],
      since: toDaysAgo(60),
    })
    const { path: _, ...total } = pricingViews
    const pricingReport = { total, pages: [pricingViews], since: toDaysAgo(3) }
    expect(await readPageViews(database.db, { now: NOW, path: '/pricing' })).toEqual(pricingReport)
  })

  it('are zero before the first view', async () => {
    expect(await readPageViews(database.db, { now: NOW })).toEqual({ total: noViewCounts, pages: [], since: null })
  })

  it('are deleted after 400 days', async () => {
    await addPageViews(database.db, [
      { day: toDaysAgo(400), path: '/', views: 1 },
      { day: toDaysAgo(401), path: '/', views: 1 },
    ])
    expect(await deleteOldPageViews(database.db, NOW)).toBe(1)
    expect(await readRows()).toMatchObject([{ day: toDaysAgo(400) }])
  })
})
