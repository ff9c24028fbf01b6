import { channelNames } from '@/lib/contact/delivery/channels.ts'
import { wakeContactDelivery } from '@/lib/contact/delivery/start.ts'
import { type Database, withDatabase } from '@/lib/db/client.ts'
import { env } from '@/lib/env.ts'
import { BODY_LIMITS } from '@/lib/http/body-limits.ts'
import { readBody, UnreadableBodyError } from '@/lib/http/read-body.ts'
import { log } from '@/lib/log/log.ts'
import type { NewsletterStep } from '@/lib/newsletter/step.ts'
import { isSecret } from '@/lib/secret.ts'
import { NEWSLETTER_ROOT } from '@/lib/routes.ts'

/** What was sent with a button or by a mail program; empty for anything else. */
export async function readForm(request: Request): Promise<URLSearchParams> {
  try {
    return new URLSearchParams(await readBody(request, BODY_LIMITS['/api/newsletter/confirm']))
  } catch (error) {
    if (error instanceof UnreadableBodyError) return new URLSearchParams()
    throw error
  }
}

/** Leads to a page of the newsletter that has no token in its address. */
export const toStep = (step: NewsletterStep): Response =>
  new Response(null, { status: 303, headers: { location: `${NEWSLETTER_ROOT}/${step}` } })

type UseToken = (db: Database, token: string, telling: { channels: string[]; now: Date }) => Promise<boolean>

/** What became of a token. `failed`: nothing, it may be used again. */
export async function usedToken(token: unknown, use: UseToken): Promise<'done' | 'unknown' | 'failed'> {
  if (!isSecret(token)) return 'unknown'
  const values = env()
  try {
    const telling = { channels: channelNames(values), now: new Date() }
    const isDone = await withDatabase(values.databaseUrl, (db) => use(db, token, telling))
    if (isDone) wakeContactDelivery()
    return isDone ? 'done' : 'unknown'
  } catch (error) {
    log.error({ err: error }, 'A link of the newsletter could not be used')
    return 'failed'
  }
}
