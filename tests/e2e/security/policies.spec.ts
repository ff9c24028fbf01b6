import { networkInterfaces } from 'node:os'
import { type APIRequestContext, type Page, expect } from '@playwright/test'
import { findUnknownScripts } from '../../../lib/platform/csp/inline-scripts.ts'
import { createDraftModeCookie } from '../../support/pages/draft-mode.ts'
import { copyRelease } from '../../support/stack/own-release.ts'
import { startSecondSite } from '../../support/stack/second-site.ts'
import { fetchSitemapPaths } from '../../support/pages/sitemap.ts'
import { recordConsoleMessages } from '../site/visitor.ts'
import { expectProblems, test } from '../test.ts'

type RequestOptions = { method?: 'GET' | 'HEAD' | 'POST'; headers?: Record<string, string>; data?: string }
type TestedResponse = RequestOptions & { path: string; status: number }

const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }
const EMPTY_JSON: RequestOptions = { method: 'POST', headers: { 'content-type': 'application/json' }, data: '{}' }

const RESPONSES: [what: string, path: string, status: number, sent?: RequestOptions][] = [
  ['a cached page', '/', 200],
  ['a HEAD request to a cached page', '/', 200, { method: 'HEAD' }],
  ['a cached page, requested with RSC headers', '/pricing?_rsc=', 200, { headers: { rsc: '1' } }],
  ['a cached page, with a forged draft cookie', '/pricing', 200, { headers: { cookie: '__prerender_bypass=wrong' } }],
  ['a missing page', '/no/such/page', 404],
  ['an editor-defined redirect', '/ai-sdr', 308],
  ['a route redirect', '/sign-in', 307],
  ['a trailing-slash redirect', '/pricing/', 308],
  ['a malformed URL', '/%E0%A4%A', 400],
  ['a POST request to a page', '/pricing', 405, { method: 'POST' }],
  ['the search page', '/search?q=call', 200],
  ['the dashboard, signed out', '/dashboard', 307],
  ['the sign-in page', '/login', 200],
  ['the registration page', '/register', 200],
  ['the Studio', '/studio', 200],
  ['the OpenAPI document', '/api/openapi.json', 200],
  ['a missing endpoint', '/api/no-such-endpoint', 404],
  ['a dashboard endpoint', '/api/dashboard/exports', 401],
  ['an unsigned webhook', '/api/revalidate', 401, EMPTY_JSON],
  ['an unsigned Clerk webhook', '/api/webhooks/clerk', 401, EMPTY_JSON],
  ['a cross-site contact message', '/api/contact', 403, EMPTY_JSON],
  ['a preview without a secret', '/api/draft-mode/enable', 401],
  [
    'a perspective change outside of draft mode',
    '/api/draft-mode/perspective',
    403,
    { ...EMPTY_JSON, data: '{"perspective":"drafts"}' },
  ],
  ['the feed', '/blog/rss.xml', 200],
  ['the sitemap', '/sitemap.xml', 200],
  ['robots.txt', '/robots.txt', 200],
  ['llms.txt', '/llms.txt', 200],
  ['the manifest', '/manifest.webmanifest', 200],
  ['an icon', '/icon.svg', 200],
  ['an Open Graph image', '/opengraph-image/pricing', 200],
  ['a rejected image', '/_next/image?url=%2Fa.png&w=640&q=75', 400],
  ['a missing Next.js file', '/_next/static/chunks/no-such-file.js', 404],
  ['the speculation rules', '/speculation-rules.json', 200],
  ['an Open Graph image of a missing page', '/opengraph-image/no/such/page', 404],
  ['a newsletter confirmation page', '/newsletter/confirm', 200],
  ['an oversized body', '/login', 413, { method: 'POST', data: 'a'.repeat(20_000) }],
  ['a missing script', '/scripts/no-such-file.js', 404],
]

const UNSAFE_PATTERN = /'unsafe-inline'|'unsafe-eval'|'unsafe-hashes'|(^| )(\*|data:|https?:)( |$)/

