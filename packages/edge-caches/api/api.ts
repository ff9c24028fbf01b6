import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { reporter } from '../../local-server/index.ts'
import type { Faults } from './faults.ts'

const report = reporter('edge cache')

/** What the API answers, in JSON. */
export type ApiAnswer = { status: number; body: unknown; headers?: OutgoingHttpHeaders }

const hash = (value: string) => createHash('sha256').update(value).digest()

/** Whether a key that was given is the right one, compared in constant time. */
export const isKey = (given: string | undefined, key: string): boolean =>
  given !== undefined && timingSafeEqual(hash(given), hash(key))

/** The values of a JSON body; undefined for what is no JSON object. */
export function objectOf(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    // Whoever sent it is told by the answer.
    return undefined
  }
}

/** Texts of a list that holds nothing else; undefined otherwise. */
export const textsOf = (value: unknown): string[] | undefined =>
  Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : undefined

/** A listener for a vendor's API, which answers as the faults say as long as there are any. */
export function createApi(
  faults: Faults,
  fault: (status: number) => ApiAnswer,
  answer: (request: IncomingMessage, body: string) => ApiAnswer,
): RequestListener {
  return (request, response) => {
    const handle = async (): Promise<void> => {
      const body = await text(request)
      const asked = faults.take()
      // Nothing is ever said: whoever asked waits until its own limit.
      if (asked === 'silence') return
      const { status, body: value, headers } = asked === undefined ? answer(request, body) : fault(asked)
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
    }
    handle().catch((error: unknown) => {
      report(error)
      response.destroy()
    })
  }
}
