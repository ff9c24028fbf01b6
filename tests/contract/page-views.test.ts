import { beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../lib/platform/db/client.ts'
import { pageViews } from '../../lib/site/page-views/schema.ts'
import { createCounter } from '../../lib/site/page-views/counter.ts'
import { addPageViews, deleteOldPageViews, readPageViews } from '../../lib/site/page-views/repository.ts'
import { manualClock } from './contact-fixtures.ts'
import { openedDatabase } from '../support/opened-database.ts'

const NOW = new Date('2026-03-31T12:00:00Z')
const none = { last7: 0, before7: 0, last30: 0, before30: 0 }

const ago = (days: number) => new Date(NOW.getTime() - days * 24 * 60 * 60_000).toISOString().slice(0, 10)

describe('page view counts', () => {
  const opened = openedDatabase()
  beforeEach(async () => void (await opened.db.delete(pageViews)))
  const rows = () => opened.db.select().from(pageViews).orderBy(pageViews.day, pageViews.path)

  it('of several processes add up, even when written concurrently in another order', async () => {
    const other = await openDatabase(opened.url)
    const counted = Array.from({ length: 40 }, (_, index) => ({ day: ago(0), path: `/${index}`, views: 2 }))
    await Promise.all([
      addPageViews(opened.db, counted),
      addPageViews(other.db, counted.toReversed()),
      addPageViews(opened.db, counted),
    ])
    await other.close()
    expect(new Set((await rows()).map(({ views }) => views))).toEqual(new Set([6]))
    expect(await rows()).toHaveLength(40)
  })

  it('belong to the UTC day of each view, and store only day, path and number', async () => {
    const clock = manualClock(Date.UTC(2026, 2, 30, 23, 59, 59))
    const write = (counted: Parameters<typeof addPageViews>[1]) => addPageViews(opened.db, counted)
    const { count, flush } = createCounter({ write, log: { warn: () => {} }, clock: clock.now })
    count('/pricing')
    count('/pricing')
    clock.advance(1000)
    count('/pricing')
    await flush()
    await flush()
    expect(await rows()).toEqual([
      { day: '2026-03-30', path: '/pricing', views: 2 },
      { day: '2026-03-31', path: '/pricing', views: 1 },
    ])
  })

  it('cover the last 7 and 30 days and the periods before, most viewed page first', async () => {
    await addPageViews(opened.db, [
      { day: ago(0), path: '/', views: 1 },
      { day: ago(6), path: '/', views: 10 },
      { day: ago(7), path: '/', views: 100 },
      { day: ago(29), path: '/', views: 1000 },
      { day: ago(30), path: '/', views: 10_000 },
      { day: ago(59), path: '/', views: 100_000 },
      { day: ago(60), path: '/', views: 1_000_000 },
      { day: ago(3), path: '/pricing', views: 5000 },
    ])
    const home = { path: '/', last7: 11, before7: 100, last30: 1111, before30: 110_000 }
    const pricing = { path: '/pricing', last7: 5000, before7: 0, last30: 5000, before30: 0 }
    expect(await readPageViews(opened.db, { now: NOW })).toEqual({
      total: { last7: 5011, before7: 100, last30: 6111, before30: 110_000 },
      pages: [pricing, home],
      since: ago(60),
    })
    const { path: _, ...total } = pricing
    const ofPricing = { total, pages: [pricing], since: ago(3) }
    expect(await readPageViews(opened.db, { now: NOW, path: '/pricing' })).toEqual(ofPricing)
  })

  it('are zero before the first view', async () => {
    expect(await readPageViews(opened.db, { now: NOW })).toEqual({ total: none, pages: [], since: null })
  })

  it('are deleted after 400 days', async () => {
    await addPageViews(opened.db, [
      { day: ago(400), path: '/', views: 1 },
      { day: ago(401), path: '/', views: 1 },
    ])
    expect(await deleteOldPageViews(opened.db, NOW)).toBe(1)
    expect(await rows()).toMatchObject([{ day: ago(400) }])
  })
})
