/** Where city pages live; the overview of all cities is the page document with exactly this path. */
export const CITY_ROOT = '/hvac-ai-sdr'

/** Lists of documents: they fill themselves and are no documents. */
export const BLOG_ROOT = '/blog'
export const PRESS_ROOT = '/press'
export const DOCUMENTATION_ROOT = '/documentation'
export const API_ROOT = '/api'
export const FEED = `${BLOG_ROOT}/rss.xml`

/** As the schema has it; a cache tag could hold 256 characters. */
const MAX_PATH_LENGTH = 120

const PATH = /^(\/[a-z0-9]+(-[a-z0-9]+)*)+$/

/** Public path of a city, for example `/hvac-ai-sdr/new-york`. */
export const cityPath = (slug: string) => `${CITY_ROOT}/${slug}`

/** Public paths of documents by type: from the path an editor chose, or from the slug. */
const PATH_OF = {
  page: (path: string) => path,
  legalPage: (path: string) => path,
  city: cityPath,
  post: (slug: string) => `${BLOG_ROOT}/${slug}`,
  author: (slug: string) => `${BLOG_ROOT}/author/${slug}`,
  category: (slug: string) => `${BLOG_ROOT}/category/${slug}`,
  pressItem: (slug: string) => `${PRESS_ROOT}/${slug}`,
  docPage: (slug: string) => `${DOCUMENTATION_ROOT}/${slug}`,
} as const

/** Types of which every document has a page of its own. */
export type RoutedType = keyof typeof PATH_OF

/** Public path of a document of a type, given its path or its slug. */
export const documentPath = (type: RoutedType, key: string) => PATH_OF[type](key)

/** Joins route segments to a path; no segments are the home page. */
export const pathOf = (segments: string[] = []) => `/${segments.join('/')}`

/** Whether a document could ever have this path, so that nonsense costs no request to the Content Lake. */
export const isContentPath = (path: string) => path === '/' || (path.length <= MAX_PATH_LENGTH && PATH.test(path))
