/** Views of the last 7 and 30 days, including today, and of the preceding periods. */
export type Periods = { last7: number; before7: number; last30: number; before30: number }

/** Response body of `/api/page-views`. */
export type Report = {
  total: Periods
  /** Pages in descending order of views. */
  pages: (Periods & { path: string })[]
  /** First day with a view, such as `2026-03-01`. Null before the first view. */
  since: string | null
}

const number = new Intl.NumberFormat('en')
const percentFormat = new Intl.NumberFormat('en', {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
})

export const formatViews = (count: number): string => number.format(count)

/** Formats the change between two periods: `+12%`, `no change`, or `new` if there were no earlier views. */
export function change(now: number, previous: number): string {
  if (previous === 0) return now === 0 ? 'no change' : 'new'
  return now === previous ? 'no change' : percentFormat.format(now / previous - 1)
}

const isPeriods = (value: unknown): value is Periods =>
  typeof value === 'object' &&
  value !== null &&
  ['last7', 'before7', 'last30', 'before30'].every((name) => typeof Reflect.get(value, name) === 'number')

/** Returns whether a response body is a report. A proxy may respond instead of the site. */
export const isReport = (value: unknown): value is Report =>
  typeof value === 'object' &&
  value !== null &&
  'total' in value &&
  isPeriods(value.total) &&
  'pages' in value &&
  Array.isArray(value.pages) &&
  value.pages.every(isPeriods)
