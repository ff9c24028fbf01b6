import { defineQuery } from 'next-sanity'
import { z } from 'zod'
import type { Read } from '../fetch.ts'
import { articleBody } from './article.ts'
import { OPEN_SLUG, SEO } from './fragments.ts'
import type { DOC_PAGE_QUERY_RESULT, DOC_TREE_QUERY_RESULT } from '../types.ts'

/** Sections without a page are left out: there would be nothing to open. */
export const DOC_TREE_QUERY = defineQuery(`*[_type == "docSection"] | order(orderRank asc, title asc)[0...100]{
  _id, title, "slug": slug.current, summary,
  "pages": *[_type == "docPage" && section._ref == ^._id && ${OPEN_SLUG}]
    | order(orderRank asc, title asc)[0...200]{ _id, title, "slug": slug.current, summary }
}[count(pages) > 0]`)

export const DOC_PAGE_QUERY = defineQuery(`*[_type == "docPage" && slug.current == $slug] | order(_id asc)[0]{
  _id, _type, title, "slug": slug.current, summary, _updatedAt,
  section->{ title, "slug": slug.current },
  body[]{ ${articleBody} },
  seo{ ${SEO} }
}`)

const list = z.array(z.looseObject({ _id: z.string() }))

/** All sections with their pages, in the editors' order. */
export const docTreeRead: Read<DOC_TREE_QUERY_RESULT> = { query: DOC_TREE_QUERY, shape: list }

/** The documentation page with a slug, or null. */
export const docPageRead = (slug: string): Read<DOC_PAGE_QUERY_RESULT> => ({
  query: DOC_PAGE_QUERY,
  params: { slug },
  shape: z.looseObject({ _id: z.string(), _type: z.literal('docPage') }).nullable(),
})
