import type { RequestListener } from 'node:http'
import { browserFiles } from '../lib/browser-bundles.js'
import { failurePolicy, malformedPathPage, searchedTooOftenPage } from '../lib/csp/failure-page.ts'
import { clientAddress, noteSocketAddress } from '../lib/http/client-address.ts'
import { isOwnOrigin } from '../lib/http/own-origin.ts'
import { createClientLimit } from '../lib/http/client-limit.ts'
import { findCanonicalPage } from '../lib/paths/canonical-path.ts'
import { findRedirect, type Redirect, type Target } from '../lib/http/redirects.ts'
import { speculationRules } from '../lib/http/speculation-rules.ts'
import { withQuery } from '../lib/http/with-query.ts'
import { newRequestId, REQUEST_ID_HEADER, withRequestId } from '../lib/log/request-id.ts'
import { log } from '../lib/log/log.ts'
import { finishHtml } from '../lib/page-cache/finish-page.ts'
import type { Lifetime } from '../lib/page-cache/outdated.ts'
import { countRequest, countWebhook, requestStart } from '../lib/telemetry/requests.ts'
import { lookups } from '../lib/telemetry/page-cache.ts'
import { inSpan } from '../lib/telemetry/spans.ts'
import { telemetry } from '../lib/telemetry/telemetry.ts'
import { HOME_PATH, NOT_FOUND_PATH, PAGES_WITHOUT_DOCUMENT, SEARCH_PATH, SHARE_IMAGE_ROOT } from '../lib/routes.ts'
import { isAction, type Refusal, refusalOf } from './action.ts'
import { type Answer, ASK_EACH_TIME, send, textAnswer } from './answer.ts'
import { Body } from './body.ts'
import { bodyLimit } from './body-limit.ts'
import { type Destination, destinationOf, SCRIPTS_ROOT } from './destination.ts'
import { OPENER_POLICY, openerPolicy, RESOURCE_POLICY, resourcePolicy } from './isolation.ts'
import { isMalformedPath, leadsNowhere } from './malformed-path.ts'
import { hasActions, methodsOf, READ } from './methods.ts'
import type { OtherBuilds } from './other-builds.ts'
import { OPERATOR_PATHS } from './operator.ts'
import { ownNames } from './own-names.ts'
import type { Render, Rendered } from './render.ts'
import { ownHeaders } from './sent-headers.ts'
import type { SiteRequest } from './site-request.ts'
import { DEFAULT_POLICY, type SiteResponse } from './site-response.ts'
import { STATIC_ROOT, type StaticFiles } from './static-files.ts'
import { FOR_GOOD, type Found, type StoredAnswer, type StoredAnswers } from './stored-answers.ts'

/** What the front answers with, and what it asks. */
export type FrontOptions = {
  siteUrl: string
  trustedProxies: number
  /** Headers of every answer. */
  headers: Record<string, string>
  /** Headers of every public page beside these. */
  pageHeaders: Record<string, string>
  stored: StoredAnswers
  files: StaticFiles
  otherBuilds: Pick<OtherBuilds, 'find'>
  /** Paths of the files in `public/`. */
  publicFiles: ReadonlySet<string>
  /** Headers by which a cache in front keeps a stored answer until it is told to forget it; undefined where none is told. */
  edgeHeaders?: ((lifetime: Lifetime) => Record<string, string>) | undefined
  /** Asks the framework inside the process. */
  render: Render
  /** Hands a request to the framework. */
  framework: (request: SiteRequest, response: SiteResponse) => Promise<void>
  /** The page that a path leads to; undefined where there is none. */
  knownPage: (path: string) => Promise<string | undefined>
  redirects: () => Promise<Redirect[]>
  /** Answers whoever runs the site. */
  operator: (request: SiteRequest, path: string) => Promise<Answer>
  /** Names the route of a path, for traces. */
  routeName: (path: string) => string
}

/** Where open dashboards wait for something to change: how long says nothing of how the site is. */
const CHANGES_PATH = '/api/dashboard/changes'

