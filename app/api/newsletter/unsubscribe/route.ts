import { env } from '@/lib/platform/env/env.ts'
import { isSameOrigin } from '@/lib/platform/http/same-origin.ts'
import { createLinkBuilders } from '@/lib/site/newsletter/token.ts'
import { endSubscription } from '@/lib/site/newsletter/subscribers.ts'
import { readForm, redirectToStep, consumeToken } from '../token-route.ts'

const RESULT_STEPS = { done: 'unsubscribed', unknown: 'gone', failed: 'failed' } as const

const parseToken = (request: Request) => new URL(request.url).searchParams.get('token')

/**
 * Unsubscribes from the page's button, or through one-click unsubscribe (RFC 8058), which mail clients send cross-site.
 * Idempotent.
 */
export async function POST(request: Request): Promise<Response> {
  const form = await readForm(request)
  if (form.get('List-Unsubscribe') === 'One-Click') {
    const result = await consumeToken(parseToken(request), endSubscription)
    return new Response(null, { status: result === 'failed' ? 503 : 200 })
  }
  if (!isSameOrigin(request.headers, env().siteUrl)) return new Response(null, { status: 403 })
  return redirectToStep(RESULT_STEPS[await consumeToken(form.get('token'), endSubscription)])
}

/** Redirects a user who opens the one-click URL in a browser to the unsubscribe page. */
export function GET(request: Request): Response {
  const location = createLinkBuilders('').unsubscribe(encodeURIComponent(parseToken(request) ?? ''))
  return new Response(null, { status: 303, headers: { location } })
}
