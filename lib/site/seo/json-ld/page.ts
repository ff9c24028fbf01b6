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
import { getModifiedTime } from '../metadata.ts'
import { type SiteDetails, buildOrganizationReference } from './site.ts'

type PortableText = Parameters<typeof toPlainText>[0]

export type Question = { question: string | null; answer: PortableText | null }

export type Place = { name: string | null; state: string | null }

export type Step = { name: string; path: string }

const buildCity = ({ name, state }: Place) => ({
  '@type': 'City' as const,
  name: name ?? '',
  ...(state && { containedInPlace: { '@type': 'State' as const, name: state } }),
})

export function buildService(
  site: SiteDetails,
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
    provider: buildOrganizationReference(site),
    areaServed: places.map(buildCity),
    ...(page.description && { description: page.description }),
  }
}

export function buildFaqPage(questions: (Question | null)[]): FAQPage | undefined {
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

export function buildBreadcrumbList(
  { siteUrl }: Pick<SiteDetails, 'siteUrl'>,
  steps: Step[],
): BreadcrumbList | undefined {
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

const buildPageNode = (site: SiteDetails, path: string, node: string) => ({
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
function buildListFields(site: SiteDetails, { name, path, description, entries, first = 1 }: ListPage) {
  if (entries.length === 0) return undefined
  return {
    ...buildPageNode(site, path, 'list'),
    name,
    publisher: buildOrganizationReference(site),
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

export function buildCollectionPage(site: SiteDetails, page: ListPage): CollectionPage | undefined {
  const listFields = buildListFields(site, page)
  return listFields && { '@type': 'CollectionPage', ...listFields }
}

export function buildBlog(site: SiteDetails, page: ListPage): Blog | undefined {
  const listFields = buildListFields(site, page)
  return listFields && { '@type': 'Blog', ...listFields }
}

export type Author = { name: string; path: string; isTeam: boolean }

const buildAuthorNode = ({ siteUrl }: SiteDetails, { name, path, isTeam }: Author) => {
  const authorFields = { '@id': `${siteUrl}${path}#author`, name, url: `${siteUrl}${path}` }
  return isTeam
    ? ({ '@type': 'Organization', ...authorFields } satisfies Organization)
    : ({ '@type': 'Person', ...authorFields } satisfies Person)
}

type Profile = Author & { role?: string | null | undefined; bio?: string | null | undefined }

export function buildProfilePage(site: SiteDetails, { role, bio, ...author }: Profile): ProfilePage {
  const descriptionFields = bio ? { description: bio } : {}
  const node = buildAuthorNode(site, author)
  return {
    '@type': 'ProfilePage',
    ...buildPageNode(site, author.path, 'profile'),
    name: author.name,
    mainEntity:
      node['@type'] === 'Organization'
        ? { ...node, ...descriptionFields, parentOrganization: buildOrganizationReference(site) }
        : { ...node, ...descriptionFields, ...(role && { jobTitle: role }) },
  }
}

/** Maximum headline length of Google's article markup, in characters. */
const MAX_HEADLINE_LENGTH = 110

const buildArticleNode = (site: SiteDetails, path: string, node: string, title: string) => ({
  ...buildPageNode(site, path, node),
  headline: title.slice(0, MAX_HEADLINE_LENGTH),
  mainEntityOfPage: `${site.siteUrl}${path}`,
  publisher: buildOrganizationReference(site),
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

export const buildBlogPosting = (site: SiteDetails, post: Post): BlogPosting => ({
  '@type': 'BlogPosting',
  ...buildArticleNode(site, post.path, 'post', post.title),
  datePublished: post.publishedAt,
  dateModified: getModifiedTime(post),
  author: buildAuthorNode(site, post.author),
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

export const buildTechArticle = (site: SiteDetails, article: DocArticle): TechArticle => ({
  '@type': 'TechArticle',
  ...buildArticleNode(site, article.path, 'article', article.title),
  dateModified: article.updatedAt,
  author: buildOrganizationReference(site),
  ...(article.summary && { description: article.summary }),
  ...(article.section && { articleSection: article.section }),
})

/** Text page, such as a policy. Times are ISO 8601; generated pages have none. */
export type TextPage = {
  name: string
  path: string
  description?: string | null | undefined
  /** Effective date of the text. */
  publishedAt?: string | null | undefined
  updatedAt?: string
}

export const buildWebPage = (
  site: SiteDetails,
  { name, path, description, publishedAt, updatedAt }: TextPage,
): WebPage => ({
  '@type': 'WebPage',
  ...buildPageNode(site, path, 'page'),
  name,
  isPartOf: { '@id': `${site.siteUrl}/#website` },
  publisher: buildOrganizationReference(site),
  ...(updatedAt && { dateModified: updatedAt }),
  ...(publishedAt && { datePublished: publishedAt }),
  ...(description && { description }),
})
