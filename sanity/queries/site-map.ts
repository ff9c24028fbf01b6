import { defineQuery } from 'next-sanity'
import { z } from 'zod'
import type { Read } from '../fetch.ts'
import {
  documentPath,
  groqList,
  type List,
  listEntries,
  type ListName,
  type RoutedType,
  type TypeName,
  routedTypes,
  typesWhere,
} from '../content-types.ts'
import { OPEN, OPEN_SLUG } from './fragments.ts'
import type {
  MAIN_PAGES_QUERY_RESULT,
  SITEMAP_LISTS_QUERY_RESULT,
  SITEMAP_QUERY_RESULT,
  SITEMAP_SIZE_QUERY_RESULT,
} from '../types.ts'

/** Addresses of one part; sitemaps.org allows 50,000, but so many take long to read at once. */
export const SITEMAP_PART = 10_000

/** Documents of a type that introduce the site to a reader that is no person; a longer list would say less. */
const MAIN_PAGES = 50

/** Documents with a page of their own that search engines may list. */
const INDEXED = `_type in ${groqList(routedTypes)} && defined(coalesce(path, slug.current)) && ${OPEN} && seo.noIndex != true`

/** GROQ: when a document of some types was last changed. */
const newest = (types: TypeName[]) => `*[_type in ${groqList(types)}] | order(_updatedAt desc)[0]._updatedAt`

const LIST_POSTS = groqList(typesWhere(({ listsPosts }) => listsPosts === true))

export const SITEMAP_QUERY = defineQuery(`*[
  ${INDEXED} &&
  (!(_type in ${LIST_POSTS}) || count(*[_type == "post" && ${OPEN_SLUG} && references(^._id)]) > 0)
] | order(_id asc)[$from...$to]{
  _type, "key": coalesce(path, slug.current), _updatedAt,
  "named": [author->_updatedAt, category->_updatedAt, section->_updatedAt],
  "questions": faqs[]->_updatedAt,
  "questionsInBlocks": blocks[].faqs[]->_updatedAt,
  "plans": blocks[].plans[]->_updatedAt,
  "testimonials": blocks[].testimonials[]->_updatedAt,
  "city": select("cityGridBlock" in blocks[]._type => ${newest(['city'])}),
  "logo": select("logoCloudBlock" in blocks[]._type => ${newest(['integration'])}),
  "post": select(_type in ${LIST_POSTS} => *[_type == "post" && references(^._id)] | order(_updatedAt desc)[0]._updatedAt)
}`)

/** GROQ: a document that a list shows. */
function shownIn({ intro, entries, document }: List): string {
  if (!entries) return `_id == "siteSettings" && defined(${intro}.heading)`
  const entry = `_type == "${entries}" && ${OPEN_SLUG}`
  return document ? `_type == "${document}" || ${entry}` : entry
}

export const SITEMAP_SIZE_QUERY = defineQuery(`{
  "total": count(*[${INDEXED}]),
  ${listEntries.map(([name, list]) => `"${name}": count(*[${shownIn(list)}])`).join(',\n  ')}
}`)

/** Types whose documents a list shows. */
const typesIn = ({ href, document }: List) =>
  typesWhere(({ lists = [], route }) =>
    route?.at === 'fixed' ? document !== undefined && route.path === href : lists.some((place) => place.href === href),
  )

/** Lists that consist of documents; what else is on a page is the code's, or one of many fields of the settings. */
const listsOfDocuments = listEntries.filter(([, { entries }]) => entries)

export const SITEMAP_LISTS_QUERY = defineQuery(`{
  ${listsOfDocuments.map(([name, list]) => `"${name}": ${newest(typesIn(list))}`).join(',\n  ')}
}`)

/** What introduces the site, in the order in which it is listed. */
const INTRODUCED = {
  page: 'path asc',
  city: 'orderRank asc',
  docPage: 'orderRank asc',
  post: 'publishedAt desc',
  integration: 'orderRank asc',
  pressItem: 'publishedAt desc',
} as const

type Introduced = keyof typeof INTRODUCED

/** GROQ: documents of a type that search engines may list. */
const introduced = (type: Introduced) =>
  `*[_type == "${type}" && defined(coalesce(path, slug.current)) && ${OPEN} && seo.noIndex != true]`

export const MAIN_PAGES_QUERY = defineQuery(`{
  ${(Object.entries(INTRODUCED) as [Introduced, string][])
    .map(
      ([type, order]) => `"${type}": {
    "total": count(${introduced(type)}),
    "documents": ${introduced(type)} | order(${order}, _id asc)[0...$limit]{
      _type, "key": coalesce(path, slug.current), "title": coalesce(title, name),
      "description": coalesce(seo.description, summary, excerpt)
    }
  }`,
    )
    .join(',\n  ')}
}`)

const address = { _type: z.string(), key: z.string() }

/** Documents of one part of the sitemap, counted from 0. */
export const sitemapPartRead = (part: number): Read<SITEMAP_QUERY_RESULT> => ({
  query: SITEMAP_QUERY,
  params: { from: part * SITEMAP_PART, to: (part + 1) * SITEMAP_PART },
  shape: z.array(z.looseObject({ ...address, _updatedAt: z.string() })),
})

/** How many documents the sitemap has at most, and how many of those that lists show. */
export const sitemapSizeRead: Read<SITEMAP_SIZE_QUERY_RESULT> = {
  query: SITEMAP_SIZE_QUERY,
  shape: z.record(z.enum(['total', ...listEntries.map(([name]) => name)]), z.number()),
}

/** When something that a list shows was last changed, by the name of the list. */
export const sitemapListsRead: Read<SITEMAP_LISTS_QUERY_RESULT> = {
  query: SITEMAP_LISTS_QUERY,
  shape: z.record(z.string(), z.string().nullable()),
}

type Dated = Pick<SITEMAP_QUERY_RESULT[number], '_updatedAt'> & Record<string, unknown>

/**
 * When something that the page of a document shows was last changed: the document, or others on its page, such as its
 * questions, its author or the posts of a category. Header, footer and further reading are no content of its own.
 */
export function lastChange({ _updatedAt, named, questions, questionsInBlocks, plans, ...others }: Dated): string {
  const { testimonials, city, logo, post } = others
  const dates = [_updatedAt, named, questions, questionsInBlocks, plans, testimonials, city, logo, post].flat()
  return dates.reduce<string>((last, date) => (typeof date === 'string' && date > last ? date : last), _updatedAt)
}

/** The pages, the cities, the documentation, posts, integrations and press items, the first of each, and how many there are. */
export const mainPagesRead: Read<MAIN_PAGES_QUERY_RESULT> = {
  query: MAIN_PAGES_QUERY,
  params: { limit: MAIN_PAGES },
  shape: z.record(
    z.enum(Object.keys(INTRODUCED) as Introduced[]),
    z.object({ total: z.number(), documents: z.array(z.looseObject(address)) }),
  ),
}

/** Public path of a document of these queries. */
export const pathOfDocument = ({ _type, key }: { _type: RoutedType; key: string | null }) =>
  documentPath(_type, key ?? '')

/** Lists that have something to show, each with its name and its path. */
export const filledLists = (size: Record<ListName, number>): { name: ListName; path: string }[] =>
  listEntries.flatMap(([name, { href }]) => (size[name] > 0 ? [{ name, path: href }] : []))
