import { defineQuery } from 'next-sanity'
import { z } from 'zod'
import type { Read } from '../fetch.ts'
import { articleBody } from './article.ts'
import { INTEGRATION, OPEN_SLUG, SEO } from './fragments.ts'
import type { INTEGRATION_LIST_QUERY_RESULT, INTEGRATION_QUERY_RESULT } from '../types.ts'

export const INTEGRATION_LIST_QUERY = defineQuery(
  `*[_type == "integration" && ${OPEN_SLUG}] | order(orderRank asc, _id asc)[0...100]{ ${INTEGRATION}, summary, kind, reads, writes }`,
)

export const INTEGRATION_QUERY = defineQuery(`*[_type == "integration" && slug.current == $slug] | order(_id asc)[0]{
  _type, ${INTEGRATION}, summary, kind, reads, writes,
  permissions[]{ _key, words, scope, onlyToWrite },
  body[]{ ${articleBody} },
  seo{ ${SEO} }
}`)

/** All integrations that have a page, in the editors' order. */
export const integrationListRead: Read<INTEGRATION_LIST_QUERY_RESULT> = {
  query: INTEGRATION_LIST_QUERY,
  shape: z.array(z.looseObject({ _id: z.string() })),
}

/** The integration with a slug, or null. */
export const integrationRead = (slug: string): Read<INTEGRATION_QUERY_RESULT> => ({
  query: INTEGRATION_QUERY,
  params: { slug },
  shape: z.looseObject({ _id: z.string(), _type: z.literal('integration') }).nullable(),
})
