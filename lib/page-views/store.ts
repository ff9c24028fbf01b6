import { and, desc, eq, gt, lt, min, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { pageViews } from '../db/schema/index.ts'

/** How often a page was shown on a day (UTC, `2026-03-01`). */
export type DayViews = { day: string; path: string; views: number }

/** Views of the last 7 and 30 days, today included, and of as many days before those. */
export type Periods = { last7: number; before7: number; last30: number; before30: number }

export type PageViewsReport = {
  /** Of all pages, or of the one that was asked for. */
  total: Periods
  /** Most read in the last 30 days first. */
  pages: (Periods & { path: string })[]
  /** The first day that has a count; null before the first view. */
  since: string | null
}

/** Days a count is kept. */
export const PAGE_VIEW_RETENTION_DAYS = 400

const DAY = 24 * 60 * 60_000

/** Pages that a report names. */
const MOST_PAGES = 200

/** Rows of one statement, which takes 65,535 parameters at most. */
const BATCH = 1000

/** The calendar day of a moment in UTC. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

const daysBefore = (now: Date, days: number) => dayOf(new Date(now.getTime() - days * DAY))

const inOrder = (a: DayViews, b: DayViews) => (a.day + a.path < b.day + b.path ? -1 : 1)

/** Adds counts to what other processes have counted; all of them or none. */
export async function addPageViews(db: Database, counted: DayViews[]): Promise<void> {
  // In one order everywhere, so that two processes cannot wait for each other's rows.
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

/** What was counted lately, of all pages or of one. */
export async function readPageViews(
  db: Database,
  { now, path }: { now: Date; path?: string | undefined },
): Promise<PageViewsReport> {
  const [weekAgo, twoWeeksAgo, monthAgo, twoMonthsAgo] = [7, 14, 30, 60].map((days) => daysBefore(now, days)) as [
    string,
    string,
    string,
    string,
  ]
  const periods = {
    last7: sumWhere(between(weekAgo)),
    before7: sumWhere(between(twoWeeksAgo, weekAgo)),
    last30: sumWhere(between(monthAgo)),
    before30: sumWhere(between(twoMonthsAgo, monthAgo)),
  }
  const asked = path === undefined ? undefined : eq(pageViews.path, path)
  const lately = and(gt(pageViews.day, twoMonthsAgo), asked)
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

/** Deletes the counts of days that are older than {@link PAGE_VIEW_RETENTION_DAYS}. @returns how many rows */
export async function deleteOldPageViews(db: Database, now: Date): Promise<number> {
  const deleted = await db
    .delete(pageViews)
    .where(lt(pageViews.day, daysBefore(now, PAGE_VIEW_RETENTION_DAYS)))
    .returning({ path: pageViews.path })
  return deleted.length
}
