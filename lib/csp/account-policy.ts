import { type Directives, policyHeader } from './policy.ts'

export type AccountPolicyOptions = {
  /** Random text of this one answer, which the scripts and style elements of the page carry. */
  nonce: string
  /** Host that the browser talks to beside the site; undefined when it reaches Clerk through the site. */
  frontendApi: string | undefined
  /** True on a site that is served over https. */
  secure: boolean
  /** True on the development server, which evaluates code. */
  development: boolean
  /** Sources besides the site's own files, by directive: what the voice agent needs. */
  additional?: Directives
}

/**
 * Hash of the one style element of Clerk's components without a nonce: what the field for a code (input-otp) shows where
 * there are no scripts. It is an element of that library's own, and always the same.
 */
export const CODE_FIELD_STYLE = "'sha256-KQDhUccuEkZUQDnfbVDeY+ev2LZ+73AQR7ro4JppAY8='"

/** What hosted Clerk needs: its own host, pictures of people, and the check that a form is not filled in by a program. */
const hosted = (frontendApi: string): Directives => ({
  'connect-src': [`https://${frontendApi}`],
  'img-src': ['https://img.clerk.com'],
  'frame-src': ['https://challenges.cloudflare.com'],
})

/**
 * The Content-Security-Policy of a page of the account, which is made for each request: scripts that carry the nonce and
 * what they load, own styles and those of Clerk's components, and no other origin than Clerk's.
 * Source for what Clerk needs: https://clerk.com/docs/guides/secure/best-practices/csp-headers
 */
export function accountPolicy({
  nonce,
  frontendApi,
  secure,
  development,
  additional = {},
}: AccountPolicyOptions): string {
  // A nonce makes browsers ignore 'unsafe-inline': a widget that asks for the one cannot have the other beside it.
  const styles = additional['style-src'] ? [] : [`'nonce-${nonce}'`, CODE_FIELD_STYLE]
  return policyHeader(
    {
      'default-src': ["'none'"],
      'script-src': ["'self'", `'nonce-${nonce}'`, "'strict-dynamic'", ...(development ? ["'unsafe-eval'"] : [])],
      'style-src': ["'self'", ...(development ? ["'unsafe-inline'"] : styles)],
      'style-src-attr': ["'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'blob:'],
      'media-src': ["'self'"],
      'font-src': ["'self'"],
      'connect-src': ["'self'"],
      'frame-src': ["'self'"],
      'worker-src': ["'self'", 'blob:'],
      'manifest-src': ["'self'"],
      'form-action': ["'self'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
      ...(secure && { 'upgrade-insecure-requests': [] }),
    },
    additional,
    frontendApi ? hosted(frontendApi) : {},
  )
}
