import { env } from '../env.ts'
import { lakeSources } from './studio-policy.ts'
import { ownScriptHashes } from './inline-scripts.ts'
import { sitePolicyOptions } from './site-policy-options.ts'
import { sitePolicy } from './site-policy.ts'

type DynamicPolicyOptions = {
  /** Random text of this one answer, which the framework gives its own scripts. */
  nonce: string
  /** Whether the answer may be a preview of drafts. */
  isDraft: boolean
}

/** More sources for some directives, from several lists. */
function merged(...lists: Record<string, string[]>[]): Record<string, string[]> {
  const names = new Set(lists.flatMap((list) => Object.keys(list)))
  return Object.fromEntries([...names].map((name) => [name, lists.flatMap((list) => list[name] ?? [])]))
}

/**
 * What a preview needs besides: the Content Lake, which tells of changes, and the styles that the Studio's overlays make
 * while they run.
 */
function previewSources(): Record<string, string[]> {
  const lake = lakeSources(env().apiHost)
  return { 'connect-src': lake.connect, 'img-src': lake.images, 'style-src': ["'unsafe-inline'"] }
}

/** The Content-Security-Policy of a public page that is made for each request: the search, and drafts. */
export function dynamicPolicy({ nonce, isDraft }: DynamicPolicyOptions): string {
  const options = sitePolicyOptions()
  // The development server evaluates code.
  const development: Record<string, string[]> =
    process.env.NODE_ENV === 'development' ? { 'script-src': ["'unsafe-eval'"] } : {}
  return sitePolicy([`'nonce-${nonce}'`, ...ownScriptHashes], {
    ...options,
    additional: merged(options.additional, isDraft ? previewSources() : {}, development),
  })
}
