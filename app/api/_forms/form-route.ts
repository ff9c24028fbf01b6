import { getOfficeChannels } from '@/lib/site/delivery/channels.ts'
import { wakeJobs } from '@/lib/platform/jobs/start.ts'
import type { ContactAnswer } from '@/lib/site/contact/fields.ts'
import { countAttempt, type Submission, type SubmitOptions } from '@/lib/site/contact/submit.ts'
import type { Problem } from '@/components/site/forms/contact-notice.tsx'
import { withDatabase } from '@/lib/platform/db/client.ts'
import { env } from '@/lib/platform/env/env.ts'
import { getClientAddress } from '@/lib/platform/http/client-address.ts'
import { findTextProblems } from '@/lib/platform/http/json-input.ts'
import { readBody, UnreadableBodyError } from '@/lib/platform/http/read-body.ts'
import { isSameOrigin } from '@/lib/platform/http/same-origin.ts'
import { renderFormPage, type FormParts } from './form-page.ts'
import { parseJson } from '@/lib/values/json.ts'

const STATUS_CODES = { sent: 200, invalid: 422, suspicious: 422, ticket: 428, limited: 429, unavailable: 503 } as const

const FORM_TYPE = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

const buildErrorResponse = (status: 400 | 403 | 413 | 415 | 422, error: string) => Response.json({ error }, { status })

/** Checks the percent-encoding, because `URLSearchParams` silently replaces malformed sequences. */
function isEncodedText(body: string): boolean {
  try {
    decodeURIComponent(body)
    return true
  } catch {
    // The percent-encoding is malformed.
    return false
  }
}

function parseFields(type: string, body: string): Record<string, unknown> | undefined {
  if (type === FORM_TYPE) return isEncodedText(body) ? Object.fromEntries(new URLSearchParams(body)) : undefined
  const fields = parseJson(body)
  return typeof fields === 'object' && fields !== null && !Array.isArray(fields) ? { ...fields } : undefined
}

function buildSubmitOptions(): SubmitOptions {
  const values = env()
  return {
    query: (operation, deadlineMs) => withDatabase(values.databaseUrl, operation, deadlineMs),
    secret: values.contact.secret,
    acceptedSecrets: values.contact.acceptedSecrets,
    channels: getOfficeChannels(values),
  }
}

function buildHeaders(result: ContactAnswer): Record<string, string> {
  const isLimited = result.status === 'limited'
  return {
    'cache-control': 'no-store',
    ...(isLimited && { 'retry-after': String(Math.ceil(result.waitMs / 1000)) }),
  }
}

type FormRouteOptions = {
  maxBytes: number
  /** Submits the form. Must not throw. */
  submit: (submission: Submission, options: SubmitOptions) => Promise<ContactAnswer>
  /** Page path for rate-limited clients. Finding the real path would cost a query. */
  fallbackPage: string
  /** Returns the path of the page that contains the form. May query the Content Lake. */
  page: (request: Request, fields: Record<string, unknown>) => Promise<string>
  sentId: string
  parts: (fields: Record<string, unknown>, problem: Problem) => Promise<FormParts>
}

/**
 * Handles a public form. Never writes input to a URL or a log.
 * A JSON request gets a `ContactAnswer`. A form request from the page's script also gets the new HTML as `form`. A form
 * request without JavaScript gets a redirect or the page with errors.
 * Responds 403 to requests from another origin and 415 for an unsupported content type. Responds 400, 413 or 422 for an
 * unreadable, too large or invalid body.
 */
export function createFormRoute({ maxBytes, submit, fallbackPage, page, sentId, parts }: FormRouteOptions) {
  async function respondToBrowser(
    request: Request,
    fields: Record<string, unknown>,
    result: ContactAnswer,
    isWithinLimit: boolean,
  ): Promise<Response> {
    const path = isWithinLimit ? await page(request, fields) : fallbackPage
    const headers = buildHeaders(result)
    if (result.status === 'sent') {
      return new Response(null, { status: 303, headers: { ...headers, location: `${path}#${sentId}` } })
    }
    return renderFormPage(path, await parts({ ...fields, page: path }, result), {
      status: STATUS_CODES[result.status],
      headers,
    })
  }

  return async function POST(request: Request): Promise<Response> {
    if (!isSameOrigin(request.headers, env().siteUrl))
      return buildErrorResponse(403, 'Cross-origin form submission blocked')
    const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
    if (type !== FORM_TYPE && type !== JSON_TYPE)
      return buildErrorResponse(415, `Unsupported content type. Send ${JSON_TYPE} or ${FORM_TYPE}`)

    const options = buildSubmitOptions()
    const address = getClientAddress(request.headers, env().trustedProxies)
    const limitResult = await countAttempt(address, options)
    let body: string
    try {
      body = await readBody(request, maxBytes)
    } catch (error) {
      if (error instanceof UnreadableBodyError) return buildErrorResponse(error.status, error.message)
      throw error
    }
    const fields = parseFields(type, body)
    if (!fields) return buildErrorResponse(422, 'The body must be an object')
    const [problem] = findTextProblems(fields)
    if (problem) return buildErrorResponse(422, problem.message)

    const result = limitResult ?? (await submit({ fields, address }, options))
    if (result.status === 'sent') wakeJobs()
    const isScriptRequest = request.headers.get('accept') === JSON_TYPE
    if (type === FORM_TYPE && !isScriptRequest)
      return respondToBrowser(request, fields, result, limitResult === undefined)
    const formField = type === FORM_TYPE && result.status !== 'sent' && { form: (await parts(fields, result)).form }
    return Response.json(
      { ...result, ...formField },
      { status: STATUS_CODES[result.status], headers: buildHeaders(result) },
    )
  }
}

export const createRedirect = (path: string) => (): Response =>
  new Response(null, { status: 303, headers: { location: path } })
