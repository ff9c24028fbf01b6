import type { Blog, CollectionPage } from 'schema-dts'
import type { Step } from './page.ts'
import { organizationReference, type SiteFacts } from './site.ts'

/** A page that lists others. */
export type ListPage = Step & {
  description?: string | null | undefined
  /** Those on the page, in its order. */
  entries: Step[]
  /** Place of the first of them in the whole list, counted from 1. */
  first?: number
}

/** What Blog and CollectionPage say alike; undefined for a list without an entry. */
function listed(site: SiteFacts, { name, path, description, entries, first = 1 }: ListPage) {
  if (entries.length === 0) return undefined
  return {
    '@id': `${site.siteUrl}${path}#list`,
    name,
    url: `${site.siteUrl}${path}`,
    inLanguage: 'en-US',
    publisher: organizationReference(site),
    ...(description && { description }),
    mainEntity: {
      '@type': 'ItemList' as const,
      numberOfItems: entries.length,
      itemListElement: entries.map((entry, index) => ({
        '@type': 'ListItem' as const,
        position: first + index,
        name: entry.name,
        url: `${site.siteUrl}${entry.path}`,
      })),
    },
  }
}

/** A list of pages of any kind. */
export function collectionPage(site: SiteFacts, page: ListPage): CollectionPage | undefined {
  const own = listed(site, page)
  return own && { '@type': 'CollectionPage', ...own }
}

/** The list of all posts. */
export function blog(site: SiteFacts, page: ListPage): Blog | undefined {
  const own = listed(site, page)
  return own && { '@type': 'Blog', ...own }
}
