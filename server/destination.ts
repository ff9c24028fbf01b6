import { SPECULATION_RULES_PATH } from '../lib/http/speculation-rules.ts'
import {
  API_ROOT,
  DASHBOARD_MANIFEST_PATH,
  DASHBOARD_PATH,
  DASHBOARD_WORKER_PATH,
  FORMER_SEARCH_PATH,
  LOGIN_PATH,
  NEWSLETTER_ROOT,
  REGISTER_PATH,
  SEARCH_FILE_PATH,
  SEARCH_PATH,
  SHARE_IMAGE_ROOT,
  SIGN_IN_PATH,
  SIGN_UP_PATH,
  UNAVAILABLE_PATH,
} from '../lib/routes.ts'
import { feedPaths } from '../sanity/content-types.ts'
import { OPERATOR_PATHS } from './operator.ts'

/**
 * Who answers below a path: `page` a stored page, or the answer that there is none; `stored` the stored answer of a route;
 * `made` a page that is made for each request; `rules` the rules of links; `operator` what whoever runs the site is told;
 * `framework` the framework, for whoever asks.
 */
export type Destination = 'page' | 'stored' | 'made' | 'rules' | 'operator' | 'framework'

/** What the framework answers whatever is below it, beside stored pages. */
const FRAMEWORK_ROOTS = ['/_next', '/__clerk', '/studio', LOGIN_PATH, REGISTER_PATH, DASHBOARD_PATH]

/** What the framework answers at one path alone: what it makes, or has in `app/` as it is. */
const FRAMEWORK_FILES = new Set([
  SIGN_IN_PATH,
  SIGN_UP_PATH,
  UNAVAILABLE_PATH,
  ...feedPaths,
  FORMER_SEARCH_PATH,
  DASHBOARD_WORKER_PATH,
  DASHBOARD_MANIFEST_PATH,
  '/robots.txt',
  '/sitemap.xml',
  '/llms.txt',
  '/manifest.webmanifest',
  '/.well-known/security.txt',
  '/favicon.ico',
  '/icon.svg',
  '/apple-icon.png',
])

const SITEMAP_ROOT = '/sitemap'

/** Where the scripts of browser/ are. */
export const SCRIPTS_ROOT = '/scripts/'

/** Scripts of Clerk at an exact version, which never change. */
const SCRIPT_OF_CLERK = /^\/__clerk\/npm\/@clerk\/[\w-]+@\d+\.\d+\.\d+\/dist\/[\w.-]+\.js$/

const STORED_ROOTS = [SCRIPTS_ROOT, `${SHARE_IMAGE_ROOT}/`]

/** Whether a path is one segment below a root. */
const isDirectlyBelow = (root: string, path: string) =>
  path.startsWith(`${root}/`) && path.lastIndexOf('/') === root.length

/**
 * Who answers a path; a test holds this against the folders of `app/`.
 * @param publicFiles paths of the files in `public/`
 */
export function destinationOf(path: string, publicFiles: ReadonlySet<string>): Destination {
  if (path === SEARCH_FILE_PATH || path === SHARE_IMAGE_ROOT || STORED_ROOTS.some((root) => path.startsWith(root)))
    return 'stored'
  if (SCRIPT_OF_CLERK.test(path)) return 'stored'
  if (path === SEARCH_PATH || isDirectlyBelow(NEWSLETTER_ROOT, path)) return 'made'
  if (path === SPECULATION_RULES_PATH) return 'rules'
  if (OPERATOR_PATHS.has(path)) return 'operator'
  const isOfFramework =
    FRAMEWORK_FILES.has(path) ||
    isDirectlyBelow(SITEMAP_ROOT, path) ||
    path.startsWith(`${API_ROOT}/`) ||
    FRAMEWORK_ROOTS.some((root) => path === root || path.startsWith(`${root}/`))
  return isOfFramework || publicFiles.has(path) ? 'framework' : 'page'
}
