import { channelNames } from '@/lib/contact/delivery/channels.ts'
import { wakeContactDelivery } from '@/lib/contact/delivery/start.ts'
import type { ContactAnswer } from '@/lib/contact/fields.ts'
import { countAttempt, type Submission, type SubmitOptions } from '@/lib/contact/submit.ts'
import type { Problem } from '@/components/forms/contact-notice.tsx'
import { withDatabase } from '@/lib/db/client.ts'
import { env } from '@/lib/env.ts'
import { clientAddress } from '@/lib/http/client-address.ts'
import { textProblems } from '@/lib/http/json-input.ts'
import { readBody, UnreadableBodyError } from '@/lib/http/read-body.ts'
import { isSameOrigin } from '@/lib/http/same-origin.ts'
import { answerPage, type Parts } from './answer-page.ts'

const STATUS = { sent: 200, invalid: 422, suspicious: 422, ticket: 428, limited: 429, unavailable: 503 } as const

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

const refuse = (status: 400 | 403 | 413 | 415 | 422, error: string) => Response.json({ error }, { status })

/** What a form encodes that is no text, URLSearchParams replaces by another character. */
function isEncodedText(body: string): boolean {
  try {
    decodeURIComponent(body)
    return true
  } catch {
    // Percent signs without a character.
    return false
  }
}

function parseFields(type: string, body: string): Record<string, unknown> | undefined {
  if (type === FORM) return isEncodedText(body) ? Object.fromEntries(new URLSearchParams(body)) : undefined
  try {
    const fields: unknown = JSON.parse(body)
    return typeof fields === 'object' && fields !== null && !Array.isArray(fields) ? { ...fields } : undefined
  } catch {
    // Whoever sent it is told that it is no object; the parser's words would quote it.
    return undefined
  }
}

function submitOptions(): SubmitOptions {
  const values = env()
  return {
    query: (work, deadlineMs) => withDatabase(values.databaseUrl, work, deadlineMs),
    secret: values.contact.secret,
    acceptedSecrets: values.contact.acceptedSecrets,
    channels: channelNames(values),
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
  /** Takes what was sent. Never throws. */
  submit: (submission: Submission, options: SubmitOptions) => Promise<ContactAnswer>
  /** A page that has the form, for those who are limited: asking for another one costs nothing either. */
  fallbackPage: string
  /** Path of the page whose form was sent. It may cost a question to the Content Lake. */
  page: (request: Request, fields: Record<string, unknown>) => Promise<string>
  /** Id of what that page shows once the form has arrived. */
  sentId: string
  /** The form with what is to be done, which names its page if the fields do. */
  parts: (fields: Record<string, unknown>, problem: Problem) => Promise<Parts>
}

/**
 * Takes a form of the public site. JSON is answered with a `ContactAnswer`; a form that the browser sent itself with
 * a redirect to its page, or with that page and what is to be done, filled in. A form that accepts nothing but JSON was
 * sent by the script of its page: it gets the `ContactAnswer` with the HTML of that same form as `form`. Refuses other
 * sites (403), and bodies that are too large (413), of another type (415) or no text (400), or that have a text which cannot
 * be stored (422). Each form counts before it is read. What was written is never part of an address or of a log.
 */
export function formRoute({ maxBytes, submit, fallbackPage, page, sentId, parts }: FormRoute) {
  /** The answer to a browser that sent the form itself: the form's page, which says what happened. */
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
    if (!isSameOrigin(request.headers, env().siteUrl)) return refuse(403, 'The form was sent from another site')
    const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
    if (type !== FORM && type !== JSON_TYPE) return refuse(415, `Send ${JSON_TYPE} or ${FORM}`)

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
    if (!fields) return refuse(422, 'The body is not an object of fields')
    const [problem] = textProblems(fields)
    if (problem) return refuse(422, problem.message)

    const answer = refusal ?? (await submit({ fields, address }, options))
    if (answer.status === 'sent') wakeContactDelivery()
    const isOfScript = request.headers.get('accept') === JSON_TYPE
    if (type === FORM && !isOfScript) return answerBrowser(request, fields, answer, refusal === undefined)
    const shown = type === FORM && answer.status !== 'sent' && { form: (await parts(fields, answer)).form }
    return Response.json({ ...answer, ...shown }, { status: STATUS[answer.status], headers: headersFor(answer) })
  }
}

/** For somebody who opens the address of a form's answer again. */
export const backTo = (path: string) => (): Response => new Response(null, { status: 303, headers: { location: path } })
