/*
 * Every address of the site, in one place: a part of the site is moved by changing its line here. Without imports, so
 * that pages, components, queries, the schema, the Studio and tests may all use it.
 */

export const HOME_PATH = '/'

/** The overview of cities, a page that editors make; each city is below it. */
export const CITY_ROOT = '/hvac-ai-sdr'
export const SEO_SERVICES_PATH = '/hvac-seo-services'
export const PRICING_PATH = '/pricing'
export const CONTACT_PATH = '/contact'

/** Id of the play button beside a hero, and the address of that of the home page: where links lead that say "hear it". */
export const HEAR_CALL_ID = 'hear-the-call'
export const HEAR_CALL_HREF = `${HOME_PATH}#${HEAR_CALL_ID}`

/** Id of the steps of a page. */
export const STEPS_ID = 'steps'

/** The calculator of missed calls, and its place on the home page. */
export const CALCULATOR_ID = 'calculator'
export const CALCULATOR_HREF = `${HOME_PATH}#${CALCULATOR_ID}`
/** Where the links of the newsletter's mails lead: pages of the site's own, made for each request. */
export const NEWSLETTER_ROOT = '/newsletter'

/** Lists that fill themselves: addresses without a document of their own. */
export const BLOG_ROOT = '/blog'
export const CATEGORY_ROOT = `${BLOG_ROOT}/category`
export const AUTHOR_ROOT = `${BLOG_ROOT}/author`
export const FEED_PATH = `${BLOG_ROOT}/rss.xml`
export const PRESS_ROOT = '/press'
export const DOCUMENTATION_ROOT = '/documentation'
export const API_ROOT = '/api'
export const INTEGRATION_ROOT = '/integrations'
export const TEST_CALLS_PATH = '/test-calls'

/** The sample dashboard, which is open to everybody; its screens are below it. */
export const DEMO_ROOT = '/demo'

/** The results of a search, the file that the search of a browser loads, and where the documentation's own search was. */
export const SEARCH_PATH = '/search'
export const SEARCH_FILE_PATH = `${SEARCH_PATH}/index.json`
export const FORMER_SEARCH_PATH = `${DOCUMENTATION_ROOT}/search`

/** Pages that the Solutions menu offers as soon as an editor has published them. */
export const SOLUTION_PATHS: string[] = [CITY_ROOT, SEO_SERVICES_PATH]

/** Where links to an account lead; they keep the query and lead on to the pages of the account, whatever those are called. */
export const SIGN_IN_PATH = '/sign-in'
export const SIGN_UP_PATH = '/sign-up'

export const LOGIN_PATH = '/login'
export const REGISTER_PATH = '/register'

/** Where people arrive after signing in or registering, unless they asked for another page first. */
export const DASHBOARD_PATH = '/dashboard'

/** The service worker of the dashboard, and what the dashboard is as an app of its own. */
export const DASHBOARD_WORKER_PATH = '/dashboard-worker.js'
export const DASHBOARD_MANIFEST_PATH = '/dashboard.webmanifest'

/** Shown in place of a page of the account while Clerk cannot be reached. */
export const UNAVAILABLE_PATH = '/sign-in-unavailable'

/** The page that says there is nothing: no document can have this path. */
export const NOT_FOUND_PATH = '/not-found'

/** Pictures for sharing: that of a page is below this, at the page's path. */
export const SHARE_IMAGE_ROOT = '/opengraph-image'

const ACCOUNT = [SIGN_IN_PATH, SIGN_UP_PATH, LOGIN_PATH, REGISTER_PATH, DASHBOARD_PATH]

