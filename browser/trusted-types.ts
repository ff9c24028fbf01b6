/**
 * Subset of https://developer.mozilla.org/docs/Web/API/TrustedTypePolicyFactory, which some browsers do not support.
 */
type Rules = { createScriptURL?: (address: string) => string | null; createHTML?: (html: string) => string }
type Factory = { createPolicy: (name: string, rules: Rules) => { createHTML: (html: string) => string } }

const { trustedTypes } = globalThis as { trustedTypes?: Factory }

function isOwnScript(url: string): boolean {
  const { origin, pathname } = new URL(url, location.origin)
  return origin === location.origin && pathname.startsWith('/scripts/')
}

/** Creates the default Trusted Types policy. It allows only bundles from `browser/` as script and worker URLs. */
export function allowOwnScripts(): void {
  trustedTypes?.createPolicy('default', { createScriptURL: (url) => (isOwnScript(url) ? url : null) })
}

let forms: ReturnType<Factory['createPolicy']> | undefined

export function formHtml(html: string): string {
  // Creates the policy lazily. Several bundles include this module, and a policy name is valid only once.
  forms ??= trustedTypes?.createPolicy('form', { createHTML: (text) => text })
  return forms?.createHTML(html) ?? html
}
