import { defineQuery } from 'next-sanity'
import { z } from 'zod'
import { listEntries } from '../content-types.ts'
import type { Read } from '../fetch.ts'
import { SEO } from './fragments.ts'
import type { LISTING_INTROS_QUERY_RESULT } from '../types.ts'

export const LISTING_INTROS_QUERY = defineQuery(`*[_type == "siteSettings" && _id == "siteSettings"][0]{
  ${listEntries.flatMap(([name, { intro, entries }]) => (entries ? [`"${name}": ${intro}{ heading, text, seo{ ${SEO} } }`] : [])).join(',\n  ')}
}`)

/** What stands above the lists of documents. */
export const listingIntrosRead: Read<LISTING_INTROS_QUERY_RESULT> = {
  query: LISTING_INTROS_QUERY,
  shape: z.looseObject({}).nullable(),
}
