import { knownScriptHashes } from '../csp/inline-scripts.ts'
import { sitePolicy, sitePolicyOptions } from '../csp/site-policy.ts'
import type { StoredValue } from './entry.ts'
import { statusOf } from './status.ts'
import { withoutFramework } from './without-framework.ts'

const POLICY_HEADER = 'content-security-policy'

/** A public page as visitors get it: its HTML without the framework, and its policy, with the scripts that it allows. */
export function finishHtml(rendered: string): { html: string; headers: Record<string, string> } {
  const html = withoutFramework(rendered)
  return { html, headers: { [POLICY_HEADER]: sitePolicy(knownScriptHashes(html), sitePolicyOptions()) } }
}

/**
 * A page as it is stored: finished, with the status it names, and without the flight data that nobody asks for. Anything
 * but a page comes back unchanged.
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