function findPolicyProblems(policies: string[]): string[] {
  if (policies.length !== 1) return [`it has ${policies.length} policies: ${policies.join(' | ')}`]
  const directives = new Map(
    (policies[0] ?? '').split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ')
      return [name, sources.join(' ')] as const
    }),
  )
  const scripts = directives.get('script-src') ?? directives.get('default-src')
  return [
    ...(directives.get('default-src') === "'none'" ? [] : ['something is allowed by default']),
    ...(scripts === undefined || UNSAFE_PATTERN.test(scripts) ? [`scripts: ${scripts}`] : []),
    ...(directives.has('frame-ancestors') ? [] : ['any site may frame it']),
  ]
}

async function fetchPolicies(
  request: APIRequestContext,
  { path, method = 'GET', headers = {}, data, status }: TestedResponse,
) {
  const response = await request.fetch(path, { method, headers, data, maxRedirects: 0 })
  expect(response.status()).toBe(status)
  return response
    .headersArray()
    .filter(({ name }) => name.toLowerCase() === 'content-security-policy')
    .map(({ value }) => value)
}

for (const [label, path, status, options] of RESPONSES) {
  test(`exactly one strict policy is sent for ${label} @smoke`, async ({ request }) => {
    expect(findPolicyProblems(await fetchPolicies(request, { path, status, ...options }))).toEqual([])
  })
}

test('exactly one strict policy is sent for assets of the home page and sign-in', async ({ request }) => {
  const html = (await (await request.get('/')).text()) + (await (await request.get('/login')).text())
  const patterns = [
    /"(\/scripts\/[^"]+)"/,
    /"(\/_next\/static\/[^"]+\.css)"/,
    /src="(\/_next\/image[^"]+)"/,
    /[" ](\/_next\/static\/[^" ]+\.js)[" ]/,
  ]
  for (const pattern of patterns) {
    const path = pattern.exec(html)?.[1]?.replaceAll('&amp;', '&')
    expect(path, String(pattern)).toBeDefined()
    expect(findPolicyProblems(await fetchPolicies(request, { path: path ?? '', status: 200 })), path).toEqual([])
  }
})

test('the Studio page loads only its own files, without inline scripts @smoke', async ({ request, baseURL }) => {
  const headers = { cookie: '__prerender_bypass=anything' }
  for (const path of ['/studio', '/studio/structure/city']) {
    const [policy] = await fetchPolicies(request, { path, status: 200, headers })
    expect(policy).toContain("default-src 'none'; script-src 'self';")
    expect(policy).toContain(`frame-src 'self' ${baseURL}`)
  }
  const html = await (await request.get('/studio')).text()
  const addresses = [...html.matchAll(/<(?:script|link)\b[^>]*?(?:src|href)="([^"]*)"/g)].map(([, address]) => address)
  expect(addresses.length).toBeGreaterThan(2)
  expect(addresses.filter((address) => !address?.startsWith('/studio/'))).toEqual([])
  expect(html).not.toMatch(/<script\b(?![^>]*\bsrc=)/)
})

test('exactly one strict policy is sent for a draft page that the Studio may frame', async ({ request }) => {
  const cookie = await createDraftModeCookie()
  for (const path of ['/pricing', '/search?q=call', '/no/such/page']) {
    const policies = await fetchPolicies(request, {
      path,
      status: path.startsWith('/no') ? 404 : 200,
      headers: { cookie },
    })
    expect(findPolicyProblems(policies), path).toEqual([])
    expect(policies[0]).toContain("frame-ancestors 'self' https://*.sanity.studio")
  }
})

test('exactly one strict policy is sent for responses to a contact form submitted without scripts', async ({
  request,
  baseURL,
}) => {
  const headers = { ...FORM_TYPE, origin: baseURL ?? '' }
  const policies = await fetchPolicies(request, {
    path: '/api/contact',
    method: 'POST',
    headers,
    data: 'name=&page=/contact',
    status: 422,
  })
  expect(findPolicyProblems(policies)).toEqual([])
  expect(findPolicyProblems(await fetchPolicies(request, { path: '/api/contact', status: 303 }))).toEqual([])
})

