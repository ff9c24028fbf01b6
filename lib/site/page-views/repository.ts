import { and, desc, eq, gt, lt, min, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../platform/db/client.ts'
import { addDays, toDayKey } from '../../platform/time/zone.ts'
import { pageViews } from './schema.ts'

/** Views of a page on a day. Days are UTC, such as `2026-03-01`. */
export type DayViews = { day: string; path: string; views: number }

/** Views in the last 7 and 30 days including today, and in the periods before them. */
export type Periods = { last7: number; before7: number; last30: number; before30: number }

export type PageViewsReport = {
  total: Periods
  /** Pages with the most views in the last 30 days first. */
  pages: (Periods & { path: string })[]
  since: string | null
}

export const PAGE_VIEW_RETENTION_DAYS = 400

const MAX_PAGES = 200

/** Number of rows per statement. A statement allows 65,535 parameters. */
const BATCH_SIZE = 1000

const getDayBefore = (now: Date, days: number) => addDays(toDayKey(now, 'UTC'), -days)

const compareRows = (a: DayViews, b: DayViews) => (a.day + a.path < b.day + b.path ? -1 : 1)

/** Adds the views to existing counts, in one transaction. */
export async function addPageViews(db: Database, views: DayViews[]): Promise<void> {
  // The rows are sorted so that two processes cannot deadlock.
  const rows = views.toSorted(compareRows)
  await db.transaction(async (transaction) => {
    for (let start = 0; start < rows.length; start += BATCH_SIZE) {
      await transaction
        .insert(pageViews)
        .values(rows.slice(start, start + BATCH_SIZE))
        .onConflictDoUpdate({
          target: [pageViews.day, pageViews.path],
          set: { views: sql`${pageViews.views} + excluded.views` },
        })
    }
  })
}

const buildSum = (condition: SQL) =>
  sql<number>`coalesce(sum(${pageViews.views}) filter (where ${condition}), 0)`.mapWith(Number)

const buildDayRange = (from: string, to?: string) =>
  to ? sql`${pageViews.day} > ${from} and ${pageViews.day} <= ${to}` : sql`${pageViews.day} > ${from}`

export async function readPageViews(
  db: Database,
  { now, path }: { now: Date; path?: string | undefined },
): Promise<PageViewsReport> {
  const getDayAgo = (days: number) => getDayBefore(now, days)
  const periods = {
    last7: buildSum(buildDayRange(getDayAgo(7))),
    before7: buildSum(buildDayRange(getDayAgo(14), getDayAgo(7))),
    last30: buildSum(buildDayRange(getDayAgo(30))),
    before30: buildSum(buildDayRange(getDayAgo(60), getDayAgo(30))),
  }
  const pathCondition = path === undefined ? undefined : eq(pageViews.path, path)
  const recentCondition = and(gt(pageViews.day, getDayAgo(60)), pathCondition)
  const [[total], pages, [first]] = await Promise.all([
    db.select(periods).from(pageViews).where(recentCondition),
    db
      .select({ path: pageViews.path, ...periods })
      .from(pageViews)
      .where(recentCondition)
      .groupBy(pageViews.path)
      .orderBy(desc(periods.last30), desc(periods.before30), pageViews.path)
      .limit(MAX_PAGES),
    db
      .select({ day: min(pageViews.day) })
      .from(pageViews)
      .where(pathCondition),
  ])
  return { total: total ?? { last7: 0, before7: 0, last30: 0, before30: 0 }, pages, since: first?.day ?? null }
}

/** Deletes counts older than {@link PAGE_VIEW_RETENTION_DAYS}; returns the number of rows. */
export async function deleteOldPageViews(db: Database, now: Date): Promise<number> {
  const { count } = await db.delete(pageViews).where(lt(pageViews.day, getDayBefore(now, PAGE_VIEW_RETENTION_DAYS)))
  return count
}
