import { useEffect, useState } from 'react'
import { useClient, type DocumentBadgeComponent } from 'sanity'
import { apiVersion } from '../../sanity/api-version.ts'
import { publicPath } from '../../sanity/content-types.ts'
import { isReport, type Report, change, formatViews } from './report.ts'

/**
 * Result of a report request.
 * `refused`: the site rejects the user. `unreachable`: no response, or the counts are temporarily unavailable.
 */
export type ReportResult = { status: 'ready'; report: Report } | { status: 'loading' | 'refused' | 'unreachable' }

const TIMEOUT_MS = 10_000

type ReportRequest = { siteUrl: string; token: string | undefined; path?: string | undefined }

/** Fetches the views of one path, or of all pages if `path` is omitted. */
export async function fetchReport({ siteUrl, token, path }: ReportRequest): Promise<ReportResult> {
  if (!token) return { status: 'refused' }
  const query = path === undefined ? '' : `?path=${encodeURIComponent(path)}`
  try {
    const response = await fetch(`${siteUrl}/api/page-views${query}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.status === 401 || response.status === 403) return { status: 'refused' }
    const report: unknown = response.ok ? await response.json() : undefined
    return isReport(report) ? { status: 'ready', report } : { status: 'unreachable' }
  } catch {
    // Report every failure as unreachable.
    return { status: 'unreachable' }
  }
}

/** Loads a report. Sends no request if `path` is null. */
export function useReport(siteUrl: string, path?: string | null): ReportResult {
  const { token } = useClient({ apiVersion }).config()
  const [result, setResult] = useState<ReportResult>({ status: 'loading' })
  useEffect(() => {
    if (path === null) return
    let isMounted = true
    const load = async () => {
      const newResult = await fetchReport({ siteUrl, token, path })
      if (isMounted) setResult(newResult)
    }
    void load()
    return () => {
      isMounted = false
    }
  }, [siteUrl, token, path])
  return result
}

/** Builds a badge with the page's views. Shows nothing on failure, because the Views tool shows the reason. */
export const createViewsBadge = (siteUrl: string): DocumentBadgeComponent => {
  const ViewsBadge: DocumentBadgeComponent = ({ published }) => {
    const path = published ? (publicPath(published) ?? null) : null
    const result = useReport(siteUrl, path)
    if (path === null || result.status !== 'ready') return null
    const { last7, last30, before30 } = result.report.total
    return {
      label: `${formatViews(last30)} views in 30 days`,
      title: `${formatViews(last7)} in the last 7 days. Previous 30 days: ${formatViews(before30)} (${change(last30, before30)}).`,
    }
  }
  ViewsBadge.displayName = 'ViewsBadge'
  return ViewsBadge
}
