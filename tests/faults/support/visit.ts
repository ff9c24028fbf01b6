import { plainText } from '../../support/pages/known-pages.ts'

/** What a visit came to; status 0 where no answer came, for the reason in `text`. */
export type Visit = {
  path: string
  status: number
  text: string
  location: string | undefined
  /** Each as it was set. */
  cookies: string[]
  milliseconds: number
}

/** Milliseconds after which nobody waits any more: a check fails by what it asserts, not by waiting. */
const DEADLINE_MS = 15_000

/** Asks once, following nothing. What hangs, or is refused, is an answer with status 0. */
export async function visit(
  site: string,
  path: string,
  { deadlineMs = DEADLINE_MS, ...init }: RequestInit & { deadlineMs?: number } = {},
): Promise<Visit> {
  const started = performance.now()
  const milliseconds = () => Math.round(performance.now() - started)
  try {
    const signal = AbortSignal.timeout(deadlineMs)
    const response = await fetch(new URL(path, site), { redirect: 'manual', ...init, signal })
    const text = plainText(await response.text())
    const location = response.headers.get('location') ?? undefined
    const cookies = response.headers.getSetCookie()
    return { path, status: response.status, text, location, cookies, milliseconds: milliseconds() }
  } catch (error) {
    return { path, status: 0, text: String(error), location: undefined, cookies: [], milliseconds: milliseconds() }
  }
}

/** The longest of some visits in milliseconds. */
export const slowestOf = (visits: readonly Visit[]): number =>
  Math.max(...visits.map(({ milliseconds }) => milliseconds))

/** Statuses of visits, for what is asserted: `/pricing 200`. */
export const statusesOf = (visits: readonly Visit[]): string[] => visits.map(({ path, status }) => `${path} ${status}`)

/**
 * Looks until something holds.
 * @returns milliseconds until it did; `Infinity` when it did not in time
 */
export async function untilHolds(
  holds: () => Promise<boolean>,
  { deadlineMs = DEADLINE_MS, intervalMs = 50 } = {},
): Promise<number> {
  const started = performance.now()
  while (performance.now() - started < deadlineMs) {
    if (await holds()) return Math.round(performance.now() - started)
    await new Promise((resolve) => setTimeout(resolve, intervalMs))
  }
  return Infinity
}
