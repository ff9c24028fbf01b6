import { parseJson } from '../../lib/values/json.ts'
import { createRefusal, type PreparedResponse } from '../http/response.ts'
import type { SiteRequest } from '../http/site-request.ts'
import { BODY_TOO_LARGE_RESPONSE } from '../guards/body-limit.ts'

/** Matches the content type that Next.js's client sends for plain arguments. */
const PLAIN_BODY_PATTERN = /^text\/plain\b/

/**
 * Matches React's encoding of plain text. A leading dollar is escaped or stands for undefined; other dollar prefixes
 * are references.
 */
const PLAIN_TEXT_PATTERN = /^(?:[^$]|$|\$\$|\$undefined$)/

/** Maximum bytes of the arguments. The value is below Node's buffer for an unread body. */
const MAX_ARGUMENTS_BYTES = 16 * 1024

const MAX_ARGUMENTS = 1_000
const MAX_DEPTH = 20

const CROSS_ORIGIN_RESPONSE = createRefusal(403, 'Cross-origin request blocked.\n')
const MALFORMED_RESPONSE = createRefusal(400, 'Invalid server action arguments.\n')

/**
 * Returns whether the body is a list of plain arguments. Next.js fails on many other bodies before it calls the action.
 */
function isListOfArguments(body: string): boolean {
  const list = parseJson(body)
  if (!Array.isArray(list) || list.length > MAX_ARGUMENTS) return false
  let values: unknown[] = list
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    if (values.some((value) => typeof value === 'string' && !PLAIN_TEXT_PATTERN.test(value))) return false
    values = values.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []))
    if (values.length === 0) return true
  }
  return false
}

/** Returns whether a page of this site sent the request. Browsers send these headers with every POST. */
function isFromSitePage({ headers }: SiteRequest, origin: string): boolean {
  const site = headers['sec-fetch-site']
  return headers.origin === origin && (site === undefined || site === 'same-origin')
}

/** Rejects server actions from other sites or with unexpected arguments. Leaves the body readable for Next.js. */
export async function checkServerAction(request: SiteRequest, origin: string): Promise<PreparedResponse | undefined> {
  if (!isFromSitePage(request, origin)) return CROSS_ORIGIN_RESPONSE
  if (!PLAIN_BODY_PATTERN.test(request.headers['content-type'] ?? '')) return MALFORMED_RESPONSE
  const body = await request.readWholeBody(MAX_ARGUMENTS_BYTES)
  if (body === undefined) return BODY_TOO_LARGE_RESPONSE
  return isListOfArguments(body.toString()) ? undefined : MALFORMED_RESPONSE
}
