/** Where city pages live; the overview of all cities is the page document with exactly this path. */
export const CITY_ROOT = '/hvac-ai-sdr'

/** As the schema has it; a cache tag could hold 256 characters. */
const MAX_PATH_LENGTH = 120

const PATH = /^(\/[a-z0-9]+(-[a-z0-9]+)*)+$/

/** Public path of a city, for example `/hvac-ai-sdr/new-york`. */
export const cityPath = (slug: string) => `${CITY_ROOT}/${slug}`

/** Joins route segments to a path; no segments are the home page. */
export const pathOf = (segments: string[] = []) => `/${segments.join('/')}`

/** Whether a document could ever have this path, so that nonsense costs no request to the Content Lake. */
export const isContentPath = (path: string) => path === '/' || (path.length <= MAX_PATH_LENGTH && PATH.test(path))
