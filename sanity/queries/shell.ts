import { defineQuery } from 'next-sanity'
import { z } from 'zod'
import type { Read } from '../fetch.ts'
import { tag } from '../tags.ts'
import { CITY_CARD, FAQ, IMAGE, LINK, SEO } from './fragments.ts'

/** Cities in the menus of every page; all of them are on the overview. */
const MENU_CITIES = 24

export const SETTINGS_QUERY = defineQuery(`*[_id == "siteSettings"][0]{
  brand, tagline,
  headerLinks[]{ ${LINK} },
  footerColumns[]{ _key, title, links[]{ ${LINK} } },
  contact,
  socialLinks[]{ _key, platform, url },
  booking,
  announcement{ enabled, text, link{ ${LINK} } },
  trust{ title, intro, faqs[]->{ ${FAQ} } },
  defaultSeo{ ${SEO} }
}`)

export const MENU_CITIES_QUERY = defineQuery(`{
  "cities": *[_type == "city" && defined(slug.current)] | order(orderRank asc, name asc)[0...$limit]{ ${CITY_CARD} },
  "total": count(*[_type == "city" && defined(slug.current)])
}`)

export const BADGES_QUERY = defineQuery(
  `*[_type == "trustBadge"] | order(orderRank asc)[0...24]{ _id, name, description }`,
)

export const INTEGRATIONS_QUERY = defineQuery(
  `*[_type == "integration"] | order(orderRank asc)[0...48]{ _id, name, url, logo{ ${IMAGE} } }`,
)

const list = z.array(z.looseObject({ _id: z.string() }))

export const settingsRead = {
  query: SETTINGS_QUERY,
  tags: [tag.settings, tag.faqs, tag.links],
  shape: z.looseObject({ brand: z.unknown() }).nullable(),
} satisfies Read<string>

export const menuCitiesRead = {
  query: MENU_CITIES_QUERY,
  params: { limit: MENU_CITIES },
  tags: [tag.cities],
  shape: z.object({ cities: list, total: z.number() }),
} satisfies Read<string>

export const badgesRead = { query: BADGES_QUERY, tags: [tag.badges], shape: list } satisfies Read<string>

export const integrationsRead = {
  query: INTEGRATIONS_QUERY,
  tags: [tag.integrations],
  shape: list,
} satisfies Read<string>
