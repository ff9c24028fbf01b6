import { env } from '@/lib/platform/env/env.ts'
import { isSameOrigin } from '@/lib/platform/http/same-origin.ts'
import { linksTo } from '@/lib/site/newsletter/token.ts'
import { endSubscription } from '@/lib/site/newsletter/subscribers.ts'
import { readForm, toStep, usedToken } from '../token-route.ts'

const STEP = { done: 'unsubscribed', unknown: 'gone', failed: 'failed' } as const

const tokenIn = (request: Request) => new URL(request.url).searchParams.get('token')

/**
 * Unsubscribes from the page's button, or through one-click unsubscribe (RFC 8058), which mail clients send cross-site.
 * Idempotent.
 */
export async function POST(request: Request): Promise<Response> {
  const form = await readForm(request)
  if (form.get('List-Unsubscribe') === 'One-Click') {
    const result = await usedToken(tokenIn(request), endSubscription)
    return new Response(null, { status: result === 'failed' ? 503 : 200 })
  }
  if (!isSameOrigin(request.headers, env().siteUrl)) return new Response(null, { status: 403 })
  return toStep(STEP[await usedToken(form.get('token'), endSubscription)])
}

/** Redirects a user who opens the one-click URL in a browser to the unsubscribe page. */
export function GET(request: Request): Response {
  const location = linksTo('').unsubscribe(encodeURIComponent(tokenIn(request) ?? ''))
  return new Response(null, { status: 303, headers: { location } })
}
