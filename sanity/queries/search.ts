import { defineQuery } from 'next-sanity'
import { listEntries, routedType, type RoutedType, routedTypes, slugTypes } from '../content-types.ts'
import type { Read } from './read.ts'
import { BLOCKS } from '../schema/blocks/index.ts'
import type * as results from '../types.ts'
import { OPEN_FILTER, OPEN_SLUG_FILTER } from '../fragments.ts'

/** Maximum number of documents per type, because browsers load the whole search index. */
const MAX_DOCUMENTS_PER_TYPE = 500

/** GROQ for searchable text besides name, summary and label. The default is an article's body. */
const ARTICLE_TEXT_PROJECTION = 'body[]{ ... }'
const TEXT_PROJECTIONS: { [Type in RoutedType]?: string } = {
  page: `blocks[]{ _key, _type, ${BLOCKS} }`,
  city: `headline, intro,
    sections[]{ heading, body[]{ ... } },
    localFacts[]{ label, value },
    faqs[]->{ question, answer[]{ ... } }`,
}

function buildTypeQuery(type: RoutedType): string {
  const { name = 'title', summary = 'summary', label = 'null', listsPosts, order } = routedType(type)
  const address = slugTypes.some((other) => other === type) ? 'slug.current' : 'path'
  const postsCondition = listsPosts
    ? ` && count(*[_type == "post" && ${OPEN_SLUG_FILTER} && ${type}._ref == ^._id]) > 0`
    : ''
  const ordering = order === 'dragged' ? 'orderRank asc' : `${order.field} ${order.direction ?? 'asc'}`
  return `"${type}": *[_type == "${type}" && defined(${address}) && ${OPEN_FILTER} && seo.noIndex != true${postsCondition}] | order(${ordering}, _id asc)[0...$limit]{
    _id, "key": ${address}, "title": ${name}, "summary": ${summary}, "label": ${label},
    ${TEXT_PROJECTIONS[type] ?? ARTICLE_TEXT_PROJECTION}
  }`
}

export const SEARCH_QUERY = defineQuery(`{
  ${routedTypes.map(buildTypeQuery).join(',\n  ')},
  "lists": *[_type == "siteSettings" && _id == "siteSettings"][0]{
    ${listEntries.map(([name, { intro }]) => `"${name}": ${intro}{ heading, text }`).join(', ')}
  }
}`)

export const searchRead: Read<results.SEARCH_QUERY_RESULT> = {
  query: SEARCH_QUERY,
  params: { limit: MAX_DOCUMENTS_PER_TYPE },
}
