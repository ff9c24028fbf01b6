import { and, desc, eq, gt, lt, min, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../platform/db/client.ts'
import { addDays, dayKey } from '../../platform/time/zone.ts'
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

const MOST_PAGES = 200

/** Number of rows per statement. A statement allows 65,535 parameters. */
const BATCH = 1000

const daysBefore = (now: Date, days: number) => addDays(dayKey(now, 'UTC'), -days)

const inOrder = (a: DayViews, b: DayViews) => (a.day + a.path < b.day + b.path ? -1 : 1)

/** Adds the views to existing counts, in one transaction. */
export async function addPageViews(db: Database, counted: DayViews[]): Promise<void> {
  // The rows are sorted so that two processes cannot deadlock.
  const rows = counted.toSorted(inOrder)
  await db.transaction(async (transaction) => {
    for (let start = 0; start < rows.length; start += BATCH) {
      await transaction
        .insert(pageViews)
        .values(rows.slice(start, start + BATCH))
        .onConflictDoUpdate({
          target: [pageViews.day, pageViews.path],
          set: { views: sql`${pageViews.views} + excluded.views` },
        })
    }
  })
}

const sumWhere = (condition: SQL) =>
  sql<number>`coalesce(sum(${pageViews.views}) filter (where ${condition}), 0)`.mapWith(Number)

const between = (from: string, to?: string) =>
  to ? sql`${pageViews.day} > ${from} and ${pageViews.day} <= ${to}` : sql`${pageViews.day} > ${from}`

export async function readPageViews(
  db: Database,
  { now, path }: { now: Date; path?: string | undefined },
): Promise<PageViewsReport> {
  const ago = (days: number) => daysBefore(now, days)
  const periods = {
    last7: sumWhere(between(ago(7))),
    before7: sumWhere(between(ago(14), ago(7))),
    last30: sumWhere(between(ago(30))),
    before30: sumWhere(between(ago(60), ago(30))),
  }
  const asked = path === undefined ? undefined : eq(pageViews.path, path)
  const lately = and(gt(pageViews.day, ago(60)), asked)
  const [[total], pages, [first]] = await Promise.all([
    db.select(periods).from(pageViews).where(lately),
    db
      .select({ path: pageViews.path, ...periods })
      .from(pageViews)
      .where(lately)
      .groupBy(pageViews.path)
      .orderBy(desc(periods.last30), desc(periods.before30), pageViews.path)
      .limit(MOST_PAGES),
    db
      .select({ day: min(pageViews.day) })
      .from(pageViews)
      .where(asked),
  ])
  return { total: total ?? { last7: 0, before7: 0, last30: 0, before30: 0 }, pages, since: first?.day ?? null }
}

/** Deletes counts older than {@link PAGE_VIEW_RETENTION_DAYS}; returns the number of rows. */
export async function deleteOldPageViews(db: Database, now: Date): Promise<number> {
  const { count } = await db.delete(pageViews).where(lt(pageViews.day, daysBefore(now, PAGE_VIEW_RETENTION_DAYS)))
  return count
}
