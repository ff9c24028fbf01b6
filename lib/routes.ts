/*
 * All paths of the site. Edit a line to move a page. The file has no imports, so that pages, queries, the schema, the
 * Studio and tests can use it.
 */

export const HOME_PATH = '/'

/** The overview page of cities, which an editor writes. City pages are below it. */
export const CITY_ROOT = '/hvac-ai-sdr'
export const SEO_SERVICES_PATH = '/hvac-seo-services'
export const PRICING_PATH = '/pricing'
export const CONTACT_PATH = '/contact'

/** Id of the hero's play button. “Hear it” links lead to the home page with this fragment. */
export const SAMPLE_CALL_ID = 'hear-the-call'
export const SAMPLE_CALL_HREF = `${HOME_PATH}#${SAMPLE_CALL_ID}`

export const STEPS_ID = 'steps'

/** Id of the missed-call calculator on the home page. */
export const CALCULATOR_ID = 'calculator'
export const CALCULATOR_HREF = `${HOME_PATH}#${CALCULATOR_ID}`
/** Root of the pages that newsletter emails link to. They render per request. */
export const NEWSLETTER_ROOT = '/newsletter'

export const BLOG_ROOT = '/blog'
export const CATEGORY_ROOT = `${BLOG_ROOT}/category`
export const AUTHOR_ROOT = `${BLOG_ROOT}/author`
export const FEED_PATH = `${BLOG_ROOT}/rss.xml`
export const PRESS_ROOT = '/press'
export const DOCUMENTATION_ROOT = '/documentation'
export const API_ROOT = '/api'
export const INTEGRATION_ROOT = '/integrations'
export const TEST_CALLS_PATH = '/test-calls'

export const DEMO_ROOT = '/demo'

/** Paths of the search results, of the search index, and of the former documentation search. */
export const SEARCH_PATH = '/search'
export const SEARCH_FILE_PATH = `${SEARCH_PATH}/index.json`
export const LEGACY_SEARCH_PATH = `${DOCUMENTATION_ROOT}/search`

/** Pages that the Solutions menu lists once they are published. */
export const SOLUTION_PATHS: string[] = [CITY_ROOT, SEO_SERVICES_PATH]

/** Stable account links. They keep the query and redirect to the account pages. */
export const SIGN_IN_PATH = '/sign-in'
export const SIGN_UP_PATH = '/sign-up'

export const LOGIN_PATH = '/login'
export const REGISTER_PATH = '/register'

export const DASHBOARD_PATH = '/dashboard'

export const DASHBOARD_WORKER_PATH = '/dashboard-worker.js'
export const DASHBOARD_MANIFEST_PATH = '/dashboard.webmanifest'

/** Page that replaces account pages while Clerk is unreachable. */
export const UNAVAILABLE_PATH = '/sign-in-unavailable'

/** Path of the 404 page. Documents cannot have this path. */
export const NOT_FOUND_PATH = '/not-found'

/** Root of share images. The path of a page's image is this root and the page's path. */
export const SHARE_IMAGE_ROOT = '/opengraph-image'

const ACCOUNT_PATHS = [SIGN_IN_PATH, SIGN_UP_PATH, LOGIN_PATH, REGISTER_PATH, DASHBOARD_PATH]

/** Pages that have no document in the CMS. Other spellings of these paths redirect to them. */
export const PAGES_WITHOUT_DOCUMENT: ReadonlySet<string> = new Set([...ACCOUNT_PATHS, SEARCH_PATH])

const getFirstSegment = (path: string) => path.split('/')[1] ?? ''

export const ACCOUNT_SEGMENTS: string[] = [...ACCOUNT_PATHS, UNAVAILABLE_PATH].map(getFirstSegment)

/** First path segments that other parts of the site use. Editors cannot use them for pages. */
export const RESERVED_SEGMENTS: ReadonlySet<string> = new Set([
  ...[SEARCH_PATH, API_ROOT, DEMO_ROOT, NEWSLETTER_ROOT, NOT_FOUND_PATH, SHARE_IMAGE_ROOT].map(getFirstSegment),
  ...ACCOUNT_SEGMENTS,
  'images',
  'robots',
  'sitemap',
  'studio',
])

