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
  routedTypes,
  typesWhere,
} from '../content-types.ts'
import type { MAIN_PAGES_QUERY_RESULT, SITEMAP_QUERY_RESULT, SITEMAP_SIZE_QUERY_RESULT } from '../types.ts'

/** Addresses of one part; sitemaps.org allows 50,000, but so many take long to read at once. */
export const SITEMAP_PART = 10_000

/** Pages that introduce the site to a reader that is no person; a longer list would say less. */
const MAIN_PAGES = 60

/** Documents with a page of their own that search engines may list. */
const INDEXED = `_type in ${groqList(routedTypes)} && defined(coalesce(path, slug.current)) && seo.noIndex != true`

const NEED_POSTS = groqList(typesWhere(({ needsPosts }) => needsPosts === true))

export const SITEMAP_QUERY = defineQuery(`*[
  ${INDEXED} &&
  (!(_type in ${NEED_POSTS}) || count(*[_type == "post" && references(^._id)]) > 0)
] | order(_id asc)[$from...$to]{ _type, "key": coalesce(path, slug.current), _updatedAt }`)

/** GROQ: a document that a list shows. */
function shownIn({ intro, entries, document }: List): string {
  if (!entries) return `_id == "siteSettings" && defined(${intro}.heading)`
  const entry = `_type == "${entries}" && defined(slug.current)`
  return document ? `_type == "${document}" || ${entry}` : entry
}

export const SITEMAP_SIZE_QUERY = defineQuery(`{
  "total": count(*[${INDEXED}]),
  ${listEntries.map(([name, list]) => `"${name}": count(*[${shownIn(list)}])`).join(',\n  ')}
}`)

export const MAIN_PAGES_QUERY = defineQuery(`*[
  _type in ["page", "docPage"] && defined(coalesce(path, slug.current)) && seo.noIndex != true
] | order(_type desc, coalesce(path, orderRank, title) asc)[0...$limit]{
  _type, "key": coalesce(path, slug.current), title, "description": coalesce(seo.description, summary)
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

/** The pages and the documentation, each in its order. */
export const mainPagesRead: Read<MAIN_PAGES_QUERY_RESULT> = {
  query: MAIN_PAGES_QUERY,
  params: { limit: MAIN_PAGES },
  shape: z.array(z.looseObject(address)),
}

/** Public path of a document of these queries. */
export const pathOfDocument = ({ _type, key }: { _type: RoutedType; key: string | null }) =>
  documentPath(_type, key ?? '')

/** Paths of the lists that have something to show. */
export const pathsOfFilledLists = (size: Record<ListName, number>): string[] =>
  listEntries.flatMap(([name, { href }]) => (size[name] > 0 ? [href] : []))
