import { networkInterfaces } from 'node:os'
import { type APIRequestContext, type Page, expect } from '@playwright/test'
import { unknownScripts } from '../../../lib/csp/inline-scripts.ts'
import { draftModeCookie } from '../../support/pages/draft-mode.ts'
import { ownRelease } from '../../support/stack/own-release.ts'
import { startSecondSite } from '../../support/stack/second-site.ts'
import { sitemapPaths } from '../../support/pages/sitemap.ts'
import { messages } from '../site/visitor.ts'
import { announceProblems, test } from '../test.ts'

/** Every kind of answer carries one policy, and none lets in a script that the site did not write. */

type Answer = {
  what: string
  path: string
  status: number
  method?: 'GET' | 'HEAD' | 'POST'
  headers?: Record<string, string>
  data?: string
}

const JSON_TYPE = { 'content-type': 'application/json' }
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }

const answers: Answer[] = [
  { what: 'a stored page', path: '/', status: 200 },
  { what: 'the head of a stored page', path: '/', status: 200, method: 'HEAD' },
  {
    what: 'a stored page, to who asks for data of the framework',
    path: '/pricing?_rsc=',
    status: 200,
    headers: { rsc: '1' },
  },
  {
    what: 'a stored page for somebody who pretends to be in draft mode',
    path: '/pricing',
    status: 200,
    headers: { cookie: '__prerender_bypass=wrong' },
  },
  { what: 'a page that does not exist', path: '/no/such/page', status: 404 },
  { what: 'a redirect of an editor', path: '/ai-sdr', status: 308 },
  { what: 'a redirect of a route', path: '/sign-in', status: 307 },
  { what: 'a redirect of the framework', path: '/pricing/', status: 308 },
  { what: 'a malformed address', path: '/%E0%A4%A', status: 400 },
  { what: 'a post to a page, which the front refuses', path: '/pricing', status: 405, method: 'POST' },
  { what: 'the search', path: '/search?q=call', status: 200 },
  { what: 'the dashboard, to somebody who is not signed in', path: '/dashboard', status: 307 },
  { what: 'the login', path: '/login', status: 200 },
  { what: 'the registration', path: '/register', status: 200 },
  { what: 'the Studio', path: '/studio', status: 200 },
  { what: 'the description of the API', path: '/api/openapi.json', status: 200 },
  { what: 'an endpoint that does not exist', path: '/api/no-such-endpoint', status: 404 },
  { what: 'an endpoint of the dashboard', path: '/api/dashboard/exports', status: 401 },
  {
    what: 'a webhook without a signature',
    path: '/api/revalidate',
    status: 401,
    method: 'POST',
    headers: JSON_TYPE,
    data: '{}',
  },
  {
    what: 'a webhook of Clerk without a signature',
    path: '/api/webhooks/clerk',
    status: 401,
    method: 'POST',
    headers: JSON_TYPE,
    data: '{}',
  },
  {
    what: 'a message from another site',
    path: '/api/contact',
    status: 403,
    method: 'POST',
    headers: JSON_TYPE,
    data: '{}',
  },
  { what: 'the start of a preview without a secret', path: '/api/draft-mode/enable', status: 401 },
  {
    what: 'a perspective of somebody who is not in draft mode',
    path: '/api/draft-mode/perspective',
    status: 403,
    method: 'POST',
    headers: JSON_TYPE,
    data: '{"perspective":"drafts"}',
  },
  { what: 'the feed', path: '/blog/rss.xml', status: 200 },
  { what: 'the sitemap', path: '/sitemap.xml', status: 200 },
  { what: 'the robots file', path: '/robots.txt', status: 200 },
  { what: 'the text for language models', path: '/llms.txt', status: 200 },
  { what: 'the manifest', path: '/manifest.webmanifest', status: 200 },
  { what: 'an icon', path: '/icon.svg', status: 200 },
  { what: 'a drawn picture', path: '/opengraph-image/pricing', status: 200 },
  { what: 'an optimised picture that is refused', path: '/_next/image?url=%2Fa.png&w=640&q=75', status: 400 },
  { what: 'a file of the framework that does not exist', path: '/_next/static/chunks/no-such-file.js', status: 404 },
  { what: 'the rules of links', path: '/speculation-rules.json', status: 200 },
  { what: 'a picture of a page that does not exist', path: '/opengraph-image/no/such/page', status: 404 },
  { what: 'a step of the newsletter', path: '/newsletter/confirm', status: 200 },
  { what: 'a body that is too large', path: '/login', status: 413, method: 'POST', data: 'a'.repeat(20_000) },
  { what: 'a script that does not exist', path: '/scripts/no-such-file.js', status: 404 },
]

const unsafe = /'unsafe-inline'|'unsafe-eval'|'unsafe-hashes'|(^| )(\*|data:|https?:)( |$)/

/** What is wrong with the policies of an answer, in words. */
function problemsOf(policies: string[]): string[] {
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
    ...(scripts === undefined || unsafe.test(scripts) ? [`scripts: ${scripts}`] : []),
    ...(directives.has('frame-ancestors') ? [] : ['everybody may show it in a frame']),
  ]
}

async function policiesOf(request: APIRequestContext, { path, method = 'GET', headers = {}, data, status }: Answer) {
  const response = await request.fetch(path, { method, headers, data, maxRedirects: 0 })
  expect(response.status()).toBe(status)
  return response
    .headersArray()
    .filter(({ name }) => name.toLowerCase() === 'content-security-policy')
    .map(({ value }) => value)
}

