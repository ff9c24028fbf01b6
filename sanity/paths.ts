import { listRoots, slugRoots, type SluggedType } from './schema/routes.ts'

/** Where city pages live; the overview of all cities is the page document with exactly this path. */
export const CITY_ROOT = slugRoots.city

/** Lists of documents: they fill themselves and are no documents. */
export const BLOG_ROOT = listRoots.blog
export const PRESS_ROOT = listRoots.press
export const DOCUMENTATION_ROOT = listRoots.documentation
export const API_ROOT = listRoots.api

/** As the schema has it; a cache tag could hold 256 characters. */
const MAX_PATH_LENGTH = 120

const PATH = /^(\/[a-z0-9]+(-[a-z0-9]+)*)+$/

/** Public path of a city, for example `/hvac-ai-sdr/new-york`. */
export const cityPath = (slug: string) => `${CITY_ROOT}/${slug}`

/** Types of which every document has a page of its own. */
export type RoutedType = 'page' | 'legalPage' | SluggedType

/** Public path of a document of a type, given its path or its slug. */
export const documentPath = (type: RoutedType, key: string) =>
  type === 'page' || type === 'legalPage' ? key : `${slugRoots[type]}/${key}`

/** Joins route segments to a path; no segments are the home page. */
export const pathOf = (segments: string[] = []) => `/${segments.join('/')}`

/** Whether a document could ever have this path, so that nonsense costs no request to the Content Lake. */
export const isContentPath = (path: string) => path === '/' || (path.length <= MAX_PATH_LENGTH && PATH.test(path))
