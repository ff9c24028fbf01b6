import { env } from '@/lib/platform/env/env.ts'
import { isSameOrigin } from '@/lib/platform/http/same-origin.ts'
import { confirmSubscription } from '@/lib/site/newsletter/subscribers.ts'
import { HOME_PATH } from '@/lib/routes.ts'
import { backTo } from '../../_forms/form-route.ts'
import { welcomeMail } from '../mails.ts'
import { readForm, toStep, usedToken } from '../token-route.ts'

const STEP = { done: 'confirmed', unknown: 'expired', failed: 'failed' } as const

/** Confirms a subscription. Requires POST, because mail scanners open links and would confirm with GET. */
export async function POST(request: Request): Promise<Response> {
  if (!isSameOrigin(request.headers, env().siteUrl)) return new Response(null, { status: 403 })
  const token = (await readForm(request)).get('token')
  const mail = await welcomeMail()
  return toStep(
    STEP[await usedToken(token, (db, known, telling) => confirmSubscription(db, known, { ...telling, mail }))],
  )
}

export const GET = backTo(HOME_PATH)
