/** What is used of https://developer.mozilla.org/docs/Web/API/TrustedTypePolicyFactory, which not every browser has. */
type Rules = { createScriptURL?: (address: string) => string | null; createHTML?: (html: string) => string }
type Factory = { createPolicy: (name: string, rules: Rules) => { createHTML: (html: string) => string } }

const { trustedTypes } = globalThis as { trustedTypes?: Factory }

/** Has the browser load the files of browser/ as scripts and workers, and nothing else that an address of text leads to. */
export function allowOwnScripts(): void {
  trustedTypes?.createPolicy('default', {
    createScriptURL: (address) => (address.startsWith('/scripts/') ? address : null),
  })
}

const forms = trustedTypes?.createPolicy('form', { createHTML: (html) => html })

/** HTML of a form, as the site has answered with it. */
export const formHtml = (html: string): string => forms?.createHTML(html) ?? html
