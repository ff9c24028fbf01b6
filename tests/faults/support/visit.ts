import { plainText } from '../../support/pages/known-pages.ts'

/** Response of the site. Status 0 means no response, with the reason in `text`. */
export type Visit = {
  path: string
  status: number
  text: string
  location: string | undefined
  /** Raw `Set-Cookie` values. */
  cookies: string[]
  milliseconds: number
}

/** Request timeout in milliseconds. Longer than any assertion, so that the assertion fails first. */
const DEADLINE_MS = 15_000

/** Sends one request without following redirects. Timeouts and refused connections have status 0. */
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

export const slowestOf = (visits: readonly Visit[]): number =>
  Math.max(...visits.map(({ milliseconds }) => milliseconds))

/** Formats visits for assertions, such as `/pricing 200`. */
export const statusesOf = (visits: readonly Visit[]): string[] => visits.map(({ path, status }) => `${path} ${status}`)

/** Polls a condition. @returns the milliseconds until it was true, or `Infinity` at the deadline */
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
