import { toPlainText } from '@portabletext/react'
import type {
  Blog,
  BlogPosting,
  BreadcrumbList,
  CollectionPage,
  FAQPage,
  Organization,
  Person,
  ProfilePage,
  Service,
  TechArticle,
  WebPage,
} from 'schema-dts'
import { modifiedTime } from '../metadata.ts'
import { type SiteFacts, organizationReference } from './site.ts'

type PortableText = Parameters<typeof toPlainText>[0]

export type Question = { question: string | null; answer: PortableText | null }

export type Place = { name: string | null; state: string | null }

export type Step = { name: string; path: string }

const cityOf = ({ name, state }: Place) => ({
  '@type': 'City' as const,
  name: name ?? '',
  ...(state && { containedInPlace: { '@type': 'State' as const, name: state } }),
})

export function service(
  site: SiteFacts,
  page: { name: string; path: string; description?: string | null | undefined; places: Place[] },
): Service | undefined {
  const places = page.places.filter(({ name }) => name)
  if (places.length === 0) return undefined
  return {
    '@type': 'Service',
    '@id': `${site.siteUrl}${page.path}#service`,
    name: page.name,
    serviceType: 'Answering service for heating and cooling businesses',
    url: `${site.siteUrl}${page.path}`,
    provider: organizationReference(site),
    areaServed: places.map(cityOf),
    ...(page.description && { description: page.description }),
  }
}

export function faqPage(questions: (Question | null)[]): FAQPage | undefined {
  const mainEntity = questions.flatMap((entry) => {
    const text = entry?.answer ? toPlainText(entry.answer).trim() : ''
    if (!entry?.question || !text) return []
    return {
      '@type': 'Question' as const,
      name: entry.question,
      acceptedAnswer: { '@type': 'Answer' as const, text },
    }
  })
  return mainEntity.length > 0 ? { '@type': 'FAQPage', mainEntity } : undefined
}

export function breadcrumbList({ siteUrl }: Pick<SiteFacts, 'siteUrl'>, steps: Step[]): BreadcrumbList | undefined {
  if (steps.length === 0) return undefined
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: '/' }, ...steps].map(({ name, path }, index) => ({
      '@type': 'ListItem' as const,
      position: index + 1,
      name,
      item: `${siteUrl}${path}`,
    })),
  }
}

const pageNode = (site: SiteFacts, path: string, node: string) => ({
  '@id': `${site.siteUrl}${path}#${node}`,
  url: `${site.siteUrl}${path}`,
  inLanguage: 'en-US',
})

export type ListPage = Step & {
  description?: string | null | undefined
  entries: Step[]
  /** Position of the first entry in the whole list, starting at 1. */
  first?: number
}

/** Returns the common fields of Blog and CollectionPage; undefined for an empty list. */
function listed(site: SiteFacts, { name, path, description, entries, first = 1 }: ListPage) {
  if (entries.length === 0) return undefined
  return {
    ...pageNode(site, path, 'list'),
    name,
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

export function collectionPage(site: SiteFacts, page: ListPage): CollectionPage | undefined {
  const own = listed(site, page)
  return own && { '@type': 'CollectionPage', ...own }
}

export function blog(site: SiteFacts, page: ListPage): Blog | undefined {
  const own = listed(site, page)
  return own && { '@type': 'Blog', ...own }
}

export type Author = { name: string; path: string; isTeam: boolean }

const authorNode = ({ siteUrl }: SiteFacts, { name, path, isTeam }: Author) => {
  const own = { '@id': `${siteUrl}${path}#author`, name, url: `${siteUrl}${path}` }
  return isTeam
    ? ({ '@type': 'Organization', ...own } satisfies Organization)
    : ({ '@type': 'Person', ...own } satisfies Person)
}

type Profile = Author & { role?: string | null | undefined; bio?: string | null | undefined }

export function profilePage(site: SiteFacts, { role, bio, ...author }: Profile): ProfilePage {
  const about = bio ? { description: bio } : {}
  const node = authorNode(site, author)
  return {
    '@type': 'ProfilePage',
    ...pageNode(site, author.path, 'profile'),
    name: author.name,
    mainEntity:
      node['@type'] === 'Organization'
        ? { ...node, ...about, parentOrganization: organizationReference(site) }
        : { ...node, ...about, ...(role && { jobTitle: role }) },
  }
}

/** Maximum headline length of Google's article markup, in characters. */
const MAX_HEADLINE = 110

const articleNode = (site: SiteFacts, path: string, node: string, title: string) => ({
  ...pageNode(site, path, node),
  headline: title.slice(0, MAX_HEADLINE),
  mainEntityOfPage: `${site.siteUrl}${path}`,
  publisher: organizationReference(site),
})

/** Blog post; times are ISO 8601. */
export type Post = {
  title: string
  path: string
  excerpt: string | null
  publishedAt: string
  updatedAt: string
  author: Author
  category: string | null
  /** Absolute URL of the image. */
  image: string | undefined
}

export const blogPosting = (site: SiteFacts, post: Post): BlogPosting => ({
  '@type': 'BlogPosting',
  ...articleNode(site, post.path, 'post', post.title),
  datePublished: post.publishedAt,
  dateModified: modifiedTime(post),
  author: authorNode(site, post.author),
  ...(post.excerpt && { description: post.excerpt }),
  ...(post.category && { articleSection: post.category }),
  ...(post.image && { image: post.image }),
})

/** Documentation article; times are ISO 8601. */
export type DocArticle = {
  title: string
  path: string
  summary: string | null
  section: string | null
  updatedAt: string
}

export const techArticle = (site: SiteFacts, article: DocArticle): TechArticle => ({
  '@type': 'TechArticle',
  ...articleNode(site, article.path, 'article', article.title),
  dateModified: article.updatedAt,
  author: organizationReference(site),
  ...(article.summary && { description: article.summary }),
  ...(article.section && { articleSection: article.section }),
})

/** Text page, such as a policy. Times are ISO 8601; generated pages have none. */
export type TextPage = {
  name: string
  path: string
  description?: string | null | undefined
  /** Date from which the text is in force. */
  publishedAt?: string | null | undefined
  updatedAt?: string
}

export const webPage = (site: SiteFacts, { name, path, description, publishedAt, updatedAt }: TextPage): WebPage => ({
  '@type': 'WebPage',
  ...pageNode(site, path, 'page'),
  name,
  isPartOf: { '@id': `${site.siteUrl}/#website` },
  publisher: organizationReference(site),
  ...(updatedAt && { dateModified: updatedAt }),
  ...(publishedAt && { datePublished: publishedAt }),
  ...(description && { description }),
})
