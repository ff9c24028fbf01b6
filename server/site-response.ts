import { type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { failurePage, failurePolicy } from '../lib/csp/failure-page.ts'
import { policyHeader } from '../lib/csp/policy.ts'
import { requestId } from '../lib/log/request-id.ts'
import { STORED_KEY_HEADER } from '../lib/page-cache/entry.ts'
import { isStopping } from '../lib/readiness.ts'
import { API_ROOT } from '../lib/routes.ts'
import { ASK_EACH_TIME } from './answer.ts'
import { RESOURCE_POLICY, resourcePolicy } from './isolation.ts'
import type { SiteRequest } from './site-request.ts'

const POLICY = 'content-security-policy'
const CACHE_CONTROL = 'cache-control'
const FAILURE = 500

const NOTHING = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
}

/** Of an answer that is no page: nothing in it may run or load anything, and nobody may show it in a frame. */
export const DEFAULT_POLICY = policyHeader(NOTHING)

/** Of a script: a worker has the policy of its own file, and loads the rest of its code under that. */
const SCRIPT_POLICY = policyHeader({ ...NOTHING, 'script-src': ["'self'"] })
const JAVASCRIPT = /^(text|application)\/javascript\b/

/** The policy of an answer of a type that has none of its own. */
export const policyOfType = (type: string): string => (JAVASCRIPT.test(type) ? SCRIPT_POLICY : DEFAULT_POLICY)

const isFunction = (argument: unknown): argument is () => void => typeof argument === 'function'

/**
 * An answer of the site, whoever writes it. It has exactly one Content-Security-Policy, the strictest where nobody gave it
 * one, and the framework's page for a page that failed, which is empty without its scripts, is replaced by a whole one.
 * Source: the option `ServerResponse` of https://nodejs.org/api/http.html#httpcreateserveroptions-requestlistener
 */
export class SiteResponse extends ServerResponse<SiteRequest> {
  #replacement: string | undefined

  /** The framework adds the policy of a stored page to that of the proxy: the last one is the page's. */
  #keepOnePolicy(): void {
    const policies = [this.getHeader(POLICY) ?? policyOfType(String(this.getHeader('content-type')))].flat()
    this.setHeader(POLICY, String(policies.at(-1)))
  }

  /**
   * Nothing in front keeps what it is not told to forget: the framework would have any cache show a page for an hour, and an
   * answer that says nothing is kept by some for as long as they see fit.
   */
  #keepOutOfCaches(): void {
    const value = this.getHeader(CACHE_CONTROL)
    if (value === undefined)
      this.setHeader(CACHE_CONTROL, this.req.url?.startsWith(`${API_ROOT}/`) ? 'no-store' : ASK_EACH_TIME)
    else if (String(value).includes('s-maxage')) this.setHeader(CACHE_CONTROL, ASK_EACH_TIME)
  }

  #keepToOwnPages(): void {
    if (this.hasHeader(RESOURCE_POLICY)) return
    const type = String(this.getHeader('content-type'))
    this.setHeader(RESOURCE_POLICY, resourcePolicy(type, String(this.getHeader(CACHE_CONTROL))))
  }

  #isFailurePage = (): boolean =>
    this.statusCode >= FAILURE &&
    !this.hasHeader(POLICY) &&
    String(this.getHeader('content-type')).startsWith('text/html')

  #replaceFailurePage(): void {
    this.#replacement = failurePage(requestId())
    this.removeHeader('content-encoding')
    this.removeHeader('etag')
    this.setHeader('content-length', Buffer.byteLength(this.#replacement))
    this.setHeader(POLICY, failurePolicy)
  }

  /** Whether what is written is left out, because the answer is another page. */
  #isReplaced(): boolean {
    if (this.statusCode < FAILURE) return false
    if (!this.headersSent) this.writeHead(this.statusCode)
    return this.#replacement !== undefined
  }

  /**
   * Has the connection end with this answer: when the site has been told to stop, and when the body of the request could go on for ever
   * behind it, where nobody counts it.
   */
  #endConnectionIfDue(): void {
    const isEndless = this.req.headers['transfer-encoding'] !== undefined && !this.req.complete
    if (isStopping() || isEndless) this.shouldKeepAlive = false
  }

  override writeHead(status: number, ...more: unknown[]): this {
    this.#endConnectionIfDue()
    this.statusCode = status
    if (this.#isFailurePage()) this.#replaceFailurePage()
    this.#keepOnePolicy()
    this.#keepOutOfCaches()
    this.#keepToOwnPages()
    this.removeHeader(STORED_KEY_HEADER)
    return (super.writeHead as (...args: unknown[]) => this).call(this, status, ...more)
  }

  /** Writes the head of an answer that is complete: nothing is added to it. */
  writeWholeHead(status: number, headers: OutgoingHttpHeaders): void {
    this.#endConnectionIfDue()
    super.writeHead(status, headers)
  }

  override write(...args: unknown[]): boolean {
    if (!this.#isReplaced()) return (super.write as (...args: unknown[]) => boolean).call(this, ...args)
    const done = args.find(isFunction)
    if (done) queueMicrotask(done)
    return true
  }

  override end(...args: unknown[]): this {
    const own = this.#isReplaced() ? [this.#replacement, args.find(isFunction)] : args
    return (super.end as (...args: unknown[]) => this).call(this, ...own)
  }
}
