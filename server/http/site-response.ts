import { type OutgoingHttpHeaders, type RequestListener, ServerResponse } from 'node:http'
import { buildFailurePage, failurePolicy } from '../../lib/platform/csp/failure-page.ts'
import { getRequestId } from '../../lib/platform/log/request-id.ts'
import { STORED_KEY_HEADER } from '../../lib/platform/page-cache/entry.ts'
import { isStopping } from '../../lib/platform/lifecycle/readiness.ts'
import { API_ROOT } from '../../lib/routes.ts'
import {
  ALWAYS_REVALIDATE,
  getDefaultPolicy,
  getResourcePolicy,
  isHtml,
  POLICY_HEADER,
  RESOURCE_POLICY_HEADER,
} from './response-headers.ts'
import type { SiteRequest } from './site-request.ts'

export type SiteListener = RequestListener<typeof SiteRequest, typeof SiteResponse>

const CACHE_CONTROL = 'cache-control'
const MIN_FAILURE_STATUS = 500

const isFunction = (argument: unknown): argument is () => void => typeof argument === 'function'

/**
 * Response class that Next.js also uses. It ensures exactly one CSP, by default the strictest. It replaces Next.js's
 * error page, which is empty without scripts. Source:
 * https://nodejs.org/api/http.html#httpcreateserveroptions-requestlistener
 */
export class SiteResponse extends ServerResponse<SiteRequest> {
  #replacement: string | undefined

  /** Keeps only the last CSP. Next.js appends a cached page's CSP to the one of the proxy. */
  #keepLastPolicy(): void {
    const policies = [this.getHeader(POLICY_HEADER) ?? getDefaultPolicy(String(this.getHeader('content-type')))].flat()
    this.setHeader(POLICY_HEADER, String(policies.at(-1)))
  }

  /** Prevents caches that are not purged from storing pages. Next.js's default header would allow an hour. */
  #preventCaching(): void {
    const value = this.getHeader(CACHE_CONTROL)
    if (value === undefined)
      this.setHeader(CACHE_CONTROL, this.req.url?.startsWith(`${API_ROOT}/`) ? 'no-store' : ALWAYS_REVALIDATE)
    else if (String(value).includes('s-maxage')) this.setHeader(CACHE_CONTROL, ALWAYS_REVALIDATE)
  }

  #setResourcePolicy(): void {
    if (this.hasHeader(RESOURCE_POLICY_HEADER)) return
    const type = String(this.getHeader('content-type'))
    this.setHeader(RESOURCE_POLICY_HEADER, getResourcePolicy(type, String(this.getHeader(CACHE_CONTROL))))
  }

  #replaceFailurePage(): void {
    const isFailurePage = this.statusCode >= MIN_FAILURE_STATUS && isHtml(String(this.getHeader('content-type')))
    if (!isFailurePage || this.hasHeader(POLICY_HEADER)) return
    this.#replacement = buildFailurePage(getRequestId())
    this.removeHeader('content-encoding')
    this.removeHeader('etag')
    this.setHeader('content-length', Buffer.byteLength(this.#replacement))
    this.setHeader(POLICY_HEADER, failurePolicy)
  }

  /** Returns whether writes are dropped because a replacement page is sent. */
  #isReplaced(): boolean {
    if (this.statusCode < MIN_FAILURE_STATUS) return false
    if (!this.headersSent) this.writeHead(this.statusCode)
    return this.#replacement !== undefined
  }

  /** Closes the connection after the response if the process is stopping or the request body is unbounded. */
  #closeConnectionIfNeeded(): void {
    const hasUnfinishedBody = this.req.headers['transfer-encoding'] !== undefined && !this.req.complete
    if (isStopping() || hasUnfinishedBody) this.shouldKeepAlive = false
  }

  override writeHead(status: number, ...rest: unknown[]): this {
    this.#closeConnectionIfNeeded()
    this.statusCode = status
    this.#replaceFailurePage()
    this.#keepLastPolicy()
    this.#preventCaching()
    this.#setResourcePolicy()
    this.removeHeader(STORED_KEY_HEADER)
    return (super.writeHead as (...args: unknown[]) => this).call(this, status, ...rest)
  }

  writeWholeHead(status: number, headers: OutgoingHttpHeaders): void {
    this.#closeConnectionIfNeeded()
    super.writeHead(status, headers)
  }

  override write(...args: unknown[]): boolean {
    if (!this.#isReplaced()) return (super.write as (...args: unknown[]) => boolean).call(this, ...args)
    const callback = args.find(isFunction)
    if (callback) queueMicrotask(callback)
    return true
  }

  override end(...args: unknown[]): this {
    const finalArguments = this.#isReplaced() ? [this.#replacement, args.find(isFunction)] : args
    return (super.end as (...args: unknown[]) => this).call(this, ...finalArguments)
  }
}
