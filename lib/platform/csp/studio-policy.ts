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

/** Returns the CSP sources of the Content Lake. @param apiHost host of a self-hosted Content Lake */
export const lakeSources = (apiHost: string | undefined) => (apiHost ? own(apiHost) : HOSTED)

/**
 * Builds the CSP of the Studio. It allows the site's files, the Content Lake, the preview frame, share images and
 * inline styles, but no inline scripts.
 */
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
