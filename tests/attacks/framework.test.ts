import { expect } from 'vitest'
import { check } from '../support/check.ts'
import { readServerActions } from '../support/server-actions.ts'
import { recordErrors } from './support/log-lines.ts'
import { sendRequest, isOffsiteRedirect, siteUrl, getHeaderValues } from './support/raw-requests.ts'
import { splitWords } from './support/split-words.ts'

const DATA_PATHS = splitWords(`
  /dashboard.rsc /dashboard/calls.rsc /dashboard/index.rsc /dashboard/.rsc /dashboard/calls%2ersc
  /dashboard/calls%2Ersc /dashboard/settings/data.rsc /dashboard/calls.segments/_tree.segment.rsc
  /dashboard/calls.segments/_full.segment.rsc /dashboard/calls.segments/dashboard/__PAGE__.segment.rsc
  /dashboard.segments/_tree.segment.rsc /login.rsc /login/a.rsc /register.segments/_tree.segment.rsc /pricing.rsc
  /index.rsc /studio/a.rsc /_next/data/build/dashboard.json /_next/data/build/dashboard/calls.json
  /_next/data/build/index.json
`)

check(
  {
    what: 'Next.js data paths',
    tried: `${DATA_PATHS.length} URLs such as /dashboard/calls.rsc, without a session`,
    expected: 'returns 404 without page content',
  },
  async () => {
    for (const path of DATA_PATHS)
      for (const headers of [
        [],
        ['RSC: 1'],
        ['RSC: 1', 'Next-Router-Prefetch: 1', 'Next-Router-Segment-Prefetch: /_tree'],
      ]) {
        const response = await sendRequest(`GET ${path}`, headers)
        expect(`${path} ${response.status}`).toBe(`${path} 404`)
        expect(getHeaderValues(response, 'content-type').join()).not.toContain('x-component')
      }
    return `404, ${DATA_PATHS.length * 3} times`
  },
)

/** Internal headers of the framework and of proxies, several of them from published bypasses. */
const INTERNAL_HEADERS = [
  ...['middleware', 'src/middleware', 'proxy', 'src/proxy', 'pages/_middleware', '/proxy'].flatMap((name) => [
    `X-Middleware-Subrequest: ${name}`,
    `X-Middleware-Subrequest: ${Array(5).fill(name).join(':')}`,
  ]),
  'X-Middleware-Subrequest-Id: 1',
  'X-Middleware-Next: 1',
  'X-Middleware-Skip: 1',
  'X-Middleware-Prefetch: 1',
  'X-Middleware-Rewrite: /dashboard/calls',
  'X-Middleware-Redirect: http://evil.example/',
  'X-Middleware-Invoke: 1',
  'X-Middleware-Override-Headers: x-session-token',
  'X-Middleware-Request-X-Session-Token: a',
  'X-Middleware-Set-Cookie: __session=a',
  'X-Invoke-Path: /dashboard/calls',
  'X-Invoke-Output: /dashboard/calls',
  'X-Invoke-Query: %7B%7D',
  'X-Invoke-Status: 200',
  'X-Invoke-Error: a',
  'X-Matched-Path: /dashboard/calls',
  'X-Now-Route-Matches: 1=calls',
  'X-Nextjs-Data: 1',
  'X-Nextjs-Rewritten-Path: /dashboard',
  'X-Nextjs-Cache: HIT',
  'X-Nextjs-Prerender: 1',
  'X-Nextjs-Postponed: 1',
  'X-Next-Cache-Tags: a',
  'X-Next-Resume: 1',
  'X-Prerender-Revalidate: a',
  'X-Prerender-Revalidate-If-Generated: 1',
  'X-Action-Forwarded: 1',
  'Next-Router-State-Tree: %5B%22%22%5D',
  'Next-Router-Prefetch: 1',
  'Next-Router-Segment-Prefetch: /_tree',
  'Next-Resume: 1',
  'Next-Url: /dashboard/calls',
  'RSC: 1',
  'Purpose: prefetch',
  'X-Session-Token: a.b.c',
  'X-Requested-Path: /dashboard/calls',
  'X-Nonce: a',
  'X-Clerk-Auth-Status: signed-in',
  'X-Clerk-Auth-Token: a.b.c',
  'X-Clerk-Debug: 1',
]

