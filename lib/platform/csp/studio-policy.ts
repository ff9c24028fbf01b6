import { buildPolicyHeader } from './policy.ts'

const HOSTED_SOURCES = {
  images: ['https://cdn.sanity.io'],
  connect: [
    'https://*.api.sanity.io',
    'wss://*.api.sanity.io',
    'https://*.apicdn.sanity.io',
    'https://api.sanity.io',
    'https://sanity-cdn.com',
  ],
}

const buildSelfHostedSources = (apiHost: string) => ({
  images: [apiHost],
  connect: [apiHost, apiHost.replace(/^http/, 'ws')],
})

/** Returns the CSP sources of the Content Lake. @param apiHost host of a self-hosted Content Lake */
export const getLakeSources = (apiHost: string | undefined) =>
  apiHost ? buildSelfHostedSources(apiHost) : HOSTED_SOURCES

/**
 * Builds the CSP of the Studio. It allows the site's files, the Content Lake, the preview frame, share images and
 * inline styles, but no inline scripts.
 */
export function buildStudioPolicy({ apiHost, siteUrl }: { apiHost: string | undefined; siteUrl: string }): string {
  const sources = getLakeSources(apiHost)
  return buildPolicyHeader({
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", siteUrl, 'data:', 'blob:', ...sources.images],
    'media-src': ['blob:', ...sources.images],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...sources.connect],
    'frame-src': ["'self'", siteUrl],
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'self'"],
  })
}
