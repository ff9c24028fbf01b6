import { defineQuery } from 'next-sanity'
import { z } from 'zod'
import type { Read } from '../fetch.ts'
import { SEO } from './fragments.ts'
import type { LISTING_INTROS_QUERY_RESULT } from '../types.ts'

export const LISTING_INTROS_QUERY = defineQuery(`*[_type == "siteSettings" && _id == "siteSettings"][0]{
  "blog": blogIntro{ heading, text, seo{ ${SEO} } },
  "press": pressIntro{ heading, text, seo{ ${SEO} } },
  "documentation": documentationIntro{ heading, text, seo{ ${SEO} } }
}`)

/** What stands above the lists of posts, press items and documentation. */
export const listingIntrosRead: Read<LISTING_INTROS_QUERY_RESULT> = {
  query: LISTING_INTROS_QUERY,
  shape: z.looseObject({}).nullable(),
}
