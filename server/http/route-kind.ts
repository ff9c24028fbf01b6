import { SPECULATION_RULES_PATH } from '../../lib/platform/http/speculation-rules.ts'
import {
  API_ROOT,
  DASHBOARD_MANIFEST_PATH,
  DASHBOARD_PATH,
  DASHBOARD_WORKER_PATH,
  LEGACY_SEARCH_PATH,
  HOME_PATH,
  isBelow,
  LOGIN_PATH,
  NEWSLETTER_ROOT,
  REGISTER_PATH,
  SEARCH_FILE_PATH,
  SEARCH_PATH,
  SHARE_IMAGE_ROOT,
  SIGN_IN_PATH,
  SIGN_UP_PATH,
  UNAVAILABLE_PATH,
} from '../../lib/routes.ts'
import { feedPaths } from '../../sanity/content-types.ts'
import type { RequestContext } from './context.ts'
import type { SiteRequest } from './site-request.ts'
import { STATIC_ROOT } from './static-files.ts'

/**
 * Route kinds that depend only on the path. `page`: a cached page or the 404 page. `cached`: a cached route handler.
 * `dynamic`: rendered per request. `rules`: the speculation rules. `operator`: health and metrics. `next`: everything
 * else of Next.js.
 */
export type PathKind = 'page' | 'cached' | 'dynamic' | 'rules' | 'operator' | 'next'

/**
 * Route kinds that also depend on the request: a `file` of the build, a server `action`, a path with `extra-slashes`.
 */
export type RouteKind = PathKind | 'file' | 'action' | 'extra-slashes'

export const LIVENESS_PATH = '/api/health/live'
export const READINESS_PATH = '/api/health/ready'
const METRICS_PATH = '/api/metrics'
export const OPERATOR_PATHS: ReadonlySet<string> = new Set([LIVENESS_PATH, READINESS_PATH, METRICS_PATH])

const ROOTS_WITH_ACTIONS = [DASHBOARD_PATH, LOGIN_PATH, REGISTER_PATH]

export const hasActions = (path: string): boolean => ROOTS_WITH_ACTIONS.some((root) => isBelow(root, path))

const ACTION_HEADER = 'next-action'

const isAction = ({ headers }: SiteRequest): boolean => headers[ACTION_HEADER] !== undefined

/** Roots whose paths Next.js handles. */
const NEXT_ROOTS = ['/_next', '/__clerk', '/studio', LOGIN_PATH, REGISTER_PATH, DASHBOARD_PATH]

/** Exact paths that Next.js handles: redirects, and files of `app/`. */
const NEXT_PAGES = [SIGN_IN_PATH, SIGN_UP_PATH, UNAVAILABLE_PATH, LEGACY_SEARCH_PATH]
const NEXT_TEXTS = ['/robots.txt', '/sitemap.xml', '/llms.txt', '/manifest.webmanifest', '/.well-known/security.txt']
const NEXT_ICONS = ['/favicon.ico', '/icon.svg', '/apple-icon.png']
const DASHBOARD_FILES = [DASHBOARD_WORKER_PATH, DASHBOARD_MANIFEST_PATH]
const NEXT_FILES = new Set([...NEXT_PAGES, ...NEXT_TEXTS, ...NEXT_ICONS, ...DASHBOARD_FILES, ...feedPaths])

const SITEMAP_ROOT = '/sitemap'

export const SCRIPTS_ROOT = '/scripts/'

/** Matches Clerk scripts of an exact version, which never change. */
const CLERK_SCRIPT_PATTERN = /^\/__clerk\/npm\/@clerk\/[\w-]+@\d+\.\d+\.\d+\/dist\/[\w.-]+\.js$/

const CACHED_ROOTS = [SCRIPTS_ROOT, `${SHARE_IMAGE_ROOT}/`]

const isDirectlyBelow = (root: string, path: string) =>
  path.startsWith(`${root}/`) && path.lastIndexOf('/') === root.length

/** Returns the kind of a path. A test compares the result with the folders of `app/`. */
export function findPathKind(path: string, publicFiles: ReadonlySet<string>): PathKind {
  if (path === SEARCH_FILE_PATH || path === SHARE_IMAGE_ROOT || CACHED_ROOTS.some((root) => path.startsWith(root)))
    return 'cached'
  if (CLERK_SCRIPT_PATTERN.test(path)) return 'cached'
  if (path === SEARCH_PATH || isDirectlyBelow(NEWSLETTER_ROOT, path)) return 'dynamic'
  if (path === SPECULATION_RULES_PATH) return 'rules'
  if (OPERATOR_PATHS.has(path)) return 'operator'
  const isNext =
    NEXT_FILES.has(path) ||
    isDirectlyBelow(SITEMAP_ROOT, path) ||
    path.startsWith(`${API_ROOT}/`) ||
    NEXT_ROOTS.some((root) => isBelow(root, path))
  return isNext || publicFiles.has(path) ? 'next' : 'page'
}

/** Returns whether the path has extra slashes. Next.js redirects such paths to the canonical path. */
const hasExtraSlashes = (path: string): boolean =>
  path !== HOME_PATH && (path.endsWith('/') || path.includes('//') || path.includes('\\'))

/** Returns the kind of a request. In draft mode, Next.js renders everything except operator endpoints. */
export function findRouteKind({ site, request, path, isRead, isDraft }: RequestContext): RouteKind {
  if (isRead && path.startsWith(STATIC_ROOT)) return 'file'
  if (request.method === 'POST' && hasActions(path) && isAction(request)) return 'action'
  if (hasExtraSlashes(path)) return isRead && !isDraft ? 'extra-slashes' : 'next'
  const kind = findPathKind(path, site.publicFiles)
  return isDraft && kind !== 'operator' ? 'next' : kind
}
