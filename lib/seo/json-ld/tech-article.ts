import type { TechArticle } from 'schema-dts'
import { MAX_HEADLINE } from './blog-posting.ts'
import { organizationReference, type SiteFacts } from './site.ts'

/** A page of the documentation; its path is one of this site, the time ISO 8601. */
export type DocArticle = {
  title: string
  path: string
  summary: string | null
  section: string | null
  updatedAt: string
}

/** A page of the documentation. */
export const techArticle = (
  site: SiteFacts,
  { title, path, summary, section, updatedAt }: DocArticle,
): TechArticle => ({
  '@type': 'TechArticle',
  '@id': `${site.siteUrl}${path}#article`,
  headline: title.slice(0, MAX_HEADLINE),
  url: `${site.siteUrl}${path}`,
  mainEntityOfPage: `${site.siteUrl}${path}`,
  dateModified: updatedAt,
  author: organizationReference(site),
  publisher: organizationReference(site),
  inLanguage: 'en-US',
  ...(summary && { description: summary }),
  ...(section && { articleSection: section }),
})
