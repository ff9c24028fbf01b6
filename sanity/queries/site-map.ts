import { defineQuery } from 'next-sanity'
import { z } from 'zod'
import type { Read } from '../fetch.ts'
import { tag } from '../tags.ts'

/** A sitemap file may list 50,000 addresses (sitemaps.org). */
const SITEMAP_LIMIT = 50_000

export const SITEMAP_QUERY = defineQuery(`{
  "pages": *[_type == "page" && defined(path) && seo.noIndex != true] | order(path asc)[0...$limit]{ path, _updatedAt },
  "cities": *[_type == "city" && defined(slug.current) && seo.noIndex != true] | order(slug.current asc)[0...$limit]{ "slug": slug.current, _updatedAt }
}`)

const updated = { _updatedAt: z.string() }

export const sitemapRead = {
  query: SITEMAP_QUERY,
  params: { limit: SITEMAP_LIMIT / 2 },
  tags: [tag.pages, tag.cities],
  shape: z.object({
    pages: z.array(z.looseObject({ path: z.string(), ...updated })),
    cities: z.array(z.looseObject({ slug: z.string(), ...updated })),
  }),
} satisfies Read<string>
