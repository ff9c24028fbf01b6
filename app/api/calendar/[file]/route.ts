import { isDatabaseOutage, withDatabase } from '@/lib/db/client.ts'
import { env } from '@/lib/env.ts'
import { readFeed } from '@/lib/feeds/read.ts'
import { clientAddress } from '@/lib/http/client-address.ts'
import { log } from '@/lib/log/log.ts'

const EXTENSION = /\.ics$/

/** Seconds after which a program may try again while the database is down. */
const RETRY_AFTER = '60'

/** Whatever is answered at a secret address is for whom it was given to, and for no list of pages. */
const PRIVATE = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex, nofollow',
}

const refuse = (status: 404 | 429 | 500 | 503, words: string, headers: Record<string, string> = {}) =>
  new Response(`${words}\n`, {
    status,
    headers: { ...PRIVATE, 'content-type': 'text/plain; charset=utf-8', ...headers },
  })

/**
 * The appointments of an organization as iCalendar, at `/api/calendar/<secret>.ics`, without a session. 404 for an address
 * that nobody was given or that was revoked, 429 for one that is read too often, 503 while the database is down. The
 * address is a secret, so nothing that is logged here has it: errors end here and never reach the framework's report.
 */
export async function GET(request: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  const { databaseUrl, siteUrl, trustedProxies, contact } = env()
  const { file } = await params
  // Whatever is no name of a file counts as a secret that nobody was given.
  const secret = EXTENSION.test(file) ? file.replace(EXTENSION, '') : ''
  const asked = { secret, address: clientAddress(request.headers, trustedProxies) }
  try {
    const options = { countingSecret: contact.secret, siteUrl }
    const answer = await withDatabase(databaseUrl, (db) => readFeed(db, asked, options))
    if (answer.status === 'missing') return refuse(404, 'There is no calendar at this address.')
    if (answer.status === 'limited')
      return refuse(429, 'This is asked for too often.', { 'retry-after': String(Math.ceil(answer.waitMs / 1000)) })
    return new Response(answer.calendar, {
      headers: {
        ...PRIVATE,
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'inline; filename="appointments.ics"',
      },
    })
  } catch (error) {
    log.error({ err: error }, 'A calendar feed could not be read')
    return isDatabaseOutage(error)
      ? refuse(503, 'The calendar cannot be read at the moment.', { 'retry-after': RETRY_AFTER })
      : refuse(500, 'Something failed on our side.')
  }
}
