import { extractPlainText } from '../../support/pages/known-pages.ts'

/** Response of the site. Status 0 means no response, with the reason in `text`. */
export type SiteResult = {
  path: string
  status: number
  text: string
  location: string | undefined
  /** Raw `Set-Cookie` values. */
  cookies: string[]
  milliseconds: number
}

/** Request timeout. Longer than any asserted limit, so that the assertion fails first. */
const REQUEST_TIMEOUT_MS = 15_000

/** Sends one request without following redirects. Timeouts and refused connections have status 0. */
export async function requestSite(
  site: string,
  path: string,
  { deadlineMs = REQUEST_TIMEOUT_MS, ...init }: RequestInit & { deadlineMs?: number } = {},
): Promise<SiteResult> {
  const startedAt = performance.now()
  const getElapsedMs = () => Math.round(performance.now() - startedAt)
  try {
    const signal = AbortSignal.timeout(deadlineMs)
    const response = await fetch(new URL(path, site), { redirect: 'manual', ...init, signal })
    const text = extractPlainText(await response.text())
    const location = response.headers.get('location') ?? undefined
    const cookies = response.headers.getSetCookie()
    return { path, status: response.status, text, location, cookies, milliseconds: getElapsedMs() }
  } catch (error) {
    return { path, status: 0, text: String(error), location: undefined, cookies: [], milliseconds: getElapsedMs() }
  }
}

export const findSlowestMs = (results: readonly SiteResult[]): number =>
  Math.max(...results.map(({ milliseconds }) => milliseconds))

/** Formats visits for assertions, such as `/pricing 200`. */
export const formatStatuses = (results: readonly SiteResult[]): string[] =>
  results.map(({ path, status }) => `${path} ${status}`)

/** Polls a condition. @returns the milliseconds until it was true, or `Infinity` at the deadline */
export async function measureUntil(
  isDone: () => Promise<boolean>,
  { deadlineMs = REQUEST_TIMEOUT_MS, intervalMs = 50 } = {},
): Promise<number> {
  const startedAt = performance.now()
  while (performance.now() - startedAt < deadlineMs) {
    if (await isDone()) return Math.round(performance.now() - startedAt)
    await new Promise((resolve) => setTimeout(resolve, intervalMs))
  }
  return Infinity
}
