import { defineQuery } from 'next-sanity'
import { z } from 'zod'
import { listEntries, type TypeName } from '../content-types.ts'
import type { Read } from '../fetch.ts'
import { BLOCKS } from '../schema/blocks/index.ts'
import type { SEARCH_QUERY_RESULT } from '../types.ts'

/** Documents of one type that the search knows: every browser that searches loads them. */
const OF_A_TYPE = 500

/** GROQ: documents of a type with an address, without those that their editors keep out of searches. */
const found = (type: TypeName, address: 'path' | 'slug.current', order: string) =>
  `*[_type == "${type}" && defined(${address}) && seo.noIndex != true] | order(${order}, _id asc)[0...$limit]`

const ARTICLE = `
  "headings": pt::text(body[style in ["h2", "h3", "h4"]]),
  "text": pt::text(body),
  "asides": pt::text(body[_type == "callout"].body[]),
  "cells": body[_type == "table"].rows[].cells[]`

export const SEARCH_QUERY = defineQuery(`{
  "page": ${found('page', 'path', 'path asc')}{
    _id, "key": path, title, "summary": seo.description, blocks[]{ _key, _type, ${BLOCKS} }
  },
  "city": ${found('city', 'slug.current', 'orderRank asc')}{
    _id, "key": slug.current, "title": name + ", " + state, summary, headline, intro,
    sections[]{ heading, "text": pt::text(body) },
    localFacts[]{ label, value },
    faqs[]->{ question, "text": pt::text(answer) }
  },
  "docPage": ${found('docPage', 'slug.current', 'orderRank asc')}{
    _id, "key": slug.current, title, summary, "section": section->title, ${ARTICLE}
  },
  "post": ${found('post', 'slug.current', 'publishedAt desc')}{
    _id, "key": slug.current, title, "summary": excerpt, ${ARTICLE}
  },
  "pressItem": ${found('pressItem', 'slug.current', 'publishedAt desc')}{
    _id, "key": slug.current, title, summary, ${ARTICLE}
  },
  "legalPage": ${found('legalPage', 'path', 'path asc')}{
    _id, "key": path, title, "summary": seo.description, ${ARTICLE}
  },
  "category": *[_type == "category" && defined(slug.current) && count(*[_type == "post" && category._ref == ^._id]) > 0]
    | order(title asc, _id asc)[0...$limit]{ _id, "key": slug.current, title, "summary": description },
  "author": *[_type == "author" && defined(slug.current) && count(*[_type == "post" && author._ref == ^._id]) > 0]
    | order(name asc, _id asc)[0...$limit]{ _id, "key": slug.current, "title": name, "summary": bio, role },
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
    page: documents,
    city: documents,
    docPage: documents,
    post: documents,
    pressItem: documents,
    legalPage: documents,
    category: documents,
    author: documents,
    lists: z.looseObject({}).nullable(),
  }),
}
