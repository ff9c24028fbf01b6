import type { DocumentLocation, DocumentLocationsState } from 'sanity/presentation'

import { CITY_INDEX_PATH, publicPath } from './routes.ts'

/** A page or city that shows the document in question. */
export type Place = { _type: string; path?: string; slug?: string; title?: string; name?: string }

/** What `LOCATION_QUERY` answers about one document. */
export type LocatedDocument = Place & {
  /** Pages and cities that reference the document, as far as an editor has placed it by hand. */
  usedBy?: Place[] | null
  /** Whether the trust section, shown on every page, names it. */
  inTrustSection?: boolean | null
}

/** Parameter `id`: the published id. Answers null when the document does not exist in the perspective. */
export const LOCATION_QUERY = `*[_id == $id][0]{
  _type, path, "slug": slug.current, title, name,
  "usedBy": *[_type in ["page", "city"] && references($id)] | order(_type desc, title asc, name asc)[0...20]{
    _type, path, "slug": slug.current, title, name
  },
  "inTrustSection": count(*[_type == "siteSettings" && references($id)]) > 0
}`

/** Every document whose change can change an answer of `LOCATION_QUERY`. */
export const LOCATION_LISTENER = '*[_type in ["siteSettings", "page", "city"] || _id in [$id, "drafts." + $id]]'

const home: DocumentLocation = { title: 'Home', href: '/' }
const cityIndex: DocumentLocation = { title: 'All cities', href: CITY_INDEX_PATH }

const EVERYWHERE: Record<string, string> = {
  siteSettings: 'Used on all pages: header, footer and trust section',
  trustBadge: 'Used on all pages: trust section',
  integration: 'Used on all pages: trust section',
}

const placeOf = (place: Place): DocumentLocation[] => {
  const href = publicPath(place)
  return href ? [{ title: place.title || place.name || 'Untitled', href }] : []
}

const distinct = (locations: DocumentLocation[]): DocumentLocation[] =>
  locations.filter(({ href }, index) => locations.findIndex((other) => other.href === href) === index)

const faqLocations = ({ usedBy, inTrustSection }: LocatedDocument): DocumentLocationsState => {
  const places = (usedBy ?? []).flatMap(placeOf)
  if (inTrustSection) {
    return {
      message: 'Used on all pages: questions in the trust section',
      tone: 'caution',
      locations: distinct([home, ...places]),
    }
  }
  if (places.length > 0) return { locations: places }
  return { message: 'Not used yet: add it to a page, a city or the trust section', tone: 'caution' }
}

/** Where a document appears on the site; undefined for types that appear nowhere. */
export const locationsOf = (document: LocatedDocument | null): DocumentLocationsState | undefined => {
  if (!document) return undefined
  const everywhere = EVERYWHERE[document._type]
  if (everywhere) return { message: everywhere, tone: 'caution', locations: [home, cityIndex] }
  if (document._type === 'faqItem') return faqLocations(document)
  const own = placeOf(document)
  if (document._type === 'city') {
    if (own.length === 0) return { message: 'Not on the site yet: it needs a name and a slug', tone: 'caution' }
    return { locations: [...own, cityIndex, home] }
  }
  if (document._type === 'page') {
    if (own.length === 0) return { message: 'Not on the site yet: it needs a path', tone: 'caution' }
    return { locations: own }
  }
  return undefined
}
