import { dashboardWorkerScript } from '@/lib/browser-bundles.js'
import { policyHeader } from '@/lib/platform/csp/policy.ts'

/** Per request, so that no stored headers apply. */
export const dynamic = 'force-dynamic'

/** CSP of the worker: it may only fetch the pages it passes on. */
const POLICY = policyHeader({ 'default-src': ["'none'"], 'connect-src': ["'self'"], 'frame-ancestors': ["'none'"] })

/** At a fixed URL; browsers check for updates. */
export function GET(): Response {
  return new Response(dashboardWorkerScript, {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': POLICY,
    },
  })
}