/** Set by Next for whoever looks at drafts. */
const DRAFT_MODE_COOKIE = /(?:^|;\s*)__prerender_bypass=/

/** Whether somebody may be looking at drafts: what they see is made for each request, by the framework. */
const maySeeDrafts = ({ headers }: SiteRequest): boolean => DRAFT_MODE_COOKIE.test(headers.cookie ?? '')

const isRead = ({ method }: SiteRequest): boolean => method === 'GET' || method === 'HEAD'

const isHtml = (type: string | undefined): boolean => type?.startsWith('text/html') === true

/** Of pages whose address is no secret: browsers may keep them to go back to, and ask before they show them otherwise. */
const MADE_FOR_ONE = 'private, no-cache'

/** Searches of one network: the page is made for each, and a browser with scripts searches by itself. */
const SEARCHES = { name: 'search', count: 120, windowMs: 60_000 }

/** Paths that the framework leads to the one way in which they are written. */
const isWrittenOtherwise = (path: string): boolean =>
  path !== HOME_PATH && (path.endsWith('/') || path.includes('//') || path.includes('\\'))

/** An address in the place of a path names the host, whatever else says so: RFC 9112, 3.2.2. */
function usePathOfAddress(request: SiteRequest): void {
  const { url = '' } = request
  if (url === '*') return
  const address = URL.canParse(url) ? new URL(url) : undefined
  const isOfWeb = address?.protocol === 'http:' || address?.protocol === 'https:'
  request.headers.host = address && isOfWeb && !address.username ? address.host : ''
  request.url = address ? address.pathname + address.search : HOME_PATH
}

type Asked = {
  request: SiteRequest
  response: SiteResponse
  path: string
  query: string
  /** Who answers, for the figures. */
  by: Destination | 'file' | 'front'
}