/** Whether an address on this site is one of the account, or leads there. */
export const isAccountPath = (href: string): boolean =>
  ACCOUNT.some((path) => href.startsWith(path) && /^([/?#]|$)/.test(href.slice(path.length)))

/** Addresses of pages that are no documents: known to whoever types them in capital letters. */
export const PAGES_WITHOUT_DOCUMENT: ReadonlySet<string> = new Set([...ACCOUNT, SEARCH_PATH])

const firstSegment = (path: string) => path.split('/')[1] ?? ''

/** First segments of the paths of the account. */
export const ACCOUNT_SEGMENTS: string[] = [...ACCOUNT, UNAVAILABLE_PATH].map(firstSegment)

/** First segments of paths that other parts of the site answer: no editor can give them, or those of a list, to a page. */
export const RESERVED_SEGMENTS: ReadonlySet<string> = new Set([
  ...[SEARCH_PATH, API_ROOT, DEMO_ROOT, NEWSLETTER_ROOT, NOT_FOUND_PATH, SHARE_IMAGE_ROOT].map(firstSegment),
  ...ACCOUNT_SEGMENTS,
  'images',
  'robots',
  'sitemap',
  'studio',
])

/** First segments of paths that something answers before a redirect is looked up. */
export const ANSWERED_SEGMENTS: ReadonlySet<string> = new Set([
  ...[API_ROOT, ...ACCOUNT].map(firstSegment),
  '_next',
  'studio',
])

/** Characters of the longest slug. */
export const MAX_SLUG_LENGTH = 80

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** Whether a page can be at a slug; datasets also hold slugs of other systems. */
export const isSlug = (slug: string) => slug.length <= MAX_SLUG_LENGTH && SLUG.test(slug)

type Entry = { slug: string | null } | null | undefined

/** Addresses of entries; undefined while a draft has no slug, and for a slug at which no page can be. */
const below = (root: string) => (entry: Entry) =>
  entry?.slug && isSlug(entry.slug) ? `${root}/${entry.slug}` : undefined

export const cityHref = below(CITY_ROOT)
export const postHref = below(BLOG_ROOT)
export const categoryHref = below(CATEGORY_ROOT)
export const authorHref = below(AUTHOR_ROOT)
export const pressHref = below(PRESS_ROOT)
export const docHref = below(DOCUMENTATION_ROOT)
/** Slugs that have a part of their own: the page for when something is wrong, and the section of worked examples. */
export const TROUBLESHOOTING_SLUG = 'troubleshooting'
export const EXAMPLES_SLUG = 'worked-examples'
/** A section of the documentation, in the list of all pages. */
export const docSectionHref = ({ slug }: { slug: string | null }) =>
  slug ? `${DOCUMENTATION_ROOT}#${slug}` : undefined
export const integrationHref = below(INTEGRATION_ROOT)

/** As the schema has it; a cache tag could hold 256 characters. */
export const MAX_PATH_LENGTH = 120

const PATH = /^(\/[a-z0-9]+(-[a-z0-9]+)*)+$/

/** Joins route segments to a path; no segments are the home page. */
export const pathOf = (segments: string[] = []) => `/${segments.join('/')}`

/** Whether a document could ever have this path, so that nonsense costs no request to the Content Lake. */
export const isContentPath = (path: string) => path === HOME_PATH || (path.length <= MAX_PATH_LENGTH && PATH.test(path))

/** Where the page of all other paths looks for what has the address of a folder that is elsewhere now. */
export const ELSEWHERE = '/~'

/** Whether a path is `root` or below it. */
export const isBelow = (root: string, path: string) => path === root || path.startsWith(`${root}/`)

/**
 * Which folder of `app/` answers at an address and below it, where that is not the page of all stored pages. A folder is
 * named for the address it had at first; when the address moves, {@link folderRewrites} lead from there to the folder, so
 * nothing has to be renamed.
 */
export const FOLDERS: { address: string; folder: string }[] = [
  { address: FEED_PATH, folder: '/blog/rss.xml' },
  { address: SEARCH_PATH, folder: '/search' },
  { address: NEWSLETTER_ROOT, folder: '/newsletter' },
]

/**
 * Rewrites for the folders whose address has moved, none while no address has: from the new address to the folder, and
 * from the address that has the folder's name to the page of all other paths.
 */
export function folderRewrites(folders = FOLDERS): { source: string; destination: string }[] {
  const moved = folders.filter(({ address, folder }) => address !== folder)
  const below = (from: string, to: string) => ({ source: `${from}/:path*`, destination: `${to}/:path*` })
  // In this order, because the framework applies all that match, one after the other.
  return [
    ...moved.map(({ folder }) => below(folder, ELSEWHERE + folder)),
    ...moved.map(({ address, folder }) => below(address, folder)),
  ]
}
