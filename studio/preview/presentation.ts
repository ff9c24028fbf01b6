import { map } from 'rxjs'
import type {
  DocumentLocation,
  DocumentLocationsState,
  DocumentResolver,
  DocumentLocationResolver,
  PresentationPluginOptions,
} from 'sanity/presentation'
import { CITY_ROOT, HOME_PATH } from '../../lib/routes.ts'
import { apiVersion } from '../../sanity/api-version.ts'
import {
  contentType,
  groqList,
  publicPath,
  routedTypes,
  listEntries,
  pathTypes,
  slugRoot,
  slugTypes,
  type SlugType,
} from '../../sanity/content-types.ts'

/** Page that shows a document. */
export type PlacedDocument = {
  _type: string
  path?: string | null
  slug?: string | null
  title?: string | null
  name?: string | null
}

export type LocatedDocument = PlacedDocument & {
  /** Pages on which an editor placed the document. */
  usedBy?: PlacedDocument[] | null
  /** Pages that the document refers to: a post's author and category. */
  groups?: (PlacedDocument | null)[] | null
  /** Whether the trust section, which appears on every page, refers to the document. */
  inTrustSection?: boolean | null
  source?: string | null
  destination?: string | null
}

const PLACE_PROJECTION = '_type, path, "slug": slug.current, title, name'
const ROUTED_TYPES = groqList(routedTypes)

/**
 * GROQ query for the locations of a document. Parameter `id` is its published id.
 * Returns null if the document does not exist in the perspective.
 */
export const LOCATION_QUERY = `*[_id == $id][0]{
  ${PLACE_PROJECTION}, source, destination,
  "groups": [category->{${PLACE_PROJECTION}}, author->{${PLACE_PROJECTION}}],
  "usedBy": *[_type in ${ROUTED_TYPES} && references($id)] | order(_type desc, title asc, name asc)[0...20]{ ${PLACE_PROJECTION} },
  "inTrustSection": count(*[_type == "siteSettings" && references($id)]) > 0
}`

/** GROQ query for documents that can change the result of `LOCATION_QUERY`. */
const LOCATION_LISTENER = `*[_type == "siteSettings" || _type in ${ROUTED_TYPES} || _id in [$id, "drafts." + $id]]`

const homeLocation: DocumentLocation = { title: 'Home', href: HOME_PATH }
const cityIndexLocation: DocumentLocation = { title: 'All cities', href: CITY_ROOT }

const toLocations = (place: PlacedDocument): DocumentLocation[] => {
  const href = publicPath(place)
  return href ? [{ title: place.title || place.name || 'Untitled', href }] : []
}

const removeDuplicates = (locations: DocumentLocation[]): DocumentLocation[] =>
  locations.filter(({ href }, index) => locations.findIndex((other) => other.href === href) === index)

const getPlacedLocations = ({ _type, usedBy, inTrustSection }: LocatedDocument): DocumentLocationsState => {
  const pageLocations = (usedBy ?? []).flatMap(toLocations)
  if (inTrustSection) {
    return {
      message: 'Used on all pages: FAQ in the trust section',
      tone: 'caution',
      locations: removeDuplicates([homeLocation, ...pageLocations]),
    }
  }
  if (pageLocations.length > 0) return { locations: pageLocations }
  return { message: `Not used yet: add it to ${contentType(_type)?.placedIn}`, tone: 'caution' }
}

const getRedirectLocations = ({ source, destination }: LocatedDocument): DocumentLocationsState | undefined => {
  if (!source || !destination) return undefined
  const message = `${source} redirects to ${destination}`
  return destination.startsWith('/') ? { message, locations: [{ title: destination, href: destination }] } : { message }
}

const getDocumentLocations = (document: LocatedDocument): DocumentLocationsState => {
  const { _type, groups, usedBy } = document
  const documentLocations = toLocations(document)
  if (documentLocations.length === 0) {
    const missingField = contentType(_type)?.route?.at === 'path' ? 'a path' : 'a slug'
    return { message: `Not on the site yet: add ${missingField}`, tone: 'caution' }
  }
  const groupLocations = (groups ?? []).flatMap((group) => (group ? toLocations(group) : []))
  const posts = _type === 'author' ? (usedBy ?? []).flatMap(toLocations) : []
  return {
    locations: removeDuplicates([
      ...documentLocations,
      ...(contentType(_type)?.lists ?? []),
      ...groupLocations,
      ...posts,
    ]),
  }
}

/** Returns the locations of a document, or undefined if its type appears on no page. */
export const getLocations = (document: LocatedDocument | null): DocumentLocationsState | undefined => {
  if (!document) return undefined
  const { _type, usedBy } = document
  const { everywhere, placedIn, route, lists = [] } = contentType(_type) ?? {}
  if (everywhere) return { message: everywhere, tone: 'caution', locations: [homeLocation, cityIndexLocation] }
  if (placedIn) return getPlacedLocations(document)
  if (route?.at === 'fixed') return { locations: [{ title: contentType(_type)?.title ?? _type, href: route.path }] }
  if (route) return getDocumentLocations(document)
  if (lists.length > 0) return { locations: [...lists, ...(usedBy ?? []).flatMap(toLocations)] }
  return _type === 'redirect' ? getRedirectLocations(document) : undefined
}

const removeTrailingSlash = (path: string): string => path.replace(/(.)\/+$/, '$1')

/** Resolves pages of a slug type, including paginated pages (`/page/2`). */
const createSlugResolver = (type: SlugType): DocumentResolver => ({
  route: [`${slugRoot(type)}/:slug`, `${slugRoot(type)}/:slug/page/:number`],
  resolve: ({ params }) => ({
    filter: `_type == "${type}" && slug.current == $slug`,
    params: { slug: params.slug ?? '' },
  }),
})

/** Resolvers of list pages: the list's own document, or the site settings with its introduction. */
const listResolvers = listEntries.map(([, { href, document = 'siteSettings' }]): DocumentResolver => ({
  route: [href, `${href}/page/:number`],
  resolve: () => ({ filter: `_id == "${document}"` }),
}))

/** Resolvers of the main document by path. The most specific route comes first. */
export const mainDocuments: DocumentResolver[] = [
  ...listResolvers,
  ...slugTypes.map(createSlugResolver),
  {
    route: [HOME_PATH, '/:path*'],
    resolve: ({ path }) => ({
      filter: `_type in ${groqList(pathTypes)} && path == $path`,
      params: { path: removeTrailingSlash(path) },
    }),
  },
]

const resolveLocations: DocumentLocationResolver = ({ id, perspectiveStack }, { documentStore }) =>
  documentStore
    .listenQuery(
      { fetch: LOCATION_QUERY, listen: LOCATION_LISTENER },
      { id },
      {
        apiVersion,
        perspective: perspectiveStack.length > 0 ? perspectiveStack : 'drafts',
        tag: 'locations',
      },
    )
    .pipe(map((document: LocatedDocument | null) => getLocations(document)))

export const createPresentationOptions = (siteUrl: string): PresentationPluginOptions => ({
  title: 'Preview',
  previewUrl: {
    initial: siteUrl,
    previewMode: { enable: '/api/draft-mode/enable', disable: '/api/draft-mode/disable' },
  },
  allowOrigins: [siteUrl],
  resolve: { mainDocuments, locations: resolveLocations },
})
