import { hashKnownScripts } from '../csp/inline-scripts.ts'
import { buildSitePolicy, getSitePolicyOptions } from '../csp/site-policy.ts'
import type { StoredValue } from './entry.ts'
import { parsePageStatus } from './status.ts'

const SCRIPT_FILE_PATTERN = /<script\b[^>]*\ssrc="\/_next\/static\/[^"]*"[^>]*><\/script>/gi
const PRELOAD_PATTERN = /<link\b(?=[^>]*\brel="preload")(?=[^>]*\bas="script")[^>]*>/gi

/** Matches bootstrap scripts and flight data, which repeats the page. Both escape `<`. */
const INLINE_SCRIPT_PATTERN =
  /<script\b[^>]*>(?:\(self\.__next_f=self\.__next_f\|\|\[\]\)|self\.__next_f|\(globalThis\["TURBOPACK"\])[\s\S]*?<\/script>/g

/** Matches React's hydration comments, between texts and around boundaries. */
const HYDRATION_COMMENT_PATTERN = /<!--(?: |\/?[$&][?!~]?|html|head|body)-->/g

/**
 * Removes scripts, preloads, data and comments of React and Next.js. The scripts in browser/ make the page interactive.
 */
export const removeFramework = (html: string): string =>
  html
    .replaceAll(SCRIPT_FILE_PATTERN, '')
    .replaceAll(PRELOAD_PATTERN, '')
    .replaceAll(INLINE_SCRIPT_PATTERN, '')
    .replaceAll(HYDRATION_COMMENT_PATTERN, '')

const POLICY_HEADER = 'content-security-policy'

export function finishHtml(renderedHtml: string): { html: string; headers: Record<string, string> } {
  const html = removeFramework(renderedHtml)
  return { html, headers: { [POLICY_HEADER]: buildSitePolicy(hashKnownScripts(html), getSitePolicyOptions()) } }
}

/**
 * Returns a page as the cache stores it: final HTML with its status, but no flight data. Other values stay unchanged.
 */
export function finishPage(value: StoredValue): StoredValue {
  if (value.kind !== 'APP_PAGE' || typeof value.html !== 'string') return value
  const { html, headers } = finishHtml(value.html)
  return {
    ...value,
    html,
    rscData: undefined,
    segmentData: undefined,
    status: parsePageStatus(html) ?? value.status,
    headers: { ...value.headers, ...headers },
  }
}
