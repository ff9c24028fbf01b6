import { defineQuery } from 'next-sanity'
import { z } from 'zod'
import type { Read } from '../fetch.ts'
import { SOLUTION_PATHS } from '../../lib/routes.ts'
import { wordGroups } from '../../lib/words.ts'
import { CITY_CARD } from './city.ts'
import { FAQ, INTEGRATION, LINK, OPEN_SLUG, SEO } from './fragments.ts'
import type {
  BADGES_QUERY_RESULT,
  INTEGRATIONS_QUERY_RESULT,
  LOWEST_PLAN_QUERY_RESULT,
  MENU_QUERY_RESULT,
  SETTINGS_QUERY_RESULT,
  WORDS_QUERY_RESULT,
} from '../types.ts'

/** Cities in the menu of every page; all of them are on the overview. */
const MENU_CITIES = 24

export const SETTINGS_QUERY = defineQuery(`*[_type == "siteSettings" && _id == "siteSettings"][0]{
  brand, tagline, sampleNotice, offersNewsletter,
  headerLinks[]{ ${LINK} },
  footerColumns[]{ _key, title, links[]{ ${LINK} } },
  contact,
  socialLinks[]{ _key, platform, url },
  booking,
  trust{ title, intro, faqs[]->{ ${FAQ} } },
  notFound{ heading, text, links[]{ ${LINK} } },
  defaultSeo{ ${SEO} }
}`)

export const WORDS_QUERY = defineQuery(
  `*[_type == "siteWords" && _id == "siteWords"][0]{ ${Object.keys(wordGroups).join(', ')} }`,
)

export const MENU_QUERY = defineQuery(`{
  "cities": *[_type == "city" && ${OPEN_SLUG}] | order(orderRank asc, name asc)[0...$limit]{ ${CITY_CARD} },
  "pages": *[_type == "page" && path in $solutions].path
}`)

/** The plan that costs least a month, however it is billed. */
export const LOWEST_PLAN_QUERY = defineQuery(
  `*[_type == "pricingPlan" && monthly >= 0] | order(coalesce(yearly, monthly) asc)[0]{ _id, name, monthly, yearly }`,
)

export const BADGES_QUERY = defineQuery(
  `*[_type == "trustBadge" && (state == "preparation" || (state == "report" && defined(reportDate)))]
    | order(orderRank asc)[0...24]{ _id, name, description, state, reportDate }`,
)

export const INTEGRATIONS_QUERY = defineQuery(
  `*[_type == "integration"] | order(orderRank asc)[0...48]{ ${INTEGRATION} }`,
)

const list = z.array(z.looseObject({ _id: z.string() }))

export const settingsRead: Read<SETTINGS_QUERY_RESULT> = {
  query: SETTINGS_QUERY,
  shape: z.looseObject({ brand: z.unknown() }).nullable(),
}

export const wordsRead: Read<WORDS_QUERY_RESULT> = { query: WORDS_QUERY, shape: z.looseObject({}).nullable() }

export const menuRead: Read<MENU_QUERY_RESULT> = {
  query: MENU_QUERY,
  params: { limit: MENU_CITIES, solutions: SOLUTION_PATHS },
  shape: z.object({ cities: list, pages: z.array(z.string()) }),
}

export const lowestPlanRead: Read<LOWEST_PLAN_QUERY_RESULT> = {
  query: LOWEST_PLAN_QUERY,
  shape: z.looseObject({ _id: z.string() }).nullable(),
}

export const badgesRead: Read<BADGES_QUERY_RESULT> = { query: BADGES_QUERY, shape: list }

export const integrationsRead: Read<INTEGRATIONS_QUERY_RESULT> = {
  query: INTEGRATIONS_QUERY,
  shape: list,
}
