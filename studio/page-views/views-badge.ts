import type { DocumentBadgeComponent } from 'sanity'

import { publicPath } from '../../sanity/content-types.ts'
import { change, views } from './report.ts'
import { useReport } from './use-report.ts'

/** Badge of a page that says how often it was shown. Without an answer of the site there is none: the tool says why. */
export const viewsBadge = (siteUrl: string): DocumentBadgeComponent => {
  const ViewsBadge: DocumentBadgeComponent = ({ published }) => {
    const path = published ? (publicPath(published) ?? null) : null
    const answer = useReport(siteUrl, path)
    if (path === null || answer.status !== 'ready') return null
    const { last7, last30, before30 } = answer.report.total
    return {
      label: `${views(last30)} views in 30 days`,
      title: `${views(last7)} of them in the last 7 days. The 30 days before: ${views(before30)} (${change(last30, before30)}).`,
    }
  }
  ViewsBadge.displayName = 'ViewsBadge'
  return ViewsBadge
}
