import { ALONE, OPENER_POLICY } from './isolation.ts'

/** Headers of every answer, beside its policy; in small letters, so that an answer of its own kind has its own instead. */
export const securityHeaders = (siteUrl: string): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  [OPENER_POLICY]: ALONE,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(self), payment=(), usb=()',
  ...(siteUrl.startsWith('https:') && {
    'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
  }),
})
