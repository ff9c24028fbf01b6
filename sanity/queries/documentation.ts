import { defineQuery } from 'next-sanity'
import type { Read } from './read.ts'
import { ARTICLE_BODY, OPEN_SLUG_FILTER, SEO } from '../fragments.ts'
import type * as results from '../types.ts'

export const DOC_TREE_QUERY = defineQuery(`*[_type == "docSection"] | order(orderRank asc, title asc)[0...100]{
  _id, title, "slug": slug.current, summary,
  "pages": *[_type == "docPage" && section._ref == ^._id && ${OPEN_SLUG_FILTER}]
    | order(orderRank asc, title asc)[0...200]{ _id, title, "slug": slug.current, summary }
}[count(pages) > 0]`)

export const DOC_PAGE_QUERY = defineQuery(`*[_type == "docPage" && slug.current == $slug] | order(_id asc)[0]{
  _id, _type, title, "slug": slug.current, summary, _updatedAt,
  section->{ title, "slug": slug.current },
  body[]{ ${ARTICLE_BODY} },
  seo{ ${SEO} }
}`)

export const docTreeRead: Read<results.DOC_TREE_QUERY_RESULT> = { query: DOC_TREE_QUERY }

export const buildDocPageRead = (slug: string): Read<results.DOC_PAGE_QUERY_RESULT> => ({
  query: DOC_PAGE_QUERY,
  params: { slug },
})
