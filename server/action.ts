import type { SiteRequest } from './site-request.ts'

/** By which a browser names the server action that it runs. */
const ACTION = 'next-action'

/** As the framework's client sends plain arguments. */
const PLAIN_BODY = /^text\/plain\b/

/** As React writes a text that begins with a dollar, and a value that is not there; whatever else begins so is no plain value. */
const PLAIN_TEXT = /^(?:[^$]|$|\$\$|\$undefined$)/

/** Bytes of the arguments of an action: less than Node takes of a body before somebody reads it. */
const MOST_BYTES = 16 * 1024

/** Arguments of an action, of which the framework takes no more, and how deep in one of them there may be another value. */
const MOST_ARGUMENTS = 1_000
const DEEPEST = 20

/** What somebody is told whose request is not handed to the framework. */
export type Refusal = { status: number; text: string }

const CROSS_ORIGIN: Refusal = { status: 403, text: 'The request comes from another site.\n' }
const TOO_LARGE: Refusal = { status: 413, text: 'This is too much at once.\n' }
const MALFORMED: Refusal = { status: 400, text: 'This is not what an action is called with.\n' }

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    // It is undefined, which JSON never is.
    return undefined
  }
}

/** Whether a body is a list of plain values: the framework fails on many others, before the action is called. */
function isListOfArguments(body: string): boolean {
  const list = parsed(body)
  if (!Array.isArray(list) || list.length > MOST_ARGUMENTS) return false
  let values: unknown[] = list
  for (let depth = 0; depth < DEEPEST; depth++) {
    if (values.some((value) => typeof value === 'string' && !PLAIN_TEXT.test(value))) return false
    values = values.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []))
    if (values.length === 0) return true
  }
  return false
}

/** Whether a page of this site sent a request: a browser says so with everything that is posted. */
function isFromOwnPage({ headers }: SiteRequest, origin: string): boolean {
  const site = headers['sec-fetch-site']
  return headers.origin === origin && (site === undefined || site === 'same-origin')
}

/** Whether a request would run a server action. */
export const isAction = ({ headers }: SiteRequest): boolean => headers[ACTION] !== undefined

/**
 * What is wrong with a request that would run a server action; undefined where nothing is. The framework still gets all of its body.
 * @param origin of the site
 */
export async function refusalOf(request: SiteRequest, origin: string): Promise<Refusal | undefined> {
  const { headers } = request
  if (!isFromOwnPage(request, origin)) return CROSS_ORIGIN
  if (!PLAIN_BODY.test(headers['content-type'] ?? '')) return MALFORMED
  const body = await request.wholeBody(MOST_BYTES)
  if (body === undefined) return TOO_LARGE
  return isListOfArguments(body.toString()) ? undefined : MALFORMED
}
