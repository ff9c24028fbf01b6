import { type Directives, policyHeader } from './policy.ts'

export type AccountPolicyOptions = {
  /** Per response. */
  nonce: string
  /** Clerk's host; undefined if the site proxies Clerk. */
  frontendApi: string | undefined
  secure: boolean
  /** The development server uses `eval`. */
  development: boolean
  additional?: Directives
}

/** Clerk's code field (input-otp) has one style element without a nonce, its noscript fallback, which never changes. */
export const CODE_FIELD_STYLE = "'sha256-KQDhUccuEkZUQDnfbVDeY+ev2LZ+73AQR7ro4JppAY8='"

/** Hosted Clerk: its own host, profile pictures and bot protection. */
const hosted = (frontendApi: string): Directives => ({
  'connect-src': [`https://${frontendApi}`],
  'img-src': ['https://img.clerk.com'],
  'frame-src': ['https://challenges.cloudflare.com'],
})

/**
 * CSP of an account page: scripts with the nonce and what they load, own styles, and Clerk's origins. Source:
 * https://clerk.com/docs/guides/secure/best-practices/csp-headers
 */
export function accountPolicy({
  nonce,
  frontendApi,
  secure,
  development,
  additional = {},
}: AccountPolicyOptions): string {
  // Browsers ignore 'unsafe-inline' next to a nonce, and the voice agent needs it.
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