check(
  {
    what: 'Dashboard authentication',
    tried: `${INTERNAL_HEADERS.length} headers such as X-Middleware-Subrequest on 4 URLs, without a session`,
    expected: 'returns the sign-in page, 401 or 404; never the dashboard or 500',
  },
  async () => {
    const paths = ['/dashboard', '/dashboard/calls', '/dashboard/calls.rsc', '/api/dashboard/exports']
    for (const header of INTERNAL_HEADERS)
      for (const path of paths) {
        const response = await sendRequest(`GET ${path}`, [header])
        expect([303, 307, 401, 404], `${path} ${header}`).toContain(response.status)
        expect(isOffsiteRedirect(response)).toBe(false)
      }
    return `denied ${INTERNAL_HEADERS.length * paths.length} times`
  },
)

const PLAIN_TYPE = 'text/plain;charset=UTF-8'
const MULTIPART_TYPE = 'multipart/form-data; boundary=x'

const MALFORMED_BODIES: [type: string, body: string][] = [
  ...[
    'nonsense{',
    '',
    '5',
    'null',
    '"a"',
    '{"a":1}',
    '["$1"]',
    '["$F1"]',
    '["$K1"]',
    '["$1:__proto__:constructor"]',
    '["$Q1"]',
    '["$n1x"]',
    '["$B1"]',
    `[${'['.repeat(5_000)}`,
    JSON.stringify(Array(2_000).fill(1)),
  ].map((body): [string, string] => [PLAIN_TYPE, body]),
  ['multipart/form-data', 'nothing'],
  [MULTIPART_TYPE, 'nothing'],
  [MULTIPART_TYPE, '--x\r\ncontent-disposition: form-data; name="0"\r\n\r\n["$1"]\r\n--x--\r\n'],
  [MULTIPART_TYPE, '--x\r\ncontent-disposition: form-data; name="$ACTION_ID_a"\r\n\r\na\r\n--x--\r\n'],
  ['application/x-www-form-urlencoded', '%24ACTION_ID_a=b'],
  ['application/json', '[]'],
  ['text/html', '<p>'],
]

check(
  {
    what: 'Malformed server actions',
    tried: `${MALFORMED_BODIES.length} bodies for each action and an unknown one, on 3 pages`,
    expected: 'returns 4xx and logs no error',
  },
  async () => {
    const errors = recordErrors()
    const ids = [...readServerActions().map(({ id }) => id), `40${'a'.repeat(40)}`, 'a', '__proto__']
    for (const id of ids)
      for (const path of ['/login', '/register', '/dashboard/settings/data'])
        for (const [type, body] of MALFORMED_BODIES) {
          const headers = [
            `Next-Action: ${id}`,
            `Origin: ${siteUrl}`,
            `Content-Type: ${type}`,
            ...(body === '' ? ['Content-Length: 0'] : []),
          ]
          const { status } = await sendRequest(`POST ${path}`, headers, body)
          expect(status >= 400 && status < 500, `${status} for ${path} ${id} ${body.slice(0, 40)}`).toBe(true)
        }
    expect(errors()).toEqual([])
    return `4xx, ${ids.length * 3 * MALFORMED_BODIES.length} times`
  },
)

/** Paths whose pages have no server actions. */
const PATHS_WITHOUT_ACTIONS = new Set(['/', '/studio', '/blog/rss.xml'])

check(
  {
    what: 'Unknown server actions',
    tried: 'sent 7 unknown action ids to 3 account pages and 3 other pages',
    expected: 'returns 4xx or the sign-in page on account pages, otherwise 405; logs no error',
  },
  async () => {
    const errors = recordErrors()
    for (const id of [`40${'a'.repeat(40)}`, 'a', '__proto__', 'constructor', '../login', '%00', 'a'.repeat(2_000)])
      for (const path of ['/login', '/register/a', '/dashboard', '/', '/studio', '/blog/rss.xml']) {
        const { status } = await sendRequest(
          `POST ${path}`,
          [`Next-Action: ${id}`, `Origin: ${siteUrl}`, `Content-Type: ${PLAIN_TYPE}`],
          '[]',
        )
        const isExpected = PATHS_WITHOUT_ACTIONS.has(path)
          ? status === 405
          : status === 307 || (status >= 400 && status < 500)
        expect(isExpected, `${status} for ${path} ${id}`).toBe(true)
      }
    expect(errors()).toEqual([])
    return '4xx or the sign-in page'
  },
)
