import { knownScriptHashes } from '../csp/inline-scripts.ts'
import { sitePolicy, sitePolicyOptions } from '../csp/site-policy.ts'
import type { StoredValue } from './entry.ts'
import { statusOf } from './status.ts'

const FILES = /<script\b[^>]*\ssrc="\/_next\/static\/[^"]*"[^>]*><\/script>/gi
const PRELOADS = /<link\b(?=[^>]*\brel="preload")(?=[^>]*\bas="script")[^>]*>/gi

/** Bootstrap scripts and flight data, which repeats the page; `<` is escaped in both. */
const INLINE =
  /<script\b[^>]*>(?:\(self\.__next_f=self\.__next_f\|\|\[\]\)|self\.__next_f|\(globalThis\["TURBOPACK"\])[\s\S]*?<\/script>/g

/** React's hydration comments: between texts, and around boundaries. */
const MARKS = /<!--(?: |\/?[$&][?!~]?|html|head|body)-->/g

/** Removes scripts, preloads, data and comments of React and Next.js. Interaction comes from the scripts of browser/. */
export const withoutFramework = (html: string): string =>
  html.replaceAll(FILES, '').replaceAll(PRELOADS, '').replaceAll(INLINE, '').replaceAll(MARKS, '')

const POLICY_HEADER = 'content-security-policy'

export function finishHtml(rendered: string): { html: string; headers: Record<string, string> } {
  const html = withoutFramework(rendered)
  return { html, headers: { [POLICY_HEADER]: sitePolicy(knownScriptHashes(html), sitePolicyOptions()) } }
}

/** A page as stored: final HTML, its status, no flight data. Other values are unchanged. */
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
