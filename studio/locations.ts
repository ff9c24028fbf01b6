import type { DocumentLocation, DocumentLocationsState } from 'sanity/presentation'

import { listRoots } from '../sanity/schema/routes.ts'
import { CITY_INDEX_PATH, hasPublicPage, publicPath } from './routes.ts'

/** A page of the site that shows the document in question. */
export type Place = {
  _type: string
  path?: string | null
  slug?: string | null
  title?: string | null
  name?: string | null
}

/** What `LOCATION_QUERY` answers about one document. */
export type LocatedDocument = Place & {
  /** Pages that reference the document, as far as an editor has placed it by hand. */
  usedBy?: Place[] | null
  /** Pages that the document itself names: the author and the category of a post. */
  groups?: (Place | null)[] | null
  /** Whether the trust section, shown on every page, names it. */
  inTrustSection?: boolean | null
  source?: string | null
  destination?: string | null
}

const PLACE = '_type, path, "slug": slug.current, title, name'
const ROUTED = '["page", "legalPage", "city", "post", "pressItem", "docPage"]'

/** Parameter `id`: the published id. Answers null when the document does not exist in the perspective. */
export const LOCATION_QUERY = `*[_id == $id][0]{
  ${PLACE}, source, destination,
  "groups": [category->{${PLACE}}, author->{${PLACE}}],
  "usedBy": *[_type in ${ROUTED} && references($id)] | order(_type desc, title asc, name asc)[0...20]{ ${PLACE} },
  "inTrustSection": count(*[_type == "siteSettings" && references($id)]) > 0
}`

/** Every document whose change can change an answer of `LOCATION_QUERY`. */
export const LOCATION_LISTENER = `*[_type == "siteSettings" || _type in ${ROUTED} || _id in [$id, "drafts." + $id]]`

const home: DocumentLocation = { title: 'Home', href: '/' }
const cityIndex: DocumentLocation = { title: 'All cities', href: CITY_INDEX_PATH }
const blog: DocumentLocation = { title: 'Blog', href: listRoots.blog }
const press: DocumentLocation = { title: 'Press', href: listRoots.press }
const documentation: DocumentLocation = { title: 'Documentation', href: listRoots.documentation }

const EVERYWHERE: Record<string, string> = {
  siteSettings: 'Used on all pages: header, footer and trust section',
  trustBadge: 'Used on all pages: trust section',
  integration: 'Used on all pages: trust section',
}

/** Lists that show every document of a type. */
const LISTS: Record<string, DocumentLocation[]> = {
  city: [cityIndex, home],
  post: [blog],
  category: [blog],
  pressItem: [press],
  docPage: [documentation],
}

/** What a document must have before it has an address. */
const MISSING: Record<string, string> = {
  page: 'a path',
  legalPage: 'a path',
  city: 'a name and a slug',
}

/** Types without a page of their own, and where an editor can place them. */
const PLACED: Record<string, string> = {
  faqItem: 'a page, a city or the trust section',
  pricingPlan: 'a block with prices',
  testimonial: 'a block with testimonials',
}

const placeOf = (place: Place): DocumentLocation[] => {
  const href = publicPath(place)
  return href ? [{ title: place.title || place.name || 'Untitled', href }] : []
}

const distinct = (locations: DocumentLocation[]): DocumentLocation[] =>
  locations.filter(({ href }, index) => locations.findIndex((other) => other.href === href) === index)

const placedLocations = ({ _type, usedBy, inTrustSection }: LocatedDocument): DocumentLocationsState => {
  const places = (usedBy ?? []).flatMap(placeOf)
  if (inTrustSection) {
    return {
      message: 'Used on all pages: questions in the trust section',
      tone: 'caution',
      locations: distinct([home, ...places]),
    }
  }
  if (places.length > 0) return { locations: places }
  return { message: `Not used yet: add it to ${PLACED[_type]}`, tone: 'caution' }
}

const redirectLocations = ({ source, destination }: LocatedDocument): DocumentLocationsState | undefined => {
  if (!source || !destination) return undefined
  const message = `Visitors of ${source} are sent to ${destination}`
  return destination.startsWith('/') ? { message, locations: [{ title: destination, href: destination }] } : { message }
}

const ownLocations = (document: LocatedDocument): DocumentLocationsState => {
  const { _type, groups, usedBy } = document
  const own = placeOf(document)
  if (own.length === 0) {
    return { message: `Not on the site yet: it needs ${MISSING[_type] ?? 'a slug'}`, tone: 'caution' }
  }
  const named = (groups ?? []).flatMap((group) => (group ? placeOf(group) : []))
  const posts = _type === 'author' ? (usedBy ?? []).flatMap(placeOf) : []
  return { locations: distinct([...own, ...(LISTS[_type] ?? []), ...named, ...posts]) }
}

/** Where a document appears on the site; undefined for types that appear nowhere. */
export const locationsOf = (document: LocatedDocument | null): DocumentLocationsState | undefined => {
  if (!document) return undefined
  const { _type, usedBy } = document
  const everywhere = EVERYWHERE[_type]
  if (everywhere) return { message: everywhere, tone: 'caution', locations: [home, cityIndex] }
  if (_type === 'pressKit') return { locations: [press] }
  if (_type === 'docSection') return { locations: [documentation, ...(usedBy ?? []).flatMap(placeOf)] }
  if (_type === 'redirect') return redirectLocations(document)
  if (_type in PLACED) return placedLocations(document)
  return hasPublicPage(_type) ? ownLocations(document) : undefined
}
