import { defineQuery } from 'next-sanity'
import { z } from 'zod'
import type { Read } from '../fetch.ts'
import { SEO } from './fragments.ts'
import type { TEST_CALLS_INTRO_QUERY_RESULT } from '../types.ts'

export const TEST_CALLS_INTRO_QUERY = defineQuery(
  `*[_type == "siteSettings" && _id == "siteSettings"][0].testCallsIntro{ heading, text, seo{ ${SEO} } }`,
)

/** What stands above the test calls, or null. */
export const testCallsIntroRead: Read<TEST_CALLS_INTRO_QUERY_RESULT> = {
  query: TEST_CALLS_INTRO_QUERY,
  shape: z.looseObject({}).nullable(),
}
