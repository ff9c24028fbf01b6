import { SPECULATION_RULES_PATH } from '../lib/http/speculation-rules.ts'
import {
  ACCOUNT_SEGMENTS,
  API_ROOT,
  FEED_PATH,
  FORMER_SEARCH_PATH,
  NEWSLETTER_ROOT,
  SEARCH_FILE_PATH,
  SEARCH_PATH,
  SHARE_IMAGE_ROOT,
} from '../lib/routes.ts'

/**
 * Who answers below a path: `page` a stored page, or the answer that there is none; `stored` the stored answer of a route;
 * `made` a page that is made for each request; `rules` the rules of links; `framework` the framework, for whoever asks.
 */
export type Destination = 'page' | 'stored' | 'made' | 'rules' | 'framework'

/** First segments of what the framework answers, beside stored pages. */
const FRAMEWORK_SEGMENTS = new Set(['_next', '__clerk', 'sitemap', 'studio', ...ACCOUNT_SEGMENTS])

/** Files that the framework makes, or has in `app/` as they are. */
const FRAMEWORK_FILES = new Set([
  FEED_PATH,
  FORMER_SEARCH_PATH,
  '/robots.txt',
  '/sitemap.xml',
  '/llms.txt',
  '/manifest.webmanifest',
  '/.well-known/security.txt',
  '/favicon.ico',
  '/icon.svg',
  '/apple-icon.png',
])

/** Where the scripts of browser/ are. */
export const SCRIPTS_ROOT = '/scripts/'

const STORED_ROOTS = [SCRIPTS_ROOT, `${SHARE_IMAGE_ROOT}/`]

/**
 * Who answers a path; a test holds this against the folders of `app/`.
 * @param publicFiles paths of the files in `public/`
 */
export function destinationOf(path: string, publicFiles: ReadonlySet<string>): Destination {
  if (path === SEARCH_FILE_PATH || path === SHARE_IMAGE_ROOT || STORED_ROOTS.some((root) => path.startsWith(root)))
    return 'stored'
  if (path === SEARCH_PATH || path.startsWith(`${NEWSLETTER_ROOT}/`)) return 'made'
  if (path === SPECULATION_RULES_PATH) return 'rules'
  const segment = path.split('/', 2)[1] ?? ''
  const isOfFramework = FRAMEWORK_SEGMENTS.has(segment) || path.startsWith(`${API_ROOT}/`) || FRAMEWORK_FILES.has(path)
  return isOfFramework || publicFiles.has(path) ? 'framework' : 'page'
}
