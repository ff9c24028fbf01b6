import { listRoots, slugRoots, type SluggedType } from '../sanity/schema/routes.ts'

/** The city index and the parent of every city page. */
export const CITY_INDEX_PATH = slugRoots.city

type Routed = { _type: string; path?: unknown; slug?: unknown }

const slugText = (slug: unknown): string | undefined => {
  const current = typeof slug === 'object' && slug !== null && 'current' in slug ? slug.current : slug
  return typeof current === 'string' && current !== '' ? current : undefined
}

const isSlugged = (type: string): type is SluggedType => type in slugRoots

/** Types of which every document is at a path that its editor chose. */
const PATH_TYPES: ReadonlySet<string> = new Set(['page', 'legalPage'])

/** Types that are pages of their own. */
export const hasPublicPage = (schemaType: string): boolean =>
  PATH_TYPES.has(schemaType) || isSlugged(schemaType) || schemaType === 'pressKit'

/** Public path of a document that is a page of its own; undefined for content that only appears on other pages. */
export const publicPath = (document: Routed): string | undefined => {
  const { _type, path, slug } = document
  if (_type === 'pressKit') return listRoots.press
  if (isSlugged(_type)) {
    const current = slugText(slug)
    return current && `${slugRoots[_type]}/${current}`
  }
  return PATH_TYPES.has(_type) && typeof path === 'string' && path.startsWith('/') ? path : undefined
}
