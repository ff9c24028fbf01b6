import { policyHeader } from './policy.ts'

const HOSTED = {
  images: ['https://cdn.sanity.io'],
  connect: [
    'https://*.api.sanity.io',
    'wss://*.api.sanity.io',
    'https://*.apicdn.sanity.io',
    'https://api.sanity.io',
    'https://sanity-cdn.com',
  ],
}

const own = (apiHost: string) => ({ images: [apiHost], connect: [apiHost, apiHost.replace(/^http/, 'ws')] })

/** CSP sources of the Content Lake. @param apiHost of a Content Lake other than the hosted one */
export const lakeSources = (apiHost: string | undefined) => (apiHost ? own(apiHost) : HOSTED)

/** Own files, the Content Lake, the preview frame and share images. No inline scripts, but inline styles. */
export function studioPolicy({ apiHost, siteUrl }: { apiHost: string | undefined; siteUrl: string }): string {
  const lake = lakeSources(apiHost)
  return policyHeader({
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", siteUrl, 'data:', 'blob:', ...lake.images],
    'media-src': ['blob:', ...lake.images],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...lake.connect],
    'frame-src': ["'self'", siteUrl],
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'self'"],
  })
}