for (const answer of answers) {
  test(`one strict policy: ${answer.what}`, async ({ request }) => {
    expect(problemsOf(await policiesOf(request, answer))).toEqual([])
  })
}

test('one strict policy: files that the home page and the sign-in name', async ({ request }) => {
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
    expect(problemsOf(await policiesOf(request, { what: '', path: path ?? '', status: 200 })), path).toEqual([])
  }
})

test('the page of the Studio has nothing inline and nothing from elsewhere', async ({ request }) => {
  const html = await (await request.get('/studio')).text()
  const addresses = [...html.matchAll(/<(?:script|link)\b[^>]*?(?:src|href)="([^"]*)"/g)].map(([, address]) => address)
  expect(addresses.length).toBeGreaterThan(2)
  expect(addresses.filter((address) => !address?.startsWith('/studio/'))).toEqual([])
  expect(html).not.toMatch(/<script\b(?![^>]*\bsrc=)/)
})

test('one strict policy: a draft page, which the Studio may show in a frame', async ({ request }) => {
  const cookie = await draftModeCookie()
  for (const path of ['/pricing', '/search?q=call', '/no/such/page']) {
    const policies = await policiesOf(request, {
      what: '',
      path,
      status: path.startsWith('/no') ? 404 : 200,
      headers: { cookie },
    })
    expect(problemsOf(policies), path).toEqual([])
    expect(policies[0]).toContain("frame-ancestors 'self' https://*.sanity.studio")
  }
})

test('one strict policy: answers to a contact form that a browser sent itself', async ({ request, baseURL }) => {
  const headers = { ...FORM_TYPE, origin: baseURL ?? '' }
  const policies = await policiesOf(request, {
    what: '',
    path: '/api/contact',
    method: 'POST',
    headers,
    data: 'name=&page=/contact',
    status: 422,
  })
  expect(problemsOf(policies)).toEqual([])
  expect(problemsOf(await policiesOf(request, { what: '', path: '/api/contact', status: 303 }))).toEqual([])
})

test('one strict policy: a page that cannot be made, which says so to whoever looks', async ({ page, request }) => {
  const site = await startSecondSite({ SANITY_API_HOST: 'http://127.0.0.1:9' }, ownRelease('release-without-answers'))
  try {
    const path = `${site.url}/never-made-before`
    expect(problemsOf(await policiesOf(request, { what: '', path, status: 500 }))).toEqual([])
    const said = messages(page)
    expect((await page.goto(path))?.status()).toBe(500)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /./)
    expect(said.filter((text) => /Content.Security.Policy/i.test(text))).toEqual([])
  } finally {
    await site.end()
  }
})

test('nobody else on the network reaches a site with sample keys', async ({ baseURL }) => {
  const { port } = new URL(baseURL ?? '')
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  const ofNetwork = own.filter(({ family, internal }) => family === 'IPv4' && !internal)
  test.skip(ofNetwork.length === 0, 'This machine is on no network.')
  for (const { address } of ofNetwork) await expect(fetch(`http://${address}:${port}/robots.txt`)).rejects.toThrow()
})

test('every inline script of every stored page is one that the project knows', async ({ request }) => {
  test.setTimeout(300_000)
  for (const path of [...(await sitemapPaths(request)), '/no/such/page']) {
    // A new version of Next that starts a page in another way is to be read, then added to lib/csp/inline-scripts.ts.
    expect(unknownScripts(await (await request.get(path)).text()), path).toEqual([])
  }
})

/** Waits until the framework runs in a preview, the only public page to which it comes. */
const hydrated = (page: Page) => page.waitForFunction(() => 'router' in (Reflect.get(window, 'next') ?? {}))

const INJECTED = '<script>document.documentElement.dataset.attacked = "1"</script>'

/** Answers with the page as the site sends it, and an attacker's script in it. */
const inject = (page: Page, path: string) =>
  page.route(
    (url) => url.pathname === path,
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const response = await route.fetch()
      const body = (await response.text()).replace('</main>', `</main>${INJECTED}`)
      expect(body).toContain(INJECTED)
      await route.fulfill({ response, body })
    },
  )

for (const { what, path, isDraft } of [
  { what: 'a stored page', path: '/pricing', isDraft: false },
  { what: 'the search', path: '/search?q=call', isDraft: false },
  { what: 'a draft page', path: '/pricing', isDraft: true },
]) {
  test(`${what} breaks none of the rules of its policy, and what an attacker writes into it does not run`, async ({
    page,
    context,
    baseURL,
  }) => {
    if (isDraft) {
      const [name = '', value = ''] = (await draftModeCookie()).split('=')
      await context.addCookies([{ name, value, url: baseURL ?? '' }])
    }
    const said = messages(page)
    await page.goto(path)
    await page.mouse.move(300, 300)
    if (isDraft) await hydrated(page)
    await expect(page.getByRole('button', { name: 'Leave preview' })).toHaveCount(isDraft ? 1 : 0)
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    expect(said.filter((text) => /Content.Security.Policy/i.test(text))).toEqual([])

    // Chromium takes a page whose answer a test wrote for one of another network, and then asks before it lets it fetch locally.
    announceProblems(/Content Security Policy/, /`loopback` address space/)
    await inject(page, new URL(path, baseURL).pathname)
    await page.goto('about:blank')
    await page.goto(path)
    // A preview is streamed: for a moment the document has its heading twice.
    await expect(page.locator('h1').first()).toBeVisible()
    await expect.poll(() => said.some((text) => /Content.Security.Policy/i.test(text))).toBe(true)
    if (isDraft) await hydrated(page)
    await expect(page.locator('html')).not.toHaveAttribute('data-attacked')
  })
}
