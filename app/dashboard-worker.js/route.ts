import { dashboardWorkerScript } from '@/lib/browser-bundles.js'
import { buildPolicyHeader } from '@/lib/platform/csp/policy.ts'

/** Next.js renders the worker per request, so that its response headers are never cached. */
export const dynamic = 'force-dynamic'

/** Content Security Policy of the service worker: it may only fetch from this site. */
const POLICY = buildPolicyHeader({
  'default-src': ["'none'"],
  'connect-src': ["'self'"],
  'frame-ancestors': ["'none'"],
})

/** Serves the service worker at a fixed URL, where browsers check for updates. */
export function GET(): Response {
  return new Response(dashboardWorkerScript, {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': POLICY,
    },
  })
}
