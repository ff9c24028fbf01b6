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

/** Lists that fill themselves: addresses without a document of their own. */
export const BLOG_ROOT = '/blog'
export const CATEGORY_ROOT = `${BLOG_ROOT}/category`
export const AUTHOR_ROOT = `${BLOG_ROOT}/author`
export const FEED_PATH = `${BLOG_ROOT}/rss.xml`
export const PRESS_ROOT = '/press'
export const DOCUMENTATION_ROOT = '/documentation'
export const DOCUMENTATION_SEARCH = `${DOCUMENTATION_ROOT}/search`
export const API_ROOT = '/api'

/** Pages that the Solutions menu offers as soon as an editor has published them. */
export const SOLUTION_PATHS: string[] = [CITY_ROOT, SEO_SERVICES_PATH]

/** Where links to an account lead; they keep the query and lead on to the pages of the account, whatever those are called. */
export const SIGN_IN_PATH = '/sign-in'
export const SIGN_UP_PATH = '/sign-up'

export const LOGIN_PATH = '/login'
export const REGISTER_PATH = '/register'

/** Where people arrive after signing in or registering, unless they asked for another page first. */
export const DASHBOARD_PATH = '/dashboard'

/** Shown in place of a page of the account while Clerk cannot be reached. */
export const UNAVAILABLE_PATH = '/sign-in-unavailable'

const ACCOUNT = [SIGN_IN_PATH, SIGN_UP_PATH, LOGIN_PATH, REGISTER_PATH, DASHBOARD_PATH]

/** Whether an address on this site is one of the account, or leads there. */
export const isAccountPath = (href: string): boolean =>
  ACCOUNT.some((path) => href.startsWith(path) && /^([/?#]|$)/.test(href.slice(path.length)))

const firstSegment = (path: string) => path.split('/')[1] ?? ''

/** First segments of paths that other parts of the site answer: no editor can give them to a page. */
export const RESERVED_SEGMENTS: ReadonlySet<string> = new Set([
  ...[BLOG_ROOT, PRESS_ROOT, DOCUMENTATION_ROOT, API_ROOT, ...ACCOUNT, UNAVAILABLE_PATH].map(firstSegment),
  'images',
  'opengraph-image',
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

type Entry = { slug: string | null } | null | undefined

/** Addresses of entries; undefined while a draft has no slug. */
const below = (root: string) => (entry: Entry) => (entry?.slug ? `${root}/${entry.slug}` : undefined)

export const cityHref = below(CITY_ROOT)
export const postHref = below(BLOG_ROOT)
export const categoryHref = below(CATEGORY_ROOT)
export const authorHref = below(AUTHOR_ROOT)
export const pressHref = below(PRESS_ROOT)
export const docHref = below(DOCUMENTATION_ROOT)

/** As the schema has it; a cache tag could hold 256 characters. */
const MAX_PATH_LENGTH = 120

const PATH = /^(\/[a-z0-9]+(-[a-z0-9]+)*)+$/

/** Joins route segments to a path; no segments are the home page. */
export const pathOf = (segments: string[] = []) => `/${segments.join('/')}`

/** Whether a document could ever have this path, so that nonsense costs no request to the Content Lake. */
export const isContentPath = (path: string) => path === HOME_PATH || (path.length <= MAX_PATH_LENGTH && PATH.test(path))
