import { defineQuery } from 'next-sanity'
import type { Read } from './read.ts'
import { FAQ, IMAGE, OPEN_SLUG_FILTER, PORTABLE_TEXT, SEO } from '../fragments.ts'
import type * as results from '../types.ts'

export const CITY_CARD = `_id, name, state, "slug": slug.current, summary`

/** Maximum number of cities in the grid. The sitemap lists all cities. */
const MAX_GRID_CITIES = 200

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
  `*[_type == "city" && ${OPEN_SLUG_FILTER}] | order(orderRank asc, name asc)[0...$limit]{ ${CITY_CARD}, near{ zips, states } }`,
)

export const buildCityRead = (slug: string): Read<results.CITY_QUERY_RESULT> => ({
  query: CITY_QUERY,
  params: { slug },
})

export const cityGridRead: Read<results.CITY_GRID_QUERY_RESULT> = {
  query: CITY_GRID_QUERY,
  params: { limit: MAX_GRID_CITIES },
}
