import { knownScriptHashes } from '../csp/inline-scripts.ts'
import { sitePolicy, sitePolicyOptions } from '../csp/site-policy.ts'
import type { StoredValue } from './entry.ts'
import { statusOf } from './status.ts'

const FILES = /<script\b[^>]*\ssrc="\/_next\/static\/[^"]*"[^>]*><\/script>/gi
const PRELOADS = /<link\b(?=[^>]*\brel="preload")(?=[^>]*\bas="script")[^>]*>/gi

/** Matches bootstrap scripts and flight data, which repeats the page. Both escape `<`. */
const INLINE =
  /<script\b[^>]*>(?:\(self\.__next_f=self\.__next_f\|\|\[\]\)|self\.__next_f|\(globalThis\["TURBOPACK"\])[\s\S]*?<\/script>/g

/** Matches React's hydration comments, between texts and around boundaries. */
const MARKS = /<!--(?: |\/?[$&][?!~]?|html|head|body)-->/g

/**
 * Removes scripts, preloads, data and comments of React and Next.js. The scripts in browser/ make the page interactive.
 */
export const withoutFramework = (html: string): string =>
  html.replaceAll(FILES, '').replaceAll(PRELOADS, '').replaceAll(INLINE, '').replaceAll(MARKS, '')

const POLICY_HEADER = 'content-security-policy'

export function finishHtml(rendered: string): { html: string; headers: Record<string, string> } {
  const html = withoutFramework(rendered)
  return { html, headers: { [POLICY_HEADER]: sitePolicy(knownScriptHashes(html), sitePolicyOptions()) } }
}

/**
 * Returns a page as the cache stores it: final HTML with its status, without flight data. Other values stay unchanged.
 */
export function finishPage(value: StoredValue): StoredValue {
  if (value.kind !== 'APP_PAGE' || typeof value.html !== 'string') return value
  const { html, headers } = finishHtml(value.html)
  return {
    ...value,
    html,
    rscData: undefined,
    segmentData: undefined,
    status: statusOf(html) ?? value.status,
    headers: { ...value.headers, ...headers },
  }
}
