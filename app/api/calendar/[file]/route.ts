import { isDatabaseOutage, withDatabase } from '@/lib/platform/db/client.ts'
import { env } from '@/lib/platform/env/env.ts'
import { readFeed } from '@/lib/dashboard/calendar-feeds/read.ts'
import { getClientAddress } from '@/lib/platform/http/client-address.ts'
import { log } from '@/lib/platform/log/log.ts'

const ICS_EXTENSION_PATTERN = /\.ics$/

const RETRY_AFTER_SECONDS = '60'

/** Headers that prevent caching and indexing, because the URL contains a secret. */
const PRIVATE_HEADERS = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex, nofollow',
}

const buildErrorResponse = (status: 404 | 429 | 500 | 503, message: string, headers: Record<string, string> = {}) =>
  new Response(`${message}\n`, {
    status,
    headers: { ...PRIVATE_HEADERS, 'content-type': 'text/plain; charset=utf-8', ...headers },
  })

/**
 * Returns an iCalendar feed without a session. Responds 404 for an unknown or revoked secret, 429 above the rate limit,
 * and 503 if the database is down. Catches all errors, because Next.js would log the secret URL.
 */
export async function GET(request: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  const { databaseUrl, siteUrl, trustedProxies, contact } = env()
  const { file } = await params
  const secret = ICS_EXTENSION_PATTERN.test(file) ? file.replace(ICS_EXTENSION_PATTERN, '') : ''
  const feedRequest = { secret, address: getClientAddress(request.headers, trustedProxies) }
  try {
    const options = { countingSecret: contact.secret, siteUrl }
    const result = await withDatabase(databaseUrl, (db) => readFeed(db, feedRequest, options))
    if (result.status === 'missing') return buildErrorResponse(404, 'Calendar not found.')
    if (result.status === 'limited')
      return buildErrorResponse(429, 'Too many requests.', { 'retry-after': String(Math.ceil(result.waitMs / 1000)) })
    return new Response(result.calendar, {
      headers: {
        ...PRIVATE_HEADERS,
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'inline; filename="appointments.ics"',
      },
    })
  } catch (error) {
    log.error({ err: error }, 'calendar: feed failed')
    return isDatabaseOutage(error)
      ? buildErrorResponse(503, 'The calendar is unavailable right now. Try again in a minute.', {
          'retry-after': RETRY_AFTER_SECONDS,
        })
      : buildErrorResponse(500, 'Something went wrong on our end.')
  }
}
