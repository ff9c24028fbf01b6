import { clientAddress } from '@/lib/client-address.ts'
import { wakeContactDelivery } from '@/lib/contact/delivery/start.ts'
import { type ContactAnswer, SENT_ID } from '@/lib/contact/fields.ts'
import { submitMessage } from '@/lib/contact/submit.ts'
import { database } from '@/lib/db/client.ts'
import { env } from '@/lib/env.ts'
import { BodyTooLargeError, readBody } from '@/lib/read-body.ts'
import { isSameOrigin } from '@/lib/same-origin.ts'
import { answerPage, formPath } from './answer-page.ts'

/** The longest message, each character as the percent signs of a form, and the rest. */
const MAX_BODY_BYTES = 96 * 1024

const STATUS = { sent: 200, invalid: 422, suspicious: 422, ticket: 428, limited: 429, unavailable: 503 } as const

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

const refuse = (status: 403 | 413 | 415 | 422, error: string) => Response.json({ error }, { status })

function parseFields(type: string, body: string): Record<string, unknown> | undefined {
  if (type === FORM) return Object.fromEntries(new URLSearchParams(body))
  try {
    const fields: unknown = JSON.parse(body)
    return typeof fields === 'object' && fields !== null && !Array.isArray(fields) ? { ...fields } : undefined
  } catch {
    return undefined
  }
}

function submit(request: Request, fields: Record<string, unknown>): Promise<ContactAnswer> {
  const { contact, databaseUrl, trustedProxies } = env()
  return submitMessage(
    { fields, address: clientAddress(request.headers, trustedProxies) },
    {
      database: () => database(databaseUrl),
      secret: contact.secret,
      channels: contact.webhook ? ['email', 'webhook'] : ['email'],
    },
  )
}

function headersFor(answer: ContactAnswer): Record<string, string> {
  const isLimited = answer.status === 'limited'
  return {
    'cache-control': 'no-store',
    ...(isLimited && { 'retry-after': String(Math.ceil(answer.waitMs / 1000)) }),
  }
}

/** To the page with the form, which shows that the message has arrived. */
function seeOther(request: Request, fields: Record<string, unknown>): Response {
  const location = `${formPath(request, fields)}#${SENT_ID}`
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
}

/**
 * Takes a message of the contact form. JSON is answered with a `ContactAnswer`; a form that the browser sent itself with
 * a redirect to its page, or with that page and what is to be done, filled in. Refuses other sites (403), bodies that
 * are too large (413) and of another type (415). What was written is never part of an address or of a log.
 */
export async function POST(request: Request): Promise<Response> {
  if (!isSameOrigin(request.headers, env().siteUrl)) return refuse(403, 'The form was sent from another site')
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type !== FORM && type !== JSON_TYPE) return refuse(415, `Send ${JSON_TYPE} or ${FORM}`)
  let body: string
  try {
    body = await readBody(request, MAX_BODY_BYTES)
  } catch (error) {
    if (error instanceof BodyTooLargeError) return refuse(413, error.message)
    throw error
  }
  const fields = parseFields(type, body)
  if (!fields) return refuse(422, 'The body is not an object of fields')

  const answer = await submit(request, fields)
  if (answer.status === 'sent') wakeContactDelivery()
  const init = { status: STATUS[answer.status], headers: headersFor(answer) }
  if (type === JSON_TYPE) return Response.json(answer, init)
  if (answer.status === 'sent') return seeOther(request, fields)
  return answerPage(request, fields, answer, init)
}

/** Somebody opened the address of a form's answer again. */
export function GET(request: Request): Response {
  return new Response(null, { status: 303, headers: { location: formPath(request, {}) } })
}
