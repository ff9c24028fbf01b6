import { useEffect, useState } from 'react'
import { useClient } from 'sanity'

import { apiVersion } from '../../sanity/api-version.ts'
import { isReport, type Report } from './report.ts'

/** `refused`: the site does not know this person. `unreachable`: it did not answer, or could not count together just now. */
export type Answer = { status: 'ready'; report: Report } | { status: 'loading' | 'refused' | 'unreachable' }

/** Milliseconds the site may take. */
const TIMEOUT = 10_000

type Question = { siteUrl: string; token: string | undefined; path?: string | undefined }

/** Asks the site, as the person of the token, what it has counted: of all pages or of one. */
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
    // Whatever kept the answer away, the editor is told that there is none.
    return { status: 'unreachable' }
  }
}

/** What the site has counted. Without a path to ask for (`null`) nothing is asked. */
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
