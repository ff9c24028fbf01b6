import { defineQuery } from 'next-sanity'
import { z } from 'zod'
import type { Read } from '../fetch.ts'
import { SEO } from './fragments.ts'

export const LISTING_INTROS_QUERY = defineQuery(`*[_type == "siteSettings" && _id == "siteSettings"][0]{
  "blog": blogIntro{ heading, text, seo{ ${SEO} } },
  "press": pressIntro{ heading, text, seo{ ${SEO} } },
  "documentation": documentationIntro{ heading, text, seo{ ${SEO} } }
}`)

/** What stands above the lists of posts, announcements and documentation. */
export const listingIntrosRead = {
  query: LISTING_INTROS_QUERY,
  shape: z.looseObject({}).nullable(),
} satisfies Read<string>
