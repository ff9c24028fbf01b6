/** The city index and the parent of every city page. */
export const CITY_INDEX_PATH = '/hvac-ai-sdr'

/** Public path of a city page, or undefined while it has no slug. */
export const cityPath = (slug: string | undefined): string | undefined =>
  slug ? `${CITY_INDEX_PATH}/${slug}` : undefined

type Routed = { _type: string; path?: unknown; slug?: unknown }

const slugText = (slug: unknown): string | undefined => {
  const current = typeof slug === 'object' && slug !== null && 'current' in slug ? slug.current : slug
  return typeof current === 'string' ? current : undefined
}

/** Public path of a document that is a page of its own; undefined for content that only appears on other pages. */
export const publicPath = (document: Routed): string | undefined => {
  if (document._type === 'city') return cityPath(slugText(document.slug))
  if (document._type !== 'page') return undefined
  return typeof document.path === 'string' && document.path.startsWith('/') ? document.path : undefined
}