/** Answers every request of the site: what is stored at once, the rest by what is behind it. */
export function createFront(options: FrontOptions): RequestListener<typeof SiteRequest, typeof SiteResponse> {
  const { siteUrl, headers, pageHeaders, stored, files, otherBuilds, publicFiles, edgeHeaders } = options
  const { render, framework, knownPage, redirects } = options
  const { operator, routeName, trustedProxies } = options
  const { host, origin } = new URL(siteUrl)
  const isAskedByOwnName = ownNames(siteUrl, trustedProxies)
  const useOwnHeaders = ownHeaders(siteUrl, trustedProxies)

  /** What follows compares with the origin of the public address, and does not see which host the browser named. */
  function usePublicOrigin({ headers: sent }: SiteRequest): void {
    if (sent.origin !== undefined && isOwnOrigin(sent.origin, sent.host, siteUrl)) sent.origin = origin
  }

  const withHeaders = <Any extends { headers: Record<string, string> }>(answer: Any): Any => {
    const { headers: own } = answer
    const type = own['content-type']
    return {
      ...answer,
      headers: {
        ...headers,
        [RESOURCE_POLICY]: resourcePolicy(type, own['cache-control']),
        ...(isHtml(type) && pageHeaders),
        ...own,
      },
    }
  }

  /** Answers that are complete, headers included: made once for each stored answer. */
  const complete = new WeakMap<Body, Answer>()
  function completed(answer: Answer): Answer {
    const known = complete.get(answer.body)
    if (known) return known
    const whole = withHeaders(answer)
    complete.set(answer.body, whole)
    return whole
  }

  /** Sends a stored answer; what says that there is nothing is not kept in front, where any number of addresses is asked for. */
  function sendStored(request: SiteRequest, response: SiteResponse, stored: StoredAnswer): void {
    const answer = completed(stored)
    const { lifetime } = stored
    if (!edgeHeaders || answer.status !== 200 || lifetime === FOR_GOOD) return send(request, response, answer)
    send(request, response, { ...answer, headers: { ...answer.headers, ...edgeHeaders(lifetime) } })
  }

  const malformed = withHeaders(
    textAnswer(400, malformedPathPage, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': failurePolicy,
      'cache-control': 'no-store',
    }),
  )

  const searchedTooOften = withHeaders(
    textAnswer(429, searchedTooOftenPage, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': failurePolicy,
      'cache-control': 'no-store',
      'retry-after': String(SEARCHES.windowMs / 1000),
    }),
  )

  const rules = withHeaders(
    textAnswer(200, JSON.stringify(speculationRules), {
      'content-type': 'application/speculationrules+json',
      'content-security-policy': DEFAULT_POLICY,
      'cache-control': 'public, max-age=3600',
    }),
  )

  const plain = (status: number, text: string, more: Record<string, string> = {}): Answer =>
    withHeaders(
      textAnswer(status, text, { 'content-security-policy': DEFAULT_POLICY, 'cache-control': 'no-store', ...more }),
    )

  /** Sends what the framework gave this once, as it would have itself. */
  function sendOnce({ request, response }: Asked, rendered: Rendered): void {
    const { status, headers: all, body } = withHeaders(rendered)
    response.setHeaders(new Map(Object.entries({ ...all, 'content-length': String(body.length) })))
    response.writeHead(status)
    response.end(request.method === 'HEAD' ? undefined : body)
  }

  function sendFound(asked: Asked, found: Found): void {
    const { request, response } = asked
    if ('stored' in found) return sendStored(request, response, found.stored)
    const { status, headers: own, body } = found.once
    const type = own['content-type'] ?? ''
    if (status !== 200 || isHtml(type)) return sendOnce(asked, found.once)
    send(request, response, withHeaders({ status, headers: own, body: new Body(body, type) }))
  }

  /** Redirects among pages have the visitor's query, and are asked for each time, in case the page comes back. */
  function sendRedirect({ request, response, query }: Asked, { destination, permanent }: Target): void {
    const location = withQuery(destination, query)
    send(request, response, plain(permanent ? 308 : 307, '', { location, 'cache-control': ASK_EACH_TIME }))
  }

  const isKnown = async (path: string): Promise<boolean> =>
    PAGES_WITHOUT_DOCUMENT.has(path) || (await knownPage(path)) !== undefined

  /** Where a path without a page leads: by a redirect of the CMS, or to the page that it is another spelling of. */
  async function targetOf(path: string): Promise<Target | undefined> {
    const redirect = await findRedirect(path, { redirects: await redirects(), siteUrl, isPage: isKnown })
    if (redirect) return redirect
    const destination = await findCanonicalPage(path, isKnown)
    return destination === undefined ? undefined : { destination, permanent: true }
  }

  /** A path with other slashes: where the path without them is redirected, visitors are sent to the end at once. */
  async function answerOtherSlashes(asked: Asked): Promise<void> {
    const path = asked.path.replace(/\/{2,}/g, '/').replace(/\/$/, '') || HOME_PATH
    const found = asked.path.includes('\\') ? undefined : await lookUp(path)
    return found && found !== 'page' ? sendRedirect(asked, found) : answerByFramework(asked)
  }

  /** What is at a path: a page, a redirect, or undefined where there is nothing. */
  async function lookUp(path: string): Promise<'page' | Target | undefined> {
    try {
      if ((await knownPage(path)) === undefined) return await targetOf(path)
      // Of a page that there is: any other address may hold what somebody wrote.
      telemetry.tracing?.describe({ 'url.path': path })
      return 'page'
    } catch (err) {
      // Nobody can say which pages there are: the framework says so of this one.
      log.warn({ err }, 'The addresses of pages could not be read')
      return 'page'
    }
  }

  async function answerPage(asked: Asked): Promise<void> {
    const found = await lookUp(asked.path)
    if (found === 'page') return sendFound(asked, await stored.find(asked.path))
    if (found) return sendRedirect(asked, found)
    sendFound(asked, await foundNothing())
  }

  /** The page that says there is nothing: the same for all paths. */
  const foundNothing = (): Promise<Found> => stored.find(NOT_FOUND_PATH)

  /** A page of another build names its files, and may be answered by any process, or still be open somewhere. */
  async function answerFromOtherBuild({ request, response, path }: Asked): Promise<void> {
    const file = await otherBuilds.find(path)
    send(request, response, file ? completed(file) : plain(404, 'There is no such file.\n'))
  }

  async function answerStored(asked: Asked): Promise<void> {
    const { request, response, path } = asked
    if (path.startsWith(SCRIPTS_ROOT) && !browserFiles.some((file) => file.path === path))
      return answerFromOtherBuild(asked)
    const page = path.startsWith(`${SHARE_IMAGE_ROOT}/`) ? path.slice(SHARE_IMAGE_ROOT.length) : undefined
    // Only a path that has a page can have a picture: any other would be looked for at each visit.
    if (page !== undefined && page !== SEARCH_PATH && (await knownPage(page)) === undefined)
      return send(request, response, plain(404, 'There is no such picture.\n'))
    sendFound(asked, await stored.find(path))
  }

  /** A public page that is made for each request is finished as a stored one is. */
  async function answerMade(asked: Asked): Promise<void> {
    const { request, response } = asked
    const rendered = await render(request.url ?? '', { host })
    // The framework's own page for that is empty without its scripts.
    if (rendered.status === 404) return sendFound(asked, await foundNothing())
    if (!isHtml(rendered.headers['content-type']) || rendered.status >= 500) return sendOnce(asked, rendered)
    const { html, headers: finished } = finishHtml(rendered.body.toString())
    const isSecret = rendered.headers['referrer-policy'] === 'no-referrer'
    const body = new Body(Buffer.from(html), 'text/html')
    const own = { ...rendered.headers, ...finished, ...(!isSecret && { 'cache-control': MADE_FOR_ONE }) }
    send(request, response, withHeaders({ status: rendered.status, headers: own, body }))
  }

  async function answerByFramework({ request, response, path }: Asked): Promise<void> {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    response.setHeader(OPENER_POLICY, openerPolicy(path, maySeeDrafts(request)))
    useOwnHeaders(request)
    noteSocketAddress(request)
    await framework(request, response)
  }

  async function answerFile(asked: Asked): Promise<void> {
    const { request, response, path } = asked
    if (!files.has(path)) return answerFromOtherBuild(asked)
    const file = await files.find(path)
    return file ? send(request, response, completed(file)) : answerByFramework(asked)
  }

  /** Refuses what is sent, and does not wait for the rest of it. */
  const refuse = ({ request, response }: Asked, { status, text }: Refusal, more: Record<string, string> = {}): void =>
    send(request, response, plain(status, text, { ...more, connection: 'close' }))

  const refuseMethod = (asked: Asked, methods: readonly string[]): void =>
    refuse(asked, { status: 405, text: 'Pages are only read.\n' }, { allow: methods.join(', ') })

  async function answerAction(asked: Asked): Promise<void> {
    const refusal = await refusalOf(asked.request, origin)
    if (asked.response.headersSent) return
    return refusal ? refuse(asked, refusal) : answerByFramework(asked)
  }

  const ways: Record<Destination, (asked: Asked) => Promise<void>> = {
    page: answerPage,
    stored: answerStored,
    made: answerMade,
    rules: async ({ request, response }) => send(request, response, rules),
    operator: async ({ request, response, path }) =>
      send(request, response, withHeaders(await operator(request, path))),
    framework: answerByFramework,
  }

  const mayClientSearch = createClientLimit({ limit: SEARCHES })

  /** Whether it is the turn of whoever asks; their address is noted in the headers, as for the framework. */
  function maySearch(request: SiteRequest): boolean {
    noteSocketAddress(request)
    const sent = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)])
    return mayClientSearch(clientAddress(new Headers(sent), trustedProxies))
  }

  async function answer(asked: Asked): Promise<void> {
    const { request, response, path, query } = asked
    if (path.includes('%') && isMalformedPath(path)) return send(request, response, malformed)
    if (leadsNowhere(path)) return send(request, response, plain(404, 'There is nothing here.\n'))
    if (isRead(request) && path.startsWith(STATIC_ROOT)) {
      asked.by = 'file'
      return answerFile(asked)
    }
    if (path === SEARCH_PATH && query !== '' && !maySearch(request)) return send(request, response, searchedTooOften)
    const named = isWrittenOtherwise(path) ? 'framework' : destinationOf(path, publicFiles)
    const destination = maySeeDrafts(request) && named !== 'operator' ? 'framework' : named
    asked.by = destination
    const methods = destination === 'framework' ? methodsOf(path) : READ
    if (!methods.includes(request.method ?? '')) return refuseMethod(asked, methods)
    if (destination === 'framework' && request.method === 'POST' && hasActions(path))
      return isAction(request) ? answerAction(asked) : refuseMethod(asked, READ)
    if (isWrittenOtherwise(path) && isRead(request) && !maySeeDrafts(request)) return answerOtherSlashes(asked)
    return ways[destination](asked)
  }

  /** Takes no more of a body than there may be at a path; one that says that it is larger is refused before it comes. */
  function limitBody(asked: Asked): void {
    const { request, response, path } = asked
    request.limitBody(bodyLimit(path), () => {
      if (response.headersSent) return void request.destroy()
      refuse(asked, { status: 413, text: 'This is too much at once.\n' })
    })
  }

  /** What nothing else has answered. */
  function fail({ request, response }: Asked, err: unknown): void {
    log.error({ err }, 'A request could not be answered')
    if (response.headersSent) return void response.destroy()
    sendOnce(
      { request, response, path: '', query: '', by: 'front' },
      {
        status: 500,
        headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
        body: Buffer.alloc(0),
      },
    )
  }

  /** Answers within a span, where there are any; who asks often whether the site is well needs none. */
  async function answerWatched(asked: Asked, requestId: string): Promise<void> {
    const whole = () => answer(asked).catch((err: unknown) => fail(asked, err))
    if (!telemetry.tracing || OPERATOR_PATHS.has(asked.path)) return whole()
    const { request, response, path } = asked
    const { method = '', headers: sent } = request
    const route = routeName(path)
    const traceparent = trustedProxies > 0 ? String(sent.traceparent ?? '') : undefined
    const attributes = { 'http.request.method': method, 'http.route': route, 'request.id': requestId }
    await inSpan(`${method} ${route}`, { kind: 'server', attributes, traceparent }, async () => {
      await whole()
      telemetry.tracing?.describe({ 'http.response.status_code': response.statusCode, destination: asked.by })
    })
  }

  return (request, response) => {
    const start = requestStart()
    if (!request.url?.startsWith('/')) usePathOfAddress(request)
    const [path = '', query = ''] = (request.url ?? '').split(/\?(.*)/s, 2)
    const asked: Asked = { request, response, path, query, by: 'front' }
    limitBody(asked)
    if (response.headersSent) return
    // Of HTTP/0.9, which nobody speaks, a request is what another one hides in a line of its own.
    if (request.httpVersionMajor < 1) return refuse(asked, { status: 400, text: 'This is no request of HTTP/1.1.\n' })
    // Who watches a process, a balancer or a container, asks by the address of that.
    if (!isAskedByOwnName(request.headers) && !OPERATOR_PATHS.has(path))
      return refuse(asked, { status: 421, text: `This is ${host}, and nothing else.\n` })
    usePublicOrigin(request)
    const kept = isRead(request) && !maySeeDrafts(request) ? stored.fresh(path) : undefined
    if (kept) {
      sendStored(request, response, kept)
      lookups.hit++
      return countRequest('memory', response.statusCode, start)
    }
    if (start > 0)
      response.once('close', () => {
        countRequest(path === CHANGES_PATH ? 'waiting' : asked.by, response.statusCode, start)
        countWebhook(path, response.statusCode)
      })
    const id = newRequestId(request.headers, trustedProxies)
    if (path.startsWith('/api/')) response.setHeader(REQUEST_ID_HEADER, id)
    withRequestId(id, () => void answerWatched(asked, id))
  }
}
