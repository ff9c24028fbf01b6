import fresh from 'fresh'
import Negotiator from 'negotiator'
import { Body, type Encoding, ENCODINGS } from './body.ts'
import type { SiteRequest } from './site-request.ts'
import type { SiteResponse } from './site-response.ts'

/** Whoever has an answer asks each time whether it is still the one; nothing in front of the site keeps it. */
export const ASK_EACH_TIME = 'public, max-age=0, must-revalidate'

/** An answer that is there as a whole. Its headers are complete but for those of its encoding. */
export type Answer = { status: number; headers: Record<string, string>; body: Body }

/** An answer with a text of our own. */
export const textAnswer = (status: number, text: string, headers: Record<string, string>): Answer => {
  const type = headers['content-type'] ?? 'text/plain; charset=utf-8'
  return { status, headers: { 'content-type': type, ...headers }, body: new Body(Buffer.from(text), type) }
}

function encodingFor(request: SiteRequest): Encoding {
  const accepted = new Negotiator(request)
  return ENCODINGS.find((encoding) => accepted.encoding([encoding]) !== undefined) ?? 'identity'
}

/** Sends an answer in the best encoding that the visitor takes, or 304 where the visitor has it. */
export function send(request: SiteRequest, response: SiteResponse, { status, headers, body }: Answer): void {
  const encoding = body.isText ? encodingFor(request) : 'identity'
  const { bytes, etag } = body.variant(encoding)
  const shared = body.isText ? { ...headers, etag, vary: 'Accept-Encoding' } : { ...headers, etag }
  if (status === 200 && fresh(request.headers, { etag })) {
    response.writeWholeHead(304, shared)
    response.end()
    return
  }
  response.writeWholeHead(status, {
    ...shared,
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    'content-length': bytes.length,
  })
  response.end(request.method === 'HEAD' ? undefined : bytes)
}
