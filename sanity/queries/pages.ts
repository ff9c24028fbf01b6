import { defineQuery } from 'next-sanity'
import { groqList, pathTypes, routedTypes } from '../content-types.ts'
import { ARTICLE_BODY, SEO } from '../fragments.ts'
import { BLOCKS } from '../schema/blocks/index.ts'
import type * as results from '../types.ts'
import type { Read } from './read.ts'

export const PAGE_QUERY = defineQuery(`*[_type in ${groqList(pathTypes)} && path == $path] | order(_id asc)[0]{
  _id, _type, title, path,
  seo{ ${SEO} },
  _type == "legalPage" => { _updatedAt, effectiveDate, underReview, body[]{ ${ARTICLE_BODY} } },
  _type == "page" => { blocks[]{
    _key, _type,
    ${BLOCKS}
  } }
}`)

export const buildPageRead = (path: string): Read<results.PAGE_QUERY_RESULT> => ({
  query: PAGE_QUERY,
  params: { path },
})

export const HAS_CONTACT_FORM_QUERY = defineQuery(
  `count(*[_type == "page" && path == $path && "contactFormBlock" in blocks[]._type]) > 0`,
)

/** Must not be cached, because the client chooses the path. */
export const buildHasContactFormRead = (path: string): Read<results.HAS_CONTACT_FORM_QUERY_RESULT> => ({
  query: HAS_CONTACT_FORM_QUERY,
  params: { path },
})

export const KNOWN_PAGES_QUERY = defineQuery(
  `*[_type in ${groqList(routedTypes)} && defined(coalesce(path, slug.current))]{ _id, _type, "key": coalesce(path, slug.current) }`,
)

/** Reads all pages, including those hidden from search engines. */
export const knownPagesRead: Read<results.KNOWN_PAGES_QUERY_RESULT> = { query: KNOWN_PAGES_QUERY }

/** Maximum number of redirects. One cached response stays well under 2 MB. */
const MAX_REDIRECTS = 5000

export const REDIRECTS_QUERY = defineQuery(
  `*[_type == "redirect" && defined(source) && defined(destination)] | order(_id asc)[0...$limit]{ source, destination, permanent }`,
)

/** Reads all redirects in one response. All unknown paths share this cache entry, and the code can detect loops. */
export const redirectsRead: Read<results.REDIRECTS_QUERY_RESULT> = {
  query: REDIRECTS_QUERY,
  params: { limit: MAX_REDIRECTS },
}

export const UPDATED_AT_QUERY = defineQuery(`*[_id == $id][0]{ _updatedAt }`)

export const buildUpdatedAtRead = (id: string): Read<results.UPDATED_AT_QUERY_RESULT> => ({
  query: UPDATED_AT_QUERY,
  params: { id },
})
