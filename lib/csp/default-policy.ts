import { subscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import { requestId } from '../log/request-id.ts'
import { failurePage, failurePolicy } from './failure-page.ts'
import { policyHeader } from './policy.ts'

const POLICY = 'content-security-policy'
const FAILURE = 500

/** Of an answer that is no page: nothing in it may run or load anything, and nobody may show it in a frame. */
const DEFAULT = policyHeader({ 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] })

/** Of a script: a worker has the policy of its own file, and loads the rest of its code under that. */
const SCRIPT = policyHeader({
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'frame-ancestors': ["'none'"],
})
const JAVASCRIPT = /^(text|application)\/javascript\b/

/** Any function of a response, with its several forms. */
type Write = (...args: unknown[]) => unknown

/**
 * The one policy of an answer. A stored page brings its own even where the proxy took the request for one of an editor,
 * because of a cookie: then the framework has put it behind that of the proxy.
 */
function policyOf(response: ServerResponse): string {
  const fallback = JAVASCRIPT.test(String(response.getHeader('content-type'))) ? SCRIPT : DEFAULT
  const policies = [response.getHeader(POLICY) ?? fallback].flat()
  return String(policies.at(-1))
}

/** Whether an answer is the framework's page for a page that failed: it is empty until its inline scripts have run. */
const isFailurePage = (response: ServerResponse): boolean =>
  response.statusCode >= FAILURE &&
  !response.hasHeader(POLICY) &&
  String(response.getHeader('content-type')).startsWith('text/html')

/** Says what will be sent in place of the framework's page. */
function announceFailurePage(response: ServerResponse, page: string): void {
  response.removeHeader('content-encoding')
  response.removeHeader('etag')
  response.setHeader('content-length', Buffer.byteLength(page))
  response.setHeader(POLICY, failurePolicy)
}

function keepOnePolicyOf(response: ServerResponse): void {
  const [writeHead, write, end] = [response.writeHead, response.write, response.end].map(
    (method) => method.bind(response) as Write,
  ) as [Write, Write, Write]
  let replacement: string | undefined

  const replaces = (): boolean => {
    if (response.statusCode < FAILURE) return false
    if (!response.headersSent) response.writeHead(response.statusCode)
    return replacement !== undefined
  }
  const finished = (args: unknown[]) => args.find((argument) => typeof argument === 'function')

  const own = {
    writeHead: (...args: unknown[]) => {
      if (typeof args[0] === 'number') response.statusCode = args[0]
      if (isFailurePage(response)) {
        replacement = failurePage(requestId())
        announceFailurePage(response, replacement)
      }
      response.setHeader(POLICY, policyOf(response))
      return writeHead(...args)
    },
    write: (...args: unknown[]) => {
      if (!replaces()) return write(...args)
      const done = finished(args) as (() => void) | undefined
      if (done) queueMicrotask(done)
      return true
    },
    end: (...args: unknown[]) => (replaces() ? end(replacement, finished(args)) : end(...args)),
  }
  Object.assign(response, own)
}

/**
 * Gives every answer exactly one Content-Security-Policy, and the strictest to each that has none of its own: files,
 * pictures, what endpoints say, errors. The framework's configuration cannot: it would add a second policy to pages, and
 * take that of an endpoint away. A page that failed is answered with one that needs no script. Called once at boot.
 * Source: https://nodejs.org/api/diagnostics_channel.html#http
 */
export function keepOnePolicy(): void {
  subscribe('http.server.request.start', (message) => {
    keepOnePolicyOf((message as { response: ServerResponse }).response)
  })
}
