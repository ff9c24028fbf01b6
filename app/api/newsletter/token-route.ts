import { getOfficeChannels } from '@/lib/site/delivery/channels.ts'
import type { Channel } from '@/lib/site/outbox/enqueue.ts'
import { wakeJobs } from '@/lib/platform/jobs/start.ts'
import { type Database, withDatabase } from '@/lib/platform/db/client.ts'
import { env } from '@/lib/platform/env/env.ts'
import { BODY_LIMITS } from '@/lib/platform/http/body-limits.ts'
import { readBody, UnreadableBodyError } from '@/lib/platform/http/read-body.ts'
import { log } from '@/lib/platform/log/log.ts'
import type { NewsletterStep } from '@/lib/site/newsletter/step.ts'
import { isSecret } from '@/lib/platform/crypto/secret.ts'
import { NEWSLETTER_ROOT } from '@/lib/routes.ts'

export async function readForm(request: Request): Promise<URLSearchParams> {
  try {
    return new URLSearchParams(await readBody(request, BODY_LIMITS['/api/newsletter/confirm']))
  } catch (error) {
    if (error instanceof UnreadableBodyError) return new URLSearchParams()
    throw error
  }
}

export const redirectToStep = (step: NewsletterStep): Response =>
  new Response(null, { status: 303, headers: { location: `${NEWSLETTER_ROOT}/${step}` } })

type UseToken = (db: Database, token: string, telling: { channels: Channel[]; now: Date }) => Promise<boolean>

/** Uses a newsletter token. After `failed` nothing has changed, and the client can use the token again. */
export async function consumeToken(token: unknown, use: UseToken): Promise<'done' | 'unknown' | 'failed'> {
  if (!isSecret(token)) return 'unknown'
  const values = env()
  try {
    const notification = { channels: getOfficeChannels(values), now: new Date() }
    const wasUsed = await withDatabase(values.databaseUrl, (db) => use(db, token, notification))
    if (wasUsed) wakeJobs()
    return wasUsed ? 'done' : 'unknown'
  } catch (error) {
    log.error({ err: error }, 'forms: newsletter link failed')
    return 'failed'
  }
}
