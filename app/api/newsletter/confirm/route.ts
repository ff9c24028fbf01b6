import { env } from '@/lib/platform/env/env.ts'
import { isSameOrigin } from '@/lib/platform/http/same-origin.ts'
import { confirmSubscription } from '@/lib/site/newsletter/subscribers.ts'
import { HOME_PATH } from '@/lib/routes.ts'
import { createRedirect } from '../../_forms/form-route.ts'
import { buildWelcomeMail } from '../mails.ts'
import { readForm, redirectToStep, consumeToken } from '../token-route.ts'

const RESULT_STEPS = { done: 'confirmed', unknown: 'expired', failed: 'failed' } as const

/** Confirms a subscription. Requires POST, because mail scanners open links and would confirm with GET. */
export async function POST(request: Request): Promise<Response> {
  if (!isSameOrigin(request.headers, env().siteUrl)) return new Response(null, { status: 403 })
  const token = (await readForm(request)).get('token')
  const mail = await buildWelcomeMail()
  return redirectToStep(
    RESULT_STEPS[
      await consumeToken(token, (db, verifiedToken, notification) =>
        confirmSubscription(db, verifiedToken, { ...notification, mail }),
      )
    ],
  )
}

export const GET = createRedirect(HOME_PATH)