/** First path segments that are served before redirects are looked up. */
export const SYSTEM_SEGMENTS: ReadonlySet<string> = new Set([
  ...[API_ROOT, ...ACCOUNT_PATHS].map(getFirstSegment),
  '_next',
  'studio',
])

export const MAX_SLUG_LENGTH = 80

const SLUG_PATTERN = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** Returns whether the text is a valid slug. Datasets can contain slugs of other systems. */
export const isSlug = (slug: string) => slug.length <= MAX_SLUG_LENGTH && SLUG_PATTERN.test(slug)

type Entry = { slug: string | null } | null | undefined

/**
 * Returns a function that builds the path of an entry below a root. The path is undefined for an invalid slug, and for
 * a draft that has none.
 */
const createHrefBuilder = (root: string) => (entry: Entry) =>
  entry?.slug && isSlug(entry.slug) ? `${root}/${entry.slug}` : undefined

export const buildCityHref = createHrefBuilder(CITY_ROOT)
export const buildPostHref = createHrefBuilder(BLOG_ROOT)
export const buildCategoryHref = createHrefBuilder(CATEGORY_ROOT)
export const buildAuthorHref = createHrefBuilder(AUTHOR_ROOT)
export const buildPressHref = createHrefBuilder(PRESS_ROOT)
export const buildDocHref = createHrefBuilder(DOCUMENTATION_ROOT)
/** Slugs of documentation pages with special handling: the troubleshooting page and the section of worked examples. */
export const TROUBLESHOOTING_SLUG = 'troubleshooting'
export const EXAMPLES_SLUG = 'worked-examples'
export const buildDocSectionHref = ({ slug }: { slug: string | null }) =>
  slug ? `${DOCUMENTATION_ROOT}#${slug}` : undefined
export const buildIntegrationHref = createHrefBuilder(INTEGRATION_ROOT)

/** Maximum path length, the same as in the schema. Cache tags allow 256 characters. */
export const MAX_PATH_LENGTH = 120

const PATH_PATTERN = /^(\/[a-z0-9]+(-[a-z0-9]+)*)+$/

export const joinPath = (segments: string[] = []) => `/${segments.join('/')}`

/** Returns whether a document could have this path. Other paths need no Content Lake query. */
export const isContentPath = (path: string) =>
  path === HOME_PATH || (path.length <= MAX_PATH_LENGTH && PATH_PATTERN.test(path))

/** Prefix for paths that equal the name of a moved folder, so that the catch-all page serves them. */
export const CATCH_ALL_PREFIX = '/~'

export const isBelow = (root: string, path: string) => path === root || path.startsWith(`${root}/`)

/**
 * Folders of `app/` by URL, except the catch-all page. If a URL moves, {@link buildFolderRewrites} maps the new URL to
 * the folder.
 */
export const MOVABLE_FOLDERS: { address: string; folder: string }[] = [
  { address: FEED_PATH, folder: '/blog/rss.xml' },
  { address: SEARCH_PATH, folder: '/search' },
  { address: NEWSLETTER_ROOT, folder: '/newsletter' },
]

/**
 * Returns the rewrites for moved folders: from the new URL to the folder, and from the folder's name to the catch-all
 * page.
 */
export function buildFolderRewrites(folders = MOVABLE_FOLDERS): { source: string; destination: string }[] {
  const movedFolders = folders.filter(({ address, folder }) => address !== folder)
  const buildRewrite = (from: string, to: string) => ({ source: `${from}/:path*`, destination: `${to}/:path*` })
  // The order matters, because Next.js applies all matching rewrites in sequence.
  return [
    ...movedFolders.map(({ folder }) => buildRewrite(folder, CATCH_ALL_PREFIX + folder)),
    ...movedFolders.map(({ address, folder }) => buildRewrite(address, folder)),
  ]
}
