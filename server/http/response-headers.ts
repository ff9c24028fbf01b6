import { buildPolicyHeader } from '../../lib/platform/csp/policy.ts'
import { DASHBOARD_PATH, isBelow, LOGIN_PATH, REGISTER_PATH } from '../../lib/routes.ts'

/** Cache-Control value that makes browsers and shared caches revalidate at every use. */
export const ALWAYS_REVALIDATE = 'public, max-age=0, must-revalidate'

export const isHtml = (type: string | undefined): boolean => type?.startsWith('text/html') === true

export const POLICY_HEADER = 'content-security-policy'
export const OPENER_POLICY_HEADER = 'cross-origin-opener-policy'
export const RESOURCE_POLICY_HEADER = 'cross-origin-resource-policy'

/** Matches content types that other sites embed: images in emails and link previews, and feeds. */
const EMBEDDABLE_TYPE_PATTERN = /^(?:image\/|application\/(?:(?:atom|rss)\+xml|feed\+json)\b)/

const NOT_PUBLIC_PATTERN = /\b(?:private|no-store)\b/

export const getResourcePolicy = (type: string | undefined = '', cacheControl: string | undefined = ''): string =>
  EMBEDDABLE_TYPE_PATTERN.test(type) && !NOT_PUBLIC_PATTERN.test(cacheControl) ? 'cross-origin' : 'same-origin'

/** Opener policy that gives pages of other sites no reference to the window. */
const ISOLATED_POLICY = 'same-origin'

/** Roots whose pages open popups of other sites that post messages back: Sanity, the preview, identity providers. */
const ROOTS_WITH_POPUPS = ['/studio', DASHBOARD_PATH, LOGIN_PATH, REGISTER_PATH]

/** Root of the preview. The Studio opens its window and exchanges messages with it. */
const PREVIEW_ROOT = '/api/draft-mode/'

export function getOpenerPolicy(path: string, isPreview: boolean): string {
  if (isPreview || path.startsWith(PREVIEW_ROOT)) return 'unsafe-none'
  return ROOTS_WITH_POPUPS.some((root) => isBelow(root, path)) ? 'same-origin-allow-popups' : ISOLATED_POLICY
}

const NO_SOURCES = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
}

/** CSP of everything except pages: no scripts, no requests, no frames. */
export const DEFAULT_POLICY = buildPolicyHeader(NO_SOURCES)

/** CSP of scripts. A worker runs under the CSP of its own script, which also covers its imports. */
const SCRIPT_POLICY = buildPolicyHeader({ ...NO_SOURCES, 'script-src': ["'self'"] })
const JAVASCRIPT_TYPE_PATTERN = /^(text|application)\/javascript\b/

export const getDefaultPolicy = (type: string): string =>
  JAVASCRIPT_TYPE_PATTERN.test(type) ? SCRIPT_POLICY : DEFAULT_POLICY

/**
 * Returns the headers of every response except the CSP. Their names are lower case, so that a response can override
 * them.
 */
export const buildSecurityHeaders = (siteUrl: string): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  [OPENER_POLICY_HEADER]: ISOLATED_POLICY,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(self), payment=(), usb=()',
  ...(siteUrl.startsWith('https:') && {
    'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
  }),
})
