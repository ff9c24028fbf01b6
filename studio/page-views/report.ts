/** Views of the last 7 and 30 days, today included, and of the periods before. */
export type Periods = { last7: number; before7: number; last30: number; before30: number }

/** Response of `/api/page-views`. */
export type Report = {
  total: Periods
  /** Descending by views. */
  pages: (Periods & { path: string })[]
  /** First day with a count, `2026-03-01`; null before the first view. */
  since: string | null
}

const number = new Intl.NumberFormat('en')
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' })

export const views = (count: number): string => number.format(count)

/** For example `+12%`; undefined without earlier views. */
export function change(now: number, before: number): string {
  if (before === 0) return now === 0 ? 'as before' : 'new'
  return now === before ? 'as before' : percent.format(now / before - 1)
}

const isPeriods = (value: unknown): value is Periods =>
  typeof value === 'object' &&
  value !== null &&
  ['last7', 'before7', 'last30', 'before30'].every((name) => typeof Reflect.get(value, name) === 'number')

/** A proxy may respond instead of the site. */
export const isReport = (value: unknown): value is Report =>
  typeof value === 'object' &&
  value !== null &&
  'total' in value &&
  isPeriods(value.total) &&
  'pages' in value &&
  Array.isArray(value.pages) &&
  value.pages.every(isPeriods)
