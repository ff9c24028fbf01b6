import { defineQuery } from 'next-sanity'
import { listEntries } from '../content-types.ts'
import { SEO } from '../fragments.ts'
import type * as results from '../types.ts'
import type { Read } from './read.ts'

export const LISTING_INTROS_QUERY = defineQuery(`*[_type == "siteSettings" && _id == "siteSettings"][0]{
  ${listEntries.flatMap(([name, { intro, entries }]) => (entries ? [`"${name}": ${intro}{ heading, text, seo{ ${SEO} } }`] : [])).join(',\n  ')}
}`)

export const listingIntrosRead: Read<results.LISTING_INTROS_QUERY_RESULT> = { query: LISTING_INTROS_QUERY }

export const API_INTRO_QUERY = defineQuery(
  `*[_type == "siteSettings" && _id == "siteSettings"][0].apiIntro{ heading, text, seo{ ${SEO} } }`,
)

export const apiIntroRead: Read<results.API_INTRO_QUERY_RESULT> = { query: API_INTRO_QUERY }

export const TEST_CALLS_INTRO_QUERY = defineQuery(
  `*[_type == "siteSettings" && _id == "siteSettings"][0].testCallsIntro{ heading, text, seo{ ${SEO} } }`,
)

export const testCallsIntroRead: Read<results.TEST_CALLS_INTRO_QUERY_RESULT> = { query: TEST_CALLS_INTRO_QUERY }
