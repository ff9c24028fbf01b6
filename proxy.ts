import { type NextFetchEvent, type NextRequest, NextResponse } from 'next/server'
import { accountMiddleware } from './lib/account/middleware.ts'
import { env } from './lib/env.ts'
import { studioPolicy } from './lib/studio-policy.ts'

/** The Studio and the account only: on every other path this function would cost a quarter of the throughput. */
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
  ],
}

/** Gives the Studio its policy, which names addresses that are not known when the site is built. */
function studio(): NextResponse {
  const response = NextResponse.next()
  response.headers.set('Content-Security-Policy', studioPolicy(env()))
  return response
}

export function proxy(request: NextRequest, event: NextFetchEvent) {
  return /^\/studio(\/|$)/.test(request.nextUrl.pathname) ? studio() : accountMiddleware(request, event)
}
