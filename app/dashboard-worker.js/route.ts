import { dashboardWorkerScript } from '@/lib/browser-bundles.js'
import { policyHeader } from '@/lib/csp/policy.ts'

/** Made for each request, so that its headers are these and no stored ones. */
export const dynamic = 'force-dynamic'

/** What the worker itself may do: fetch the pages that it hands on, and nothing else. */
const POLICY = policyHeader({ 'default-src': ["'none'"], 'connect-src': ["'self'"], 'frame-ancestors': ["'none'"] })

/** The service worker of the dashboard, at an address that stays; browsers ask for a newer one by themselves. */
export function GET(): Response {
  return new Response(dashboardWorkerScript, {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': POLICY,
    },
  })
}
