import { defineQuery } from 'next-sanity'
import { z } from 'zod'
import { listEntries, routedType, type RoutedType, routedTypes, slugTypes } from '../content-types.ts'
import type { Read } from '../fetch.ts'
import { BLOCKS } from '../schema/blocks/index.ts'
import type { SEARCH_QUERY_RESULT } from '../types.ts'
import { OPEN, OPEN_SLUG } from './fragments.ts'

/** Documents of one type that the search knows: every browser that searches loads them. */
const OF_A_TYPE = 500

/** GROQ of the texts of a document beside its name, its summary and its label: by default those of an article. */
const ARTICLE = 'body[]{ ... }'
const TEXTS: { [Type in RoutedType]?: string } = {
  page: `blocks[]{ _key, _type, ${BLOCKS} }`,
  city: `headline, intro,
    sections[]{ heading, body[]{ ... } },
    localFacts[]{ label, value },
    faqs[]->{ question, answer[]{ ... } }`,
}

/** GROQ: documents of a type with an address, without those that their editors keep out of searches, and empty lists. */
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

const documents = z.array(z.looseObject({ _id: z.string(), key: z.string() }))

/** What the search knows of every page of the site. */
export const searchRead: Read<SEARCH_QUERY_RESULT> = {
  query: SEARCH_QUERY,
  params: { limit: OF_A_TYPE },
  shape: z.looseObject({
    ...Object.fromEntries(routedTypes.map((type) => [type, documents])),
    lists: z.looseObject({}).nullable(),
  }),
}
