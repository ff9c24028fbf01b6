/**
 * Subset of https://developer.mozilla.org/docs/Web/API/TrustedTypePolicyFactory, which some browsers do not support.
 */
type PolicyRules = { createScriptURL?: (address: string) => string | null; createHTML?: (html: string) => string }
type PolicyFactory = { createPolicy: (name: string, rules: PolicyRules) => { createHTML: (html: string) => string } }

const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }

function isBundledScript(url: string): boolean {
  const { origin, pathname } = new URL(url, location.origin)
  return origin === location.origin && pathname.startsWith('/scripts/')
}

/** Creates the default Trusted Types policy. It allows only bundles from `browser/` as script and worker URLs. */
export function allowBundledScripts(): void {
  trustedTypes?.createPolicy('default', { createScriptURL: (url) => (isBundledScript(url) ? url : null) })
}

let formPolicy: ReturnType<PolicyFactory['createPolicy']> | undefined

export function createFormHtml(html: string): string {
  // Creates the policy lazily. Several bundles include this module, and a policy name is valid only once.
  formPolicy ??= trustedTypes?.createPolicy('form', { createHTML: (text) => text })
  return formPolicy?.createHTML(html) ?? html
}