test('exactly one strict policy is sent for a page that fails to render', async ({ page, request }) => {
  const site = await startSecondSite({ SANITY_API_HOST: 'http://127.0.0.1:9' }, copyRelease('release-without-answers'))
  try {
    const path = `${site.url}/never-made-before`
    expect(findPolicyProblems(await fetchPolicies(request, { path, status: 500 }))).toEqual([])
    const consoleMessages = recordConsoleMessages(page)
    expect((await page.goto(path))?.status()).toBe(500)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /./)
    expect(consoleMessages.filter((text) => /Content.Security.Policy/i.test(text))).toEqual([])
  } finally {
    await site.end()
  }
})

test('a site with sample keys is not reachable from the network', async ({ baseURL }) => {
  const { port } = new URL(baseURL ?? '')
  const interfaces = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  const ipv4Interfaces = interfaces.filter(({ family, internal }) => family === 'IPv4' && !internal)
  test.skip(ipv4Interfaces.length === 0, 'This machine is on no network.')
  for (const { address } of ipv4Interfaces)
    await expect(fetch(`http://${address}:${port}/robots.txt`)).rejects.toThrow()
})

test('every inline script of every cached page is a known script', async ({ request }) => {
  test.setTimeout(300_000)
  for (const path of [...(await fetchSitemapPaths(request)), '/no/such/page']) {
    // If a new Next version changes the inline scripts, review them and update lib/platform/csp/inline-scripts.ts.
    expect(findUnknownScripts(await (await request.get(path)).text()), path).toEqual([])
  }
})

/** Waits for hydration. Previews are the only public pages that run the framework. */
const waitUntilHydrated = (page: Page) => page.waitForFunction(() => 'router' in (Reflect.get(window, 'next') ?? {}))

const INJECTED_SCRIPT = '<script>document.documentElement.dataset.attacked = "1"</script>'

const injectScript = (page: Page, path: string) =>
  page.route(
    (url) => url.pathname === path,
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const response = await route.fetch()
      const body = (await response.text()).replace('</main>', `</main>${INJECTED_SCRIPT}`)
      expect(body).toContain(INJECTED_SCRIPT)
      await route.fulfill({ response, body })
    },
  )

for (const { what, path, isDraft } of [
  { what: 'a cached page', path: '/pricing', isDraft: false },
  { what: 'the search page', path: '/search?q=call', isDraft: false },
  { what: 'a draft page', path: '/pricing', isDraft: true },
]) {
  test(`${what} does not violate its policy, and injected markup does not run`, async ({ page, context, baseURL }) => {
    if (isDraft) {
      const [name = '', value = ''] = (await createDraftModeCookie()).split('=')
      await context.addCookies([{ name, value, url: baseURL ?? '' }])
    }
    const consoleMessages = recordConsoleMessages(page)
    await page.goto(path)
    await page.mouse.move(300, 300)
    if (isDraft) await waitUntilHydrated(page)
    await expect(page.getByRole('button', { name: 'Leave preview' })).toHaveCount(isDraft ? 1 : 0)
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    expect(consoleMessages.filter((text) => /Content.Security.Policy/i.test(text))).toEqual([])

    // Chromium assumes that a response from `route.fulfill` comes from another network, and requires permission to
    // fetch from loopback.
    expectProblems(/Content Security Policy/, /`loopback` address space/)
    await injectScript(page, new URL(path, baseURL).pathname)
    await page.goto('about:blank')
    await page.goto(path)
    // Uses the first heading: a preview is streamed, so it has two headings for a moment.
    await expect(page.locator('h1').first()).toBeVisible()
    await expect.poll(() => consoleMessages.some((text) => /Content.Security.Policy/i.test(text))).toBe(true)
    if (isDraft) await waitUntilHydrated(page)
    await expect(page.locator('html')).not.toHaveAttribute('data-attacked')
  })
}
