import { knownScriptHashes } from '../csp/inline-scripts.ts'
import { type PolicyOptions, sitePolicy } from '../csp/site-policy.ts'

export type { PolicyOptions }

/**
 * The Content-Security-Policy of one finished page: nothing but own files, and of the inline scripts in it those that the
 * project knows. A page whose flight data stayed in its HTML gets no hash for that and stays the static page it is.
 */
export const contentSecurityPolicy = (html: string, options: PolicyOptions): string =>
  sitePolicy(knownScriptHashes(html), options)
