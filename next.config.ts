import { fileURLToPath } from 'node:url'
import type { NextConfig } from 'next'
import { PHASE_PRODUCTION_BUILD } from 'next/constants.js'
import { movedPages } from './lib/platform/auth/access-table.ts'
import { accountReport } from './lib/platform/auth/environment.ts'
import { env } from './lib/platform/env/env.ts'
import {
  FORMER_SEARCH_PATH,
  folderRewrites,
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

/** Who may show the site in a frame: the Studio, served by the site itself or hosted by Sanity. */
const frameAncestors = [
  "'self'",
  'https://*.sanity.studio',
  'https://www.sanity.io',
  ...(isDevelopment ? [studioDevUrl] : []),
]

// The page cache and the proxy, which Next loads in this process, write the policies of pages.
process.env.FRAME_ANCESTORS ??= frameAncestors.join(' ')

const secretAddressHeaders = [
  { key: 'Referrer-Policy', value: 'no-referrer' },
  { key: 'X-Robots-Tag', value: 'noindex' },
  { key: 'Cache-Control', value: 'no-store' },
]

const config: NextConfig = {
  poweredByHeader: false,
  // The addresses of calendar feeds and of the newsletter's links are secrets; the development server writes all others into the terminal.
  logging: { incomingRequests: { ignore: [/^\/api\/calendar\//, /^(\/api)?\/newsletter\//] } },
  // Whoever asks, a page's head is complete before the page is sent: no script moves it there.
  htmlLimitedBots: /.*/,
  experimental: {
    // Pages of the dashboard answer 403 to who is signed in and may not open them.
    authInterrupts: true,
    // The code of every route at start takes 40 MB; server/http/render.ts loads that of the routes that are needed first.
    preloadEntriesOnStart: false,
  },
  // `npm run check` checks the types of the whole repository, tests included; a build need not wait for that.
  typescript: { ignoreBuildErrors: true },
  cacheHandler: fileURLToPath(new URL('./lib/platform/page-cache/handler.ts', import.meta.url)),
  images: {
    qualities: [75],
    // Widths that layouts here really have: each one more makes every page longer. 1200 is that of share images.
    deviceSizes: [640, 828, 1200, 1920],
    imageSizes: [96, 160, 256, 384],
    // Anyone may ask for a picture in any width of the above: the oldest go first.
    maximumDiskCacheSize: 2 * 1024 ** 3,
    // Logos are drawings, and Sanity transforms none: they are sent as they are, to be shown in <img>, where no script runs.
    // Opened by its address, one is a download, without an origin and without scripts.
    dangerouslyAllowSVG: true,
    contentDispositionType: 'attachment',
    contentSecurityPolicy: "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
    // Of these the proxy lets through what a page of this site has signed.
    localPatterns: [],
    remotePatterns: [{ protocol, hostname, port, pathname: `/images/${projectId}/${dataset}/**` }],
    // The Content Lake sends nobody on: a redirect would lead past these patterns.
    maximumRedirects: 0,
    // A Content Lake of one's own is on a private address; remotePatterns still allows no other.
    dangerouslyAllowLocalIP: apiHost !== undefined,
  },
  // The gateway (server/) sets all others. These keep addresses with a token out of `Referer`, caches and search engines.
  headers: async () =>
    ['/newsletter/:path*', '/api/newsletter/:path*'].map((source) => ({ source, headers: secretAddressHeaders })),
  redirects: async () => [
    ...movedPages(),
    { source: FORMER_SEARCH_PATH, destination: `${SEARCH_PATH}?in=help`, permanent: true },
    // Stable links; the paths of the forms may change.
    { source: SIGN_IN_PATH, destination: LOGIN_PATH, permanent: false },
    { source: SIGN_UP_PATH, destination: REGISTER_PATH, permanent: false },
    // The development server of the Studio knows its base path with the slash only.
    ...(isDevelopment
      ? [
          { source: '/studio', destination: `${studioDevUrl}/studio/`, permanent: false },
          { source: '/studio/:path+', destination: `${studioDevUrl}/studio/:path+`, permanent: false },
        ]
      : []),
  ],
  rewrites: async () => ({
    // Before files, because the folder of an address that moved is one.
    beforeFiles: folderRewrites(),
    afterFiles: isDevelopment ? [] : [{ source: '/studio/:path*', destination: '/studio/index.html' }],
    fallback: [],
  }),
}

/** Names what keeps people from signing in, once a build: its workers load this file too. */
function nameAccountProblems(): void {
  if (process.env.ACCOUNT_PROBLEMS_NAMED) return
  process.env.ACCOUNT_PROBLEMS_NAMED = '1'
  process.stderr.write(accountReport())
}

export default function configure(phase: string): NextConfig {
  if (phase === PHASE_PRODUCTION_BUILD) nameAccountProblems()
  return config
}
