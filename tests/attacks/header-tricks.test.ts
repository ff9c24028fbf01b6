import { expect } from 'vitest'
import { check } from '../support/check.ts'
import { mapConcurrently } from '../support/until.ts'
import { splitWords } from './support/split-words.ts'
import { sendRequest, isOffsiteRedirect, type ParsedResponse, getHeaderValues } from './support/raw-requests.ts'

const FORGED_VALUES = ['evil.example', 'http://evil.example/', '/dashboard', '127.0.0.1', 'localhost']

/** Headers that proxies and frameworks use to pass the original URL, host or client address. */
const PROXY_HEADERS = splitWords(`
    X-Forwarded-Host X-Forwarded-Server X-Forwarded-For X-Forwarded-Uri X-Forwarded-Path X-Forwarded-Prefix
    X-Forwarded-Scheme X-Forwarded-Port X-Forwarded-Proto X-Forwarded-Ssl X-Forwarded-Method X-Forwarded Forwarded
    Forwarded-For X-Host X-HTTP-Host-Override X-Original-Host X-Original-URL X-Original-Uri X-Original-Method
    X-Rewrite-URL X-Rewrite-Uri X-Real-IP X-Client-IP X-Remote-IP X-Remote-Addr X-Originating-IP X-Cluster-Client-IP
    X-ProxyUser-Ip X-Proxy-Url X-Wap-Profile X-Arbitrary X-Custom-IP-Authorization Client-IP True-Client-IP
    CF-Connecting-IP Fastly-Client-IP Base-Url Http-Url Proxy-Host Proxy-Url Redirect Destination Via Proxy
    Request-Uri Uri Url X-Backend X-Server-Name
  `).flatMap((name) => FORGED_VALUES.map((address) => `${name}: ${address}`))

const OTHER_HEADERS = [
  ...['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override', '_method'].flatMap((name) =>
    ['POST', 'DELETE', 'TRACE'].map((method) => `${name}: ${method}`),
  ),
  ...[
    'middleware',
    'proxy',
    'src/proxy',
    'middleware:middleware:middleware:middleware:middleware',
    'proxy:proxy:proxy:proxy:proxy',
  ].map((name) => `X-Middleware-Subrequest: ${name}`),
  ...splitWords(`
    X-Middleware-Rewrite X-Middleware-Redirect X-Middleware-Next X-Middleware-Skip X-Middleware-Override-Headers
    X-Middleware-Prefetch X-Middleware-Set-Cookie X-Invoke-Path X-Invoke-Output X-Invoke-Query X-Invoke-Status
    X-Matched-Path X-Now-Route-Matches X-Nextjs-Data X-Nextjs-Rewritten-Path X-Nextjs-Cache X-Nextjs-Stale-Time
    X-Next-Cache-Tags X-Next-Revalidated-Tags X-Next-Revalidate-Tag-Token X-Prerender-Revalidate
    X-Prerender-Bypass-Mode Next-Router-State-Tree Next-Router-Prefetch Next-Router-Segment-Prefetch Next-Url
    Next-Action Next-Resume RSC X-Stored-Key X-Nonce X-Requested-Path X-Session-Token
  `).flatMap((name) => ['1', '/dashboard'].map((value) => `${name}: ${value}`)),
  ...['text/x-component', 'application/json', 'image/webp', 'a/b;q=x', '*/*;'.repeat(200)].map(
    (type) => `Accept: ${type}`,
  ),
  ...['text/html', 'application/json', 'multipart/form-data', 'a'].map((type) => `Content-Type: ${type}`),
  ...['no-cache', 'max-age=0', 'no-store', 'only-if-cached'].map((value) => `Cache-Control: ${value}`),
  'Pragma: no-cache',
  'Surrogate-Control: max-age=1',
  'Xkey: all',
  'Purge: 1',
  'Accept-Language: ../../etc/passwd',
  'User-Agent: <script>alert(1)</script>',
  'User-Agent: () { :; }; echo a',
  'Referer: http://evil.example/',
  'Origin: http://evil.example',
  'Origin: null',
  'Access-Control-Request-Method: DELETE',
  'Sec-Fetch-Dest: script',
  'Upgrade: websocket',
  'Upgrade: h2c',
  'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA',
  'Expect: 100-continue',
  'TE: trailers',
  'Trailer: Content-Length',
  'Max-Forwards: 0',
  'Range: bytes=0-9',
  'Authorization: Bearer a',
  'Authorization: Basic YTpi',
  'Cookie: __session=a; __prerender=b',
  'Cookie: __proto__=a',
  `X-Long: ${'a'.repeat(8_000)}`,
  'X-Unicode: \xe9\xff',
  'X-Empty:',
]

const SPOOFED_HEADERS = [...PROXY_HEADERS, ...OTHER_HEADERS]

const serializeResponse = (response: ParsedResponse): string =>
  JSON.stringify([response.status, response.headers.filter(([name]) => name !== 'date'), response.body])

const PAGES = ['/pricing', '/no/such/page']

check(
  {
    what: 'Header tricks on public pages',
    tried: `${SPOOFED_HEADERS.length} headers on a cached page and a 404 page`,
    expected: 'returns byte-identical responses, also afterwards without the header',
  },
  async () => {
    for (const path of PAGES) {
      expect([200, 404]).toContain((await sendRequest(`GET ${path}`)).status)
      const expectedResponse = serializeResponse(await sendRequest(`GET ${path}`))
      const failures = await mapConcurrently(SPOOFED_HEADERS, async (header) => {
        const response = await sendRequest(`GET ${path}`, [header])
        return serializeResponse(response) === expectedResponse
          ? undefined
          : `${header.slice(0, 60)}: ${response.status}`
      })
      expect(failures.filter((header) => header !== undefined)).toEqual([])
      expect(serializeResponse(await sendRequest(`GET ${path}`))).toBe(expectedResponse)
    }
    return `the same, ${SPOOFED_HEADERS.length * PAGES.length} times`
  },
)

check(
  {
    what: 'Header tricks on dynamic routes',
    tried: `${SPOOFED_HEADERS.length} headers on redirects, the sign-in page and API routes`,
    expected: 'never redirects to another site, echoes its host or returns 5xx',
  },
  async () => {
    const cases = SPOOFED_HEADERS.flatMap((header) =>
      ['/pricing/', '/sign-in', '/help?q=a', '/dashboard', '/api/contact', '/api/contact/ticket', '/login'].map(
        (path) => [path, header] as const,
      ),
    )
    const failures = await mapConcurrently(cases, async ([path, header]) => {
      const response = await sendRequest(`GET ${path}`, [header])
      const isExpected = response.status > 0 && response.status < 500 && !isOffsiteRedirect(response)
      return isExpected && !JSON.stringify(response).includes('evil.example')
        ? undefined
        : `${path} ${header}: ${response.status} ${getHeaderValues(response, 'location').join()}`
    })
    // A full URL as request target is a separate attack.
    const absoluteUrlResponse = await sendRequest('GET http://evil.example/pricing/', [
      'X-Forwarded-Host: evil.example',
    ])
    expect(isOffsiteRedirect(absoluteUrlResponse)).toBe(false)
    expect(failures.filter((failure) => failure !== undefined)).toEqual([])
    return `none in ${cases.length + 1} requests`
  },
)
