import type { WebPage } from 'schema-dts'
import { organizationReference, type SiteFacts } from './site.ts'

/** A page of text, such as a policy; its path is one of this site, times ISO 8601. What is made from the code has none. */
export type TextPage = {
  name: string
  path: string
  description?: string | null | undefined
  /** Since when it is in force. */
  publishedAt?: string | null | undefined
  updatedAt?: string
}

/** A page of text that belongs to no list. */
export const webPage = (site: SiteFacts, { name, path, description, publishedAt, updatedAt }: TextPage): WebPage => ({
  '@type': 'WebPage',
  '@id': `${site.siteUrl}${path}#page`,
  name,
  url: `${site.siteUrl}${path}`,
  inLanguage: 'en-US',
  isPartOf: { '@id': `${site.siteUrl}/#website` },
  publisher: organizationReference(site),
  ...(updatedAt && { dateModified: updatedAt }),
  ...(publishedAt && { datePublished: publishedAt }),
  ...(description && { description }),
})
