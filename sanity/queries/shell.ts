import { defineQuery } from 'next-sanity'
import type { Read } from './read.ts'
import { SOLUTION_PATHS } from '../../lib/routes.ts'
import { copyGroups } from '../../lib/site/ui-copy.ts'
import { CITY_CARD } from './city.ts'
import { FAQ, INTEGRATION, LINK, OPEN_SLUG_FILTER, SEO } from '../fragments.ts'
import type * as results from '../types.ts'

const MAX_MENU_CITIES = 24

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
  `*[_type == "siteWords" && _id == "siteWords"][0]{ ${Object.keys(copyGroups).join(', ')} }`,
)

export const MENU_QUERY = defineQuery(`{
  "cities": *[_type == "city" && ${OPEN_SLUG_FILTER}] | order(orderRank asc, name asc)[0...$limit]{ ${CITY_CARD} },
  "pages": *[_type == "page" && path in $solutions].path
}`)

/** GROQ query for the plan with the lowest monthly price. Prefers the yearly billing price if set. */
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

export const settingsRead: Read<results.SETTINGS_QUERY_RESULT> = { query: SETTINGS_QUERY }

export const labelsRead: Read<results.WORDS_QUERY_RESULT> = { query: WORDS_QUERY }

export const menuRead: Read<results.MENU_QUERY_RESULT> = {
  query: MENU_QUERY,
  params: { limit: MAX_MENU_CITIES, solutions: SOLUTION_PATHS },
}

export const lowestPlanRead: Read<results.LOWEST_PLAN_QUERY_RESULT> = { query: LOWEST_PLAN_QUERY }

export const badgesRead: Read<results.BADGES_QUERY_RESULT> = { query: BADGES_QUERY }

export const integrationsRead: Read<results.INTEGRATIONS_QUERY_RESULT> = { query: INTEGRATIONS_QUERY }
