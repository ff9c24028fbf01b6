import { type NextFetchEvent, type NextRequest, NextResponse } from 'next/server'
import { accountMiddleware } from './lib/platform/auth/middleware.ts'
import { draftPolicy } from './lib/platform/csp/site-policy.ts'
import { createNonce } from './lib/platform/csp/nonce.ts'
import { env } from './lib/platform/env/env.ts'
import { studioPolicy } from './lib/platform/csp/studio-policy.ts'
import { isSignedImage } from './sanity/image-signature.ts'

/**
 * The Studio, the account, pictures, and previews of drafts: the cookie is that of draft mode, in which pages (their paths
 * have no dot) are made for each request.
 */
export const config = {
  matcher: [
    '/studio',
    '/studio/:path*',
    '/dashboard/:path*',
    '/login/:path*',
    '/register/:path*',
    '/sign-in-unavailable',
    '/api/dashboard/:path*',
    '/__clerk/:path*',
    '/_next/image(.*)',
    {
      source: '/((?!api/|_next/|scripts/|opengraph-image|sitemap/|sign-in$|sign-up$|.*\\.).*)',
      has: [{ type: 'cookie', key: '__prerender_bypass' }],
    },
  ],
}

const POLICY = 'Content-Security-Policy'
const BAD_REQUEST = 400

const STUDIO = /^\/studio(\/|$)/
const ACCOUNT = /^\/(dashboard|login|register|sign-in-unavailable|api\/dashboard|__clerk)(\/|$)/

/** Gives the Studio its policy, which names addresses that are not known when the site is built. */
function studio(): NextResponse {
  const response = NextResponse.next()
  response.headers.set(POLICY, studioPolicy(env()))
  return response
}

/** Gives a preview its policy, and tells the framework the nonce by the header of the request. */
function draftPage(request: NextRequest): NextResponse {
  const nonce = createNonce()
  const policy = draftPolicy(nonce)
  const headers = new Headers(request.headers)
  headers.set(POLICY, policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set(POLICY, policy)
  return response
}

/** Lets the optimiser make what a page of this site names: any other address would be a new file on the disk. */
function image({ nextUrl }: NextRequest): NextResponse {
  const [address, ...more] = nextUrl.searchParams.getAll('url')
  if (address && more.length === 0 && isSignedImage(address)) return NextResponse.next()
  return new NextResponse('No page of this site has this picture.\n', { status: BAD_REQUEST })
}

export function proxy(request: NextRequest, event: NextFetchEvent) {
  const { pathname } = request.nextUrl
  // The framework optimises for every path that starts so.
  if (pathname.startsWith('/_next/image')) return image(request)
  if (STUDIO.test(pathname)) return studio()
  if (ACCOUNT.test(pathname)) return accountMiddleware(request, event)
  return draftPage(request)
}
