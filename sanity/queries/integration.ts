import { defineQuery } from 'next-sanity'
import type { Read } from './read.ts'
import { ARTICLE_BODY, INTEGRATION, OPEN_SLUG_FILTER, SEO } from '../fragments.ts'
import type * as results from '../types.ts'

export const INTEGRATION_LIST_QUERY = defineQuery(
  `*[_type == "integration" && ${OPEN_SLUG_FILTER}] | order(orderRank asc, _id asc)[0...100]{ ${INTEGRATION}, summary, kind, reads, writes }`,
)

export const INTEGRATION_QUERY = defineQuery(`*[_type == "integration" && slug.current == $slug] | order(_id asc)[0]{
  _type, ${INTEGRATION}, summary, kind, reads, writes,
  permissions[]{ _key, words, scope, onlyToWrite },
  body[]{ ${ARTICLE_BODY} },
  seo{ ${SEO} }
}`)

export const integrationListRead: Read<results.INTEGRATION_LIST_QUERY_RESULT> = { query: INTEGRATION_LIST_QUERY }

export const buildIntegrationRead = (slug: string): Read<results.INTEGRATION_QUERY_RESULT> => ({
  query: INTEGRATION_QUERY,
  params: { slug },
})
