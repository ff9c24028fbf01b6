/** What is used of https://developer.mozilla.org/docs/Web/API/TrustedTypePolicyFactory, which not every browser has. */
type Rules = { createScriptURL?: (address: string) => string | null; createHTML?: (html: string) => string }
type Factory = { createPolicy: (name: string, rules: Rules) => { createHTML: (html: string) => string } }

const { trustedTypes } = globalThis as { trustedTypes?: Factory }

/** Whether a URL, relative or absolute, is a bundle of `browser/` on this site. */
function isOwnScript(url: string): boolean {
  const { origin, pathname } = new URL(url, location.origin)
  return origin === location.origin && pathname.startsWith('/scripts/')
}

/** Creates the default policy: a string may become a script or worker URL only if it is a bundle of `browser/`. */
export function allowOwnScripts(): void {
  trustedTypes?.createPolicy('default', { createScriptURL: (url) => (isOwnScript(url) ? url : null) })
}

let forms: ReturnType<Factory['createPolicy']> | undefined

/** HTML of a form, as the site has answered with it. */
export function formHtml(html: string): string {
  // Made when it is first needed: every bundle that this module is part of would make one otherwise, and a page takes each name once.
  forms ??= trustedTypes?.createPolicy('form', { createHTML: (text) => text })
  return forms?.createHTML(html) ?? html
}
