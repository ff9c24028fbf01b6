import { officeChannels } from '@/lib/site/delivery/channels.ts'
import { wakeJobs } from '@/lib/platform/jobs/start.ts'
import type { ContactAnswer } from '@/lib/site/contact/fields.ts'
import { countAttempt, type Submission, type SubmitOptions } from '@/lib/site/contact/submit.ts'
import type { Problem } from '@/components/site/forms/contact-notice.tsx'
import { withDatabase } from '@/lib/platform/db/client.ts'
import { env } from '@/lib/platform/env/env.ts'
import { clientAddress } from '@/lib/platform/http/client-address.ts'
import { textProblems } from '@/lib/platform/http/json-input.ts'
import { readBody, UnreadableBodyError } from '@/lib/platform/http/read-body.ts'
import { isSameOrigin } from '@/lib/platform/http/same-origin.ts'
import { answerPage, type Parts } from './answer-page.ts'
import { parseJson } from '@/lib/values/json.ts'

const STATUS = { sent: 200, invalid: 422, suspicious: 422, ticket: 428, limited: 429, unavailable: 503 } as const

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

const refuse = (status: 400 | 403 | 413 | 415 | 422, error: string) => Response.json({ error }, { status })

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
  if (type === FORM) return isEncodedText(body) ? Object.fromEntries(new URLSearchParams(body)) : undefined
  const fields = parseJson(body)
  return typeof fields === 'object' && fields !== null && !Array.isArray(fields) ? { ...fields } : undefined
}

function submitOptions(): SubmitOptions {
  const values = env()
  return {
    query: (work, deadlineMs) => withDatabase(values.databaseUrl, work, deadlineMs),
    secret: values.contact.secret,
    acceptedSecrets: values.contact.acceptedSecrets,
    channels: officeChannels(values),
  }
}

function headersFor(answer: ContactAnswer): Record<string, string> {
  const isLimited = answer.status === 'limited'
  return {
    'cache-control': 'no-store',
    ...(isLimited && { 'retry-after': String(Math.ceil(answer.waitMs / 1000)) }),
  }
}

type FormRoute = {
  maxBytes: number
  /** Submits the form. Must not throw. */
  submit: (submission: Submission, options: SubmitOptions) => Promise<ContactAnswer>
  /** Page path for rate-limited clients. Finding the real path would cost a query. */
  fallbackPage: string
  /** Returns the path of the page that contains the form. May query the Content Lake. */
  page: (request: Request, fields: Record<string, unknown>) => Promise<string>
  sentId: string
  parts: (fields: Record<string, unknown>, problem: Problem) => Promise<Parts>
}

/**
 * Handles a public form. Never writes input to a URL or a log.
 * A JSON request gets a `ContactAnswer`. A form request from the page's script also gets the new HTML as `form`. A form
 * request without JavaScript gets a redirect or the page with errors.
 * Responds 403 to another origin and 415 for another content type. Responds 400, 413 or 422 for an unreadable, too
 * large or invalid body.
 */
export function formRoute({ maxBytes, submit, fallbackPage, page, sentId, parts }: FormRoute) {
  async function answerBrowser(
    request: Request,
    fields: Record<string, unknown>,
    answer: ContactAnswer,
    isCounted: boolean,
  ): Promise<Response> {
    const path = isCounted ? await page(request, fields) : fallbackPage
    const headers = headersFor(answer)
    if (answer.status === 'sent') {
      return new Response(null, { status: 303, headers: { ...headers, location: `${path}#${sentId}` } })
    }
    return answerPage(path, await parts({ ...fields, page: path }, answer), { status: STATUS[answer.status], headers })
  }

  return async function POST(request: Request): Promise<Response> {
    if (!isSameOrigin(request.headers, env().siteUrl)) return refuse(403, 'Cross-origin form submission blocked')
    const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
    if (type !== FORM && type !== JSON_TYPE)
      return refuse(415, `Unsupported content type. Send ${JSON_TYPE} or ${FORM}`)

    const options = submitOptions()
    const address = clientAddress(request.headers, env().trustedProxies)
    const refusal = await countAttempt(address, options)
    let body: string
    try {
      body = await readBody(request, maxBytes)
    } catch (error) {
      if (error instanceof UnreadableBodyError) return refuse(error.status, error.message)
      throw error
    }
    const fields = parseFields(type, body)
    if (!fields) return refuse(422, 'The body must be an object')
    const [problem] = textProblems(fields)
    if (problem) return refuse(422, problem.message)

    const answer = refusal ?? (await submit({ fields, address }, options))
    if (answer.status === 'sent') wakeJobs()
    const isOfScript = request.headers.get('accept') === JSON_TYPE
    if (type === FORM && !isOfScript) return answerBrowser(request, fields, answer, refusal === undefined)
    const shown = type === FORM && answer.status !== 'sent' && { form: (await parts(fields, answer)).form }
    return Response.json({ ...answer, ...shown }, { status: STATUS[answer.status], headers: headersFor(answer) })
  }
}

export const backTo = (path: string) => (): Response => new Response(null, { status: 303, headers: { location: path } })
