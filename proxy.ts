import { type NextFetchEvent, type NextRequest, NextResponse } from 'next/server'
import { accountMiddleware } from './lib/platform/auth/middleware.ts'
import { buildDraftPolicy } from './lib/platform/csp/site-policy.ts'
import { createNonce } from './lib/platform/csp/nonce.ts'
import { env } from './lib/platform/env/env.ts'
import { buildStudioPolicy } from './lib/platform/csp/studio-policy.ts'
import { isSignedImage } from './sanity/image-signature.ts'

/**
 * Runs the proxy for the Studio, account pages, images and draft previews. The cookie is that of Next.js's draft mode,
 * which renders pages (paths without a dot) for each request.
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

const POLICY_HEADER = 'Content-Security-Policy'
const BAD_REQUEST = 400

const STUDIO_PATTERN = /^\/studio(\/|$)/
const ACCOUNT_PATTERN = /^\/(dashboard|login|register|sign-in-unavailable|api\/dashboard|__clerk)(\/|$)/

/** Sets the CSP of the Studio. The CSP contains URLs that are unknown at build time. */
function createStudioResponse(): NextResponse {
  const response = NextResponse.next()
  response.headers.set(POLICY_HEADER, buildStudioPolicy(env()))
  return response
}

/** Sets the CSP of a draft preview. Next.js reads the nonce from the CSP in the request headers. */
function createDraftResponse(request: NextRequest): NextResponse {
  const nonce = createNonce()
  const policy = buildDraftPolicy(nonce)
  const headers = new Headers(request.headers)
  headers.set(POLICY_HEADER, policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set(POLICY_HEADER, policy)
  return response
}

/** Allows only image URLs that this site has signed, because each optimized image is a new file on disk. */
function checkImage({ nextUrl }: NextRequest): NextResponse {
  const [address, ...extraAddresses] = nextUrl.searchParams.getAll('url')
  if (address && extraAddresses.length === 0 && isSignedImage(address)) return NextResponse.next()
  return new NextResponse('Image URL not signed by this site.\n', { status: BAD_REQUEST })
}

export function proxy(request: NextRequest, event: NextFetchEvent) {
  const { pathname } = request.nextUrl
  // Next.js optimizes images for every path with this prefix.
  if (pathname.startsWith('/_next/image')) return checkImage(request)
  if (STUDIO_PATTERN.test(pathname)) return createStudioResponse()
  if (ACCOUNT_PATTERN.test(pathname)) return accountMiddleware(request, event)
  return createDraftResponse(request)
}
