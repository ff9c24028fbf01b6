import { fileURLToPath } from 'node:url'
import type { NextConfig } from 'next'
import { PHASE_PRODUCTION_BUILD } from 'next/constants.js'
import { getMovedPages } from './lib/platform/auth/access-table.ts'
import { formatAccountReport } from './lib/platform/auth/environment.ts'
import { env } from './lib/platform/env/env.ts'
import {
  LEGACY_SEARCH_PATH,
  buildFolderRewrites,
  LOGIN_PATH,
  REGISTER_PATH,
  SEARCH_PATH,
  SIGN_IN_PATH,
  SIGN_UP_PATH,
} from './lib/routes.ts'

const { apiHost, projectId, dataset } = env()

const isDevelopment = process.env.NODE_ENV === 'development'
const studioDevUrl = process.env.STUDIO_DEV_URL ?? 'http://localhost:3333'

const imageHost = new URL(apiHost ?? 'https://cdn.sanity.io')
const { hostname, port } = imageHost
const protocol = imageHost.protocol === 'http:' ? 'http' : 'https'

/** Sources that may show the site in a frame: the Studio, served by the site or hosted by Sanity. */
const frameAncestors = [
  "'self'",
  'https://*.sanity.studio',
  'https://www.sanity.io',
  ...(isDevelopment ? [studioDevUrl] : []),
]

// Next.js loads the page cache and the proxy in this process. They read the variable when they build the CSP of pages.
process.env.FRAME_ANCESTORS ??= frameAncestors.join(' ')

const secretAddressHeaders = [
  { key: 'Referrer-Policy', value: 'no-referrer' },
  { key: 'X-Robots-Tag', value: 'noindex' },
  { key: 'Cache-Control', value: 'no-store' },
]

const config: NextConfig = {
  poweredByHeader: false,
  // The development server does not log URLs of calendar feeds and newsletter links, because they are secret. It logs
  // all others.
  logging: { incomingRequests: { ignore: [/^\/api\/calendar\//, /^(\/api)?\/newsletter\//] } },
  // All user agents get pages with a complete head. Otherwise, Next.js streams metadata, and a script moves it into the
  // head.
  htmlLimitedBots: /.*/,
  experimental: {
    // Dashboard pages respond 403 to signed-in users who lack permission.
    authInterrupts: true,
    // Preloading the code of every route takes 40 MB. server/http/render.ts loads only the routes that are needed
    // first.
    preloadEntriesOnStart: false,
  },
  // `npm run check` checks the types of the whole repository, tests included. A build skips that check.
  typescript: { ignoreBuildErrors: true },
  cacheHandler: fileURLToPath(new URL('./lib/platform/page-cache/handler.ts', import.meta.url)),
  images: {
    qualities: [75],
    // Widths that the layouts use. Each additional one makes every page longer. 1200 is the width of share images.
    deviceSizes: [640, 828, 1200, 1920],
    imageSizes: [96, 160, 256, 384],
    // Visitors can request any image in any of these widths. Beyond this size, the oldest files are deleted.
    maximumDiskCacheSize: 2 * 1024 ** 3,
    // Sanity does not transform SVG logos, so they are served unchanged. Pages show them in <img>, where no script
    // runs. A browser that opens the URL downloads the file, so it gets no origin and cannot run scripts.
    dangerouslyAllowSVG: true,
    contentDispositionType: 'attachment',
    contentSecurityPolicy: "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
    // The proxy also checks that a page of this site has signed the image URL.
    localPatterns: [],
    remotePatterns: [{ protocol, hostname, port, pathname: `/images/${projectId}/${dataset}/**` }],
    // The Content Lake sends no redirects. Following one would bypass these patterns.
    maximumRedirects: 0,
    // A self-hosted Content Lake is at a private address. `remotePatterns` still allows no other host.
    dangerouslyAllowLocalIP: apiHost !== undefined,
  },
  // The gateway (server/) sets all other headers. These keep URLs with a token out of `Referer`, caches and search
  // engines.
  headers: async () =>
    ['/newsletter/:path*', '/api/newsletter/:path*'].map((source) => ({ source, headers: secretAddressHeaders })),
  redirects: async () => [
    ...getMovedPages(),
    { source: LEGACY_SEARCH_PATH, destination: `${SEARCH_PATH}?in=help`, permanent: true },
    // The links are stable, but the paths of the forms may change.
    { source: SIGN_IN_PATH, destination: LOGIN_PATH, permanent: false },
    { source: SIGN_UP_PATH, destination: REGISTER_PATH, permanent: false },
    // The Studio's development server serves its base path only with the trailing slash.
    ...(isDevelopment
      ? [
          { source: '/studio', destination: `${studioDevUrl}/studio/`, permanent: false },
          { source: '/studio/:path+', destination: `${studioDevUrl}/studio/:path+`, permanent: false },
        ]
      : []),
  ],
  rewrites: async () => ({
    // The rewrites run before the file system lookup, because a moved URL may equal the name of a folder.
    beforeFiles: buildFolderRewrites(),
    afterFiles: isDevelopment ? [] : [{ source: '/studio/:path*', destination: '/studio/index.html' }],
    fallback: [],
  }),
}

/**
 * Prints problems that keep users from signing in. Prints them only once per build, although each build worker loads
 * this file.
 */
function logAccountProblems(): void {
  if (process.env.ACCOUNT_PROBLEMS_NAMED) return
  process.env.ACCOUNT_PROBLEMS_NAMED = '1'
  process.stderr.write(formatAccountReport())
}

export default function configure(phase: string): NextConfig {
  if (phase === PHASE_PRODUCTION_BUILD) logAccountProblems()
  return config
}
