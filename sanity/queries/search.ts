import { defineQuery } from 'next-sanity'
import { listEntries, routedType, type RoutedType, routedTypes, slugTypes } from '../content-types.ts'
import type { Read } from './read.ts'
import { BLOCKS } from '../schema/blocks/index.ts'
import type * as results from '../types.ts'
import { OPEN, OPEN_SLUG } from '../fragments.ts'

/** Maximum number of documents per type, because browsers load the whole search index. */
const OF_A_TYPE = 500

/** GROQ for searchable text besides name, summary and label. The default is an article's body. */
const ARTICLE = 'body[]{ ... }'
const TEXTS: { [Type in RoutedType]?: string } = {
  page: `blocks[]{ _key, _type, ${BLOCKS} }`,
  city: `headline, intro,
    sections[]{ heading, body[]{ ... } },
    localFacts[]{ label, value },
    faqs[]->{ question, answer[]{ ... } }`,
}

function found(type: RoutedType): string {
  const { name = 'title', summary = 'summary', label = 'null', listsPosts, order } = routedType(type)
  const address = slugTypes.some((other) => other === type) ? 'slug.current' : 'path'
  const filled = listsPosts ? ` && count(*[_type == "post" && ${OPEN_SLUG} && ${type}._ref == ^._id]) > 0` : ''
  const by = order === 'dragged' ? 'orderRank asc' : `${order.field} ${order.direction ?? 'asc'}`
  return `"${type}": *[_type == "${type}" && defined(${address}) && ${OPEN} && seo.noIndex != true${filled}] | order(${by}, _id asc)[0...$limit]{
    _id, "key": ${address}, "title": ${name}, "summary": ${summary}, "label": ${label},
    ${TEXTS[type] ?? ARTICLE}
  }`
}

export const SEARCH_QUERY = defineQuery(`{
  ${routedTypes.map(found).join(',\n  ')},
  "lists": *[_type == "siteSettings" && _id == "siteSettings"][0]{
    ${listEntries.map(([name, { intro }]) => `"${name}": ${intro}{ heading, text }`).join(', ')}
  }
}`)

export const searchRead: Read<results.SEARCH_QUERY_RESULT> = { query: SEARCH_QUERY, params: { limit: OF_A_TYPE } }
