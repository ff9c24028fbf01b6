import { useEffect, useState } from 'react'
import { useClient, type DocumentBadgeComponent } from 'sanity'
import { apiVersion } from '../../sanity/api-version.ts'
import { publicPath } from '../../sanity/content-types.ts'
import { isReport, type Report, change, views } from './report.ts'

/**
 * Result of a report request.
 * `refused`: the site rejects the user. `unreachable`: no response, or the counts are temporarily unavailable.
 */
export type Answer = { status: 'ready'; report: Report } | { status: 'loading' | 'refused' | 'unreachable' }

const TIMEOUT = 10_000

type Question = { siteUrl: string; token: string | undefined; path?: string | undefined }

/** Fetches the views of one path, or of all pages without a path. */
export async function askForReport({ siteUrl, token, path }: Question): Promise<Answer> {
  if (!token) return { status: 'refused' }
  const query = path === undefined ? '' : `?path=${encodeURIComponent(path)}`
  try {
    const response = await fetch(`${siteUrl}/api/page-views${query}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(TIMEOUT),
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
export function useReport(siteUrl: string, path?: string | null): Answer {
  const { token } = useClient({ apiVersion }).config()
  const [answer, setAnswer] = useState<Answer>({ status: 'loading' })
  useEffect(() => {
    if (path === null) return
    let isShown = true
    const show = async () => {
      const given = await askForReport({ siteUrl, token, path })
      if (isShown) setAnswer(given)
    }
    void show()
    return () => {
      isShown = false
    }
  }, [siteUrl, token, path])
  return answer
}

/** Builds a badge with the page's views. Shows nothing on failure, because the Views tool shows the reason. */
export const viewsBadge = (siteUrl: string): DocumentBadgeComponent => {
  const ViewsBadge: DocumentBadgeComponent = ({ published }) => {
    const path = published ? (publicPath(published) ?? null) : null
    const answer = useReport(siteUrl, path)
    if (path === null || answer.status !== 'ready') return null
    const { last7, last30, before30 } = answer.report.total
    return {
      label: `${views(last30)} views in 30 days`,
      title: `${views(last7)} in the last 7 days. Previous 30 days: ${views(before30)} (${change(last30, before30)}).`,
    }
  }
  ViewsBadge.displayName = 'ViewsBadge'
  return ViewsBadge
}
