import { defineQuery } from 'next-sanity'
import { z } from 'zod'
import type { Read } from '../fetch.ts'
import { FAQ, IMAGE, OPEN_SLUG, PORTABLE_TEXT, SEO } from './fragments.ts'
import type { CITY_GRID_QUERY_RESULT, CITY_QUERY_RESULT } from '../types.ts'

/** What the menu and a card show of a city. */
export const CITY_CARD = `_id, name, state, "slug": slug.current, summary`

/** Cities on one grid; a visitor scans no more, and the sitemap lists the rest. */
const GRID_CITIES = 200

export const CITY_QUERY = defineQuery(`*[_type == "city" && slug.current == $slug] | order(_id asc)[0]{
  _id, _type, name, state, "slug": slug.current, headline, intro, summary,
  image{ ${IMAGE} },
  climate{ monthlyMeanF, source{ name, url } },
  sections[]{ _key, heading, body[]{ ${PORTABLE_TEXT} } },
  call{ heading, outcome, lines[]{ _key, speaker, text } },
  closing{ heading, text },
  localFacts[]{ _key, label, value, source{ name, url } },
  faqs[]->{ ${FAQ} },
  seo{ ${SEO} }
}`)

export const CITY_GRID_QUERY = defineQuery(
  `*[_type == "city" && ${OPEN_SLUG}] | order(orderRank asc, name asc)[0...$limit]{ ${CITY_CARD}, near{ zips, states } }`,
)

const shape = z.looseObject({ _id: z.string(), _type: z.literal('city') }).nullable()

/** The city with a slug, or null. */
export const cityRead = (slug: string): Read<CITY_QUERY_RESULT> => ({
  query: CITY_QUERY,
  params: { slug },
  shape,
})

export const cityGridRead: Read<CITY_GRID_QUERY_RESULT> = {
  query: CITY_GRID_QUERY,
  params: { limit: GRID_CITIES },
  shape: z.array(z.looseObject({ _id: z.string() })),
}
