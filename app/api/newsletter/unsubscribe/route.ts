import { env } from '@/lib/env.ts'
import { isSameOrigin } from '@/lib/http/same-origin.ts'
import { linksTo } from '@/lib/newsletter/token.ts'
import { endSubscription } from '@/lib/newsletter/subscribers.ts'
import { readForm, toStep, usedToken } from '../token-route.ts'

const STEP = { done: 'unsubscribed', unknown: 'gone', failed: 'failed' } as const

const tokenIn = (request: Request) => new URL(request.url).searchParams.get('token')

/**
 * Takes an address off the list: by the button of the page that the link in each mail leads to, or by a mail program itself,
 * which sends what RFC 8058 wants and comes from another site. Who unsubscribes twice is told the same by a program.
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

/** Somebody opened the address that is meant for mail programs. */
export function GET(request: Request): Response {
  const location = linksTo('').unsubscribe(encodeURIComponent(tokenIn(request) ?? ''))
  return new Response(null, { status: 303, headers: { location } })
}
