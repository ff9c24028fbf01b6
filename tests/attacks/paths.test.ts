import { expect } from 'vitest'
import { check } from '../support/check.ts'
import { mapConcurrently } from '../support/until.ts'
import { splitWords } from './support/split-words.ts'
import {
  sendRequest,
  isOffsiteRedirect,
  parseResponse,
  buildRequest,
  sendRaw,
  getHeaderValues,
} from './support/raw-requests.ts'

const ROOTS = [
  '/',
  '/dashboard',
  '/login',
  '/studio',
  '/api',
  '/__clerk',
  '/_next/static',
  '/_next/image',
  '/blog',
  '/opengraph-image',
]

const SUFFIXES = [
  '/..',
  '/../dashboard',
  '/%2e%2e/dashboard',
  '/..%2f',
  '/..%5c..%5cetc/passwd',
  '/%00',
  '/%c0%ae%c0%ae/',
  '/.env',
  '/;/a',
  '/a.rsc',
  '//evil.example',
]

const MALFORMED_PATHS = [
  ...ROOTS.flatMap((root) => SUFFIXES.map((suffix) => (root === '/' ? '' : root) + suffix)),
  ...splitWords(`
    //evil.example //evil.example/.. ///evil.example /%2f%2fevil.example /%2f%2fevil.example/ /%5cevil.example
    /%5c%5cevil.example/ /.evil.example/ /./evil.example/ /@evil.example/ //@evil.example //localhost@evil.example/
    /%0d%0aSet-Cookie:%20a=b /%0d%0aLocation:%20http://evil.example/ /pricing%0d%0a/ /pricing%09/ /% /%2 /%zz
    /%E0%A4%A /%ff /%u002e /pricing% /dashboard% /api/% /_next/static/% /login/%ff /Dashboard /DASHBOARD/CALLS
    /dashboard;x /dashboard%2fcalls /dashboard%3b /dashboard/%2e/calls /%64ashboard /dashboard?/../login
    /dashboard#x /_next /_next/ /_next/data /_next/data/a/b.json /_next/webpack-hmr /_next/image/ /_next/imagex
    /_next/image?url=//evil.example/a.png&w=640&q=75 /_next/image?url=http://169.254.169.254/&w=640&q=75
    /_next/image?url=%2f..%2f..%2fetc%2fpasswd&w=640&q=75 /_next/static/../../package.json
    /_next/static/chunks/..%2f..%2f..%2fpackage.json /_error /_document /_app /404 /500 /_not-found /index
    /index.html /index.php /.git/config /.env.local /server/main.ts /package.json /node_modules/next/package.json
    /.next/server/app/page.js /sitemap/x.xml /sitemap/999999999.xml /opengraph-image/../../a /opengraph-image//a
    /api /api/ /api//contact /api/contact/.. /api/__proto__ /api/constructor/prototype /__proto__ /constructor
    /toString /hasOwnProperty /%F0%9F%94%A5 /%E2%80%AE /pricing/ /pricing// //pricing /pricing/./ /(site)/pricing
    /[[...path]] /@modal/pricing /(.)pricing
  `),
  '/\\evil.example',
  '/\\/evil.example',
  '/\\\\evil.example/',
  '\\\\evil.example',
  '/\u00e9'.normalize('NFC').replace('\u00e9', '%C3%A9'),
  `/${'a'.repeat(7_000)}`,
  `/${'a/'.repeat(3_000)}`,
  `/${'%2e'.repeat(2_000)}`,
  `/${'/'.repeat(4_000)}`,
  '/blog\\a',
]

check(
  {
    what: 'Malformed paths',
    tried: `${MALFORMED_PATHS.length} paths: encodings, dots, slashes, null bytes, backslashes, Next.js paths`,
    expected: 'returns 200, 3xx within the site or 4xx; never 5xx or another host',
  },
  async () => {
    const results = await mapConcurrently(
      [...MALFORMED_PATHS, 'http://evil.example/pricing/', 'http://evil.example//'],
      async (path) => {
        const response = await sendRequest(`GET ${path}`)
        const isExpected = response.status >= 200 && response.status < 500 && !isOffsiteRedirect(response)
        return isExpected
          ? undefined
          : `${path.slice(0, 60)}: ${response.status} ${getHeaderValues(response, 'location').join()}`
      },
    )
    expect(results.filter((failure) => failure !== undefined)).toEqual([])
    return `none of ${results.length}`
  },
)

const PARAMETER_NAMES = [
  ...splitWords(`
    _rsc __nextDataReq __nextDefaultLocale __nextLocale __nextInferredLocaleFromDefault __nextFallback
    __NEXT_INIT_QUERY __nextSsgPath __flight__ __next_router_prefetch__ __next_rsc nxtPpath nxtP nxtIpath
    nextInternalLocale amp path x-matched-path x-prerender-revalidate revalidate preview draft sanity-preview-secret
    sanity-preview-pathname sanity-preview-perspective __clerk_db_jwt __clerk_handshake __clerk_status
    __clerk_synced __clerk_created_session __clerk_ticket __session __dev_session redirect redirect_url redirect_uri
    return return_to returnTo next url u dest destination continue goto target to out view link callback cb jsonp
    domain host site page file document folder root include template style theme lang locale country currency format
    output type mode debug test admin user id uid key api_key token access_token code state error message msg title
    name email q query search s keyword filter sort order limit offset cursor from until date time v version ver rev
    cache nocache no-cache bust _ t ts random hash sig signature nonce csrf method _method action cmd exec command
    eval script html xml json data payload body content text value input raw plain utm_source utm_medium
    utm_campaign utm_term utm_content utm_id gclid gclsrc dclid fbclid msclkid ttclid twclid li_fat_id mc_cid mc_eid
    _ga _gl _hsenc _hsmi igshid yclid wbraid gbraid ref referrer source campaign affiliate partner __proto__
    __proto__[a] constructor constructor[prototype][a] prototype a[] a[0] a[b] a.b %00 %0d%0a <script> " {{a}} ../..
    ..%2f //evil.example a'.repeat(1_000
  `),
  "'",
  '`',
  '${a}',
]

check(
  {
    what: 'Query parameters on cached pages',
    tried: `${PARAMETER_NAMES.length} parameters with the URL of another site, on 3 pages`,
    expected: 'returns byte-identical pages and headers, also afterwards without a query',
  },
  async () => {
    const pages = ['/', '/pricing', '/no/such/page']
    const fetchWithoutDate = async (path: string) => {
      const response = parseResponse(await sendRaw(buildRequest(`GET ${path}`)))
      expect([200, 404]).toContain(response.status)
      return serializeWithoutDate(response)
    }
    for (const path of pages) {
      await fetchWithoutDate(path)
      const expectedResponse = await fetchWithoutDate(path)
      const failures = await mapConcurrently(PARAMETER_NAMES, async (key) => {
        const encodedKey = encodeURI(key).replaceAll('#', '%23').replaceAll('&', '%26')
        const actualResponse = await fetchWithoutDate(
          `${path}?${encodedKey}=${encodeURIComponent('//evil.example/<script>')}`,
        )
        return actualResponse === expectedResponse ? undefined : key
      })
      expect(failures.filter((key) => key !== undefined)).toEqual([])
      expect(await fetchWithoutDate(path)).toBe(expectedResponse)
    }
    return `the same, ${PARAMETER_NAMES.length * pages.length} times`
  },
)

const serializeWithoutDate = ({ status, headers, body }: ReturnType<typeof parseResponse>): string =>
  JSON.stringify([status, headers.filter(([name]) => name !== 'date'), body])
