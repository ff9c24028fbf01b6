import { defineQuery } from 'next-sanity'
import type { Read } from './read.ts'
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
import { OPEN_FILTER, OPEN_SLUG_FILTER } from '../fragments.ts'
import type * as results from '../types.ts'

/** Documents per sitemap file. Stays below the sitemaps.org limit of 50,000 to keep reads fast. */
export const SITEMAP_PART_SIZE = 10_000

/** Maximum number of documents per type in llms.txt. */
const MAX_MAIN_PAGES = 50

const INDEXED_FILTER = `_type in ${groqList(routedTypes)} && defined(coalesce(path, slug.current)) && ${OPEN_FILTER} && seo.noIndex != true`

const buildNewestQuery = (types: TypeName[]) => `*[_type in ${groqList(types)}] | order(_updatedAt desc)[0]._updatedAt`

const TYPES_WITH_POSTS = groqList(typesWhere(({ listsPosts }) => listsPosts === true))

export const SITEMAP_QUERY = defineQuery(`*[
  ${INDEXED_FILTER} &&
  (!(_type in ${TYPES_WITH_POSTS}) || count(*[_type == "post" && ${OPEN_SLUG_FILTER} && references(^._id)]) > 0)
] | order(_id asc)[$from...$to]{
  _type, "key": coalesce(path, slug.current), _updatedAt,
  "named": [author->_updatedAt, category->_updatedAt, section->_updatedAt],
  "questions": faqs[]->_updatedAt,
  "questionsInBlocks": blocks[].faqs[]->_updatedAt,
  "plans": blocks[].plans[]->_updatedAt,
  "testimonials": blocks[].testimonials[]->_updatedAt,
  "city": select("cityGridBlock" in blocks[]._type => ${buildNewestQuery(['city'])}),
  "logo": select("logoCloudBlock" in blocks[]._type => ${buildNewestQuery(['integration'])}),
  "post": select(_type in ${TYPES_WITH_POSTS} => *[_type == "post" && references(^._id)] | order(_updatedAt desc)[0]._updatedAt)
}`)

function buildListFilter({ intro, entries, document }: List): string {
  if (!entries) return `_id == "siteSettings" && defined(${intro}.heading)`
  const entry = `_type == "${entries}" && ${OPEN_SLUG_FILTER}`
  return document ? `_type == "${document}" || ${entry}` : entry
}

export const SITEMAP_SIZE_QUERY = defineQuery(`{
  "total": count(*[${INDEXED_FILTER}]),
  ${listEntries.map(([name, list]) => `"${name}": count(*[${buildListFilter(list)}])`).join(',\n  ')}
}`)

const findListedTypes = ({ href, document }: List) =>
  typesWhere(({ lists = [], route }) =>
    route?.at === 'fixed' ? document !== undefined && route.path === href : lists.some((list) => list.href === href),
  )

const documentLists = listEntries.filter(([, { entries }]) => entries)

export const SITEMAP_LISTS_QUERY = defineQuery(`{
  ${documentLists.map(([name, list]) => `"${name}": ${buildNewestQuery(findListedTypes(list))}`).join(',\n  ')}
}`)

const MAIN_PAGE_ORDERS = {
  page: 'path asc',
  city: 'orderRank asc',
  docPage: 'orderRank asc',
  post: 'publishedAt desc',
  integration: 'orderRank asc',
  pressItem: 'publishedAt desc',
} as const

type MainPageType = keyof typeof MAIN_PAGE_ORDERS

const buildMainPageFilter = (type: MainPageType) =>
  `*[_type == "${type}" && defined(coalesce(path, slug.current)) && ${OPEN_FILTER} && seo.noIndex != true]`

export const MAIN_PAGES_QUERY = defineQuery(`{
  ${(Object.entries(MAIN_PAGE_ORDERS) as [MainPageType, string][])
    .map(
      ([type, order]) => `"${type}": {
    "total": count(${buildMainPageFilter(type)}),
    "documents": ${buildMainPageFilter(type)} | order(${order}, _id asc)[0...$limit]{
      _type, "key": coalesce(path, slug.current), "title": coalesce(title, name),
      "description": coalesce(seo.description, summary, excerpt)
    }
  }`,
    )
    .join(',\n  ')}
}`)

/** Returns the read for one sitemap file. `part` starts at 0. */
export const buildSitemapPartRead = (part: number): Read<results.SITEMAP_QUERY_RESULT> => ({
  query: SITEMAP_QUERY,
  params: { from: part * SITEMAP_PART_SIZE, to: (part + 1) * SITEMAP_PART_SIZE },
})

/** Reads an upper bound of the number of sitemap documents, and the number of entries per list. */
export const sitemapSizeRead: Read<results.SITEMAP_SIZE_QUERY_RESULT> = { query: SITEMAP_SIZE_QUERY }

export const sitemapListsRead: Read<results.SITEMAP_LISTS_QUERY_RESULT> = { query: SITEMAP_LISTS_QUERY }

type DatedDocument = Pick<results.SITEMAP_QUERY_RESULT[number], '_updatedAt'> & Record<string, unknown>

/**
 * Returns the last change of a document or of other documents on its page.
 * Ignores header, footer and related content.
 */
export function findLastChange({
  _updatedAt,
  named,
  questions,
  questionsInBlocks,
  plans,
  ...rest
}: DatedDocument): string {
  const { testimonials, city, logo, post } = rest
  const dates = [_updatedAt, named, questions, questionsInBlocks, plans, testimonials, city, logo, post].flat()
  return dates.reduce<string>((last, date) => (typeof date === 'string' && date > last ? date : last), _updatedAt)
}

export const mainPagesRead: Read<results.MAIN_PAGES_QUERY_RESULT> = {
  query: MAIN_PAGES_QUERY,
  params: { limit: MAX_MAIN_PAGES },
}

export const getDocumentPath = ({ _type, key }: { _type: RoutedType; key: string | null }) =>
  documentPath(_type, key ?? '')

export const findFilledLists = (size: Record<ListName, number>): { name: ListName; path: string }[] =>
  listEntries.flatMap(([name, { href }]) => (size[name] > 0 ? [{ name, path: href }] : []))
