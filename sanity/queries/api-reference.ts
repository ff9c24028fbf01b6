import { defineQuery } from 'next-sanity'
import { z } from 'zod'
import type { Read } from '../fetch.ts'
import { SEO } from './fragments.ts'
import type { API_INTRO_QUERY_RESULT } from '../types.ts'

export const API_INTRO_QUERY = defineQuery(
  `*[_type == "siteSettings" && _id == "siteSettings"][0].apiIntro{ heading, text, seo{ ${SEO} } }`,
)

/** What stands above the reference for developers. */
export const apiIntroRead: Read<API_INTRO_QUERY_RESULT> = {
  query: API_INTRO_QUERY,
  shape: z.looseObject({}).nullable(),
}
