import { type Directives, buildPolicyHeader } from './policy.ts'

export type AccountPolicyOptions = {
  /** Nonce of one response. */
  nonce: string
  /** Host of Clerk's Frontend API; undefined if the site proxies Clerk. */
  frontendApi: string | undefined
  secure: boolean
  /** Whether the development server runs; it uses `eval`. */
  development: boolean
  additional?: Directives
}

/** Hash of the noscript fallback in Clerk's code field (input-otp). This constant style element has no nonce. */
export const CODE_FIELD_STYLE = "'sha256-KQDhUccuEkZUQDnfbVDeY+ev2LZ+73AQR7ro4JppAY8='"

/** Returns the sources of hosted Clerk: its host, profile pictures and bot protection. */
const buildClerkSources = (frontendApi: string): Directives => ({
  'connect-src': [`https://${frontendApi}`],
  'img-src': ['https://img.clerk.com'],
  'frame-src': ['https://challenges.cloudflare.com'],
})

/**
 * Builds the CSP of an account page. It allows scripts with the nonce and the scripts that they load, the site's
 * styles, and Clerk's origins. Source: https://clerk.com/docs/guides/secure/best-practices/csp-headers
 */
export function buildAccountPolicy({
  nonce,
  frontendApi,
  secure,
  development,
  additional = {},
}: AccountPolicyOptions): string {
  // Browsers ignore 'unsafe-inline' next to a nonce, and the voice agent needs 'unsafe-inline'.
  const styles = additional['style-src'] ? [] : [`'nonce-${nonce}'`, CODE_FIELD_STYLE]
  return buildPolicyHeader(
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
    frontendApi ? buildClerkSources(frontendApi) : {},
  )
}
