import { env } from '@/lib/env.ts'
import { isSameOrigin } from '@/lib/http/same-origin.ts'
import { confirmSubscription } from '@/lib/newsletter/subscribers.ts'
import { HOME_PATH } from '@/lib/routes.ts'
import { backTo } from '../../_forms/form-route.ts'
import { welcomeMail } from '../mails.ts'
import { readForm, toStep, usedToken } from '../token-route.ts'

const STEP = { done: 'confirmed', unknown: 'expired', failed: 'failed' } as const

/** The button of the page that a link to confirm leads to. Opening the link alone confirms nothing: mail scanners do that. */
export async function POST(request: Request): Promise<Response> {
  if (!isSameOrigin(request.headers, env().siteUrl)) return new Response(null, { status: 403 })
  const token = (await readForm(request)).get('token')
  const mail = await welcomeMail()
  return toStep(
    STEP[await usedToken(token, (db, known, telling) => confirmSubscription(db, known, { ...telling, mail }))],
  )
}

export const GET = backTo(HOME_PATH)
