import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type * as Clerk from '@clerk/nextjs'
import { type Page, expect } from '@playwright/test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { checkPublishableKey } from '../../lib/platform/auth/environment.ts'
import { AUTH_SCRIPT_TIMEOUT_MS, REVERIFICATION_MINUTES } from '../../lib/constants.ts'
import { createQueryClient } from '../../lib/dashboard/query/client.ts'
import { sampleAccounts } from '../../scripts/support/sample-accounts.ts'
import { root } from '../../scripts/support/settings.ts'
import { stack } from '../support/stack/addresses.ts'
import { lake } from '../support/stack/lake.ts'
import { buildCookies, getToken, type Visitor } from './account/gate-visitors.ts'
import { waitForClerk, renewToken, withholdUntilReload } from './account/clerk-pages.ts'
import { advanceClock, createOwner, setPlan } from './account/people.ts'
import { openSignedIn } from './account/sign-in.ts'
import { PHONE_VIEWPORT, getTrustSection, waitForPageScript } from './site/visitor.ts'
import { expectProblems, test } from './test.ts'

// Loads Clerk with `require`: Node cannot load its ES modules, only bundlers can.
const { useAuth } = createRequire(import.meta.url)('@clerk/nextjs') as Pick<typeof Clerk, 'useAuth'>

const PUBLIC_PATHS = [
  '/',
  '/features',
  '/pricing',
  '/about',
  '/contact',
  '/blog',
  '/press',
  '/documentation',
  '/api',
  '/privacy-policy',
  '/terms',
  '/cookie-policy',
  '/hvac-ai-sdr',
  '/hvac-seo-services',
]
const CITIES = ['New York', 'Los Angeles', 'Chicago', 'Phoenix', 'Atlanta']
const CITY_PATHS = CITIES.map((city) => `/hvac-ai-sdr/${city.toLowerCase().replace(' ', '-')}`)
const MARKETING_PATHS = ['/hvac-ai-sdr', ...CITY_PATHS, '/hvac-seo-services']

const HEADER_LINKS = ['/features', '/pricing', '/about', '/contact']

const getHeader = (page: Page) => page.getByRole('banner')
const getFooter = (page: Page) => page.getByRole('contentinfo')
const getCanvas = (page: Page) => page.locator('canvas[data-particles]')
const getSignInLinks = (page: Page) => getHeader(page).getByRole('link', { name: 'Sign In' })
const getDemoLinks = (page: Page) => getHeader(page).getByRole('link', { name: 'Request a Demo' })
const getHeaderLink = (page: Page, href: string) =>
  getHeader(page).locator(`a[href="${href}"]`).locator('visible=true').first()

test('S1 the public pages open @smoke', async ({ request }) => {
  for (const path of PUBLIC_PATHS) expect((await request.get(path, { maxRedirects: 0 })).status(), path).toBe(200)
})

test('S2 the five city pages open, and a city without a page returns 404 @smoke', async ({ request }) => {
  for (const path of CITY_PATHS) expect((await request.get(path, { maxRedirects: 0 })).status(), path).toBe(200)
  expect((await request.get('/hvac-ai-sdr/atlantis')).status()).toBe(404)
})

test('S3 the header buttons lead to the login and register pages @smoke', async ({ page }) => {
  for (const [path, destination, heading] of [
    ['/sign-in', '/login', 'Sign in to your dashboard'],
    ['/sign-up', '/register', 'Set up Ductwise for your company'],
  ] as const) {
    await page.goto(path)
    await expect(page).toHaveURL(destination)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  }
})

test('S4 the dashboard requires sign-in, and sign-in leads to the dashboard @smoke', async ({ page }) => {
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login\?redirect_url=%2Fdashboard$/)
  await openSignedIn(page, sampleAccounts.owner)
  await page.goto('/login')
  await expect(page).toHaveURL('/dashboard')
})

test('S5 marketing pages have header, moving particles, content, footer, title and description @smoke', async ({
  page,
}) => {
  for (const path of MARKETING_PATHS) {
    await page.goto(path)
    await expect(getHeader(page)).toBeVisible()
    await expect(getCanvas(page), path).toHaveAttribute('data-motion', 'moving')
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(getFooter(page)).toBeAttached()
    await expect(page).toHaveTitle(/.{10}/)
    await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /.{20}/)
  }
  await page.goto('/pricing')
  await waitForPageScript(page)
  await expect(getCanvas(page), 'canvas is off').toHaveCount(0)
})

test('S6 the header links to five pages, Sign In, and the external booking page @smoke', async ({ page, baseURL }) => {
  await page.goto('/contact')
  for (const href of ['/', ...HEADER_LINKS]) await expect(getHeaderLink(page, href), href).toBeVisible()
  await expect(getSignInLinks(page)).toHaveAttribute('href', '/sign-in')
  const booking = new URL((await getDemoLinks(page).getAttribute('href')) ?? '')
  expect(booking.origin).not.toBe(baseURL)
  await expect(getDemoLinks(page)).not.toHaveAttribute('target')
})

test('S7 the login page offers only registration, and the register page hides the demo button @smoke', async ({
  page,
}) => {
  await page.goto('/login')
  for (const href of ['/', ...HEADER_LINKS]) await expect(getHeaderLink(page, href), href).toBeVisible()
  await expect(getSignInLinks(page)).toHaveCount(0)
  await expect(getDemoLinks(page)).toHaveCount(0)
  await expect(getHeader(page).getByRole('link', { name: 'Create account' })).toHaveAttribute('href', '/sign-up')
  await page.goto('/register')
  for (const href of ['/', ...HEADER_LINKS]) await expect(getHeaderLink(page, href), href).toBeVisible()
  await expect(getSignInLinks(page)).toHaveAttribute('href', '/sign-in')
  await expect(getDemoLinks(page)).toHaveCount(0)
})

test('S8 Solutions opens on hover, closes after 150 ms, and lists overviews and cities @smoke', async ({ page }) => {
  await page.clock.install()
  await page.goto('/')
  await waitForPageScript(page)
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  const panel = getHeader(page).locator('details > div')
  await getHeader(page).locator('summary', { hasText: 'Solutions' }).hover()
  await expect(panel).toBeVisible()
  const entries = await panel
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => [(link.querySelector('span') ?? link).textContent, link.getAttribute('href')]),
    )
  expect(entries).toEqual([
    ['AI-SDR Overview', '/hvac-ai-sdr'],
    ['SEO Services Overview', '/hvac-seo-services'],
    ...CITIES.map((city, index) => [`AI-SDR in ${city}`, CITY_PATHS[index]]),
    ['See all cities', '/hvac-ai-sdr'],
  ])
  await page.mouse.move(1200, 800)
  await page.clock.runFor(149)
  await expect(panel).toBeVisible()
  await page.clock.runFor(1)
  await expect(panel).toBeHidden()
})

test('S9 the header is transparent until 10 px of scroll, then solid and blurred @smoke', async ({ page }) => {
  await page.goto('/')
  const scroll = (top: number) => page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top)
  await scroll(10)
  await expect(getHeader(page)).toHaveCSS('background-color', /rgba\(.*, 0\)|transparent/)
  await scroll(11)
  await expect(getHeader(page)).toHaveCSS('backdrop-filter', 'blur(14px)')
  await expect(getHeader(page)).not.toHaveCSS('background-color', /rgba\(.*, 0\)|transparent/)
})

test('S10 small screens have a full-screen menu @smoke', async ({ page }) => {
  await page.setViewportSize(PHONE_VIEWPORT)
  await page.goto('/')
  await page.getByRole('button', { name: 'Open the menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  for (const name of ['Features', 'Pricing', 'About Us', 'Contact', 'Sign In', 'Request a Demo'])
    await expect(menu.getByRole('link', { name, exact: true })).toBeVisible()
  await expect.poll(() => menu.boundingBox()).toEqual({ x: 0, y: 0, ...PHONE_VIEWPORT })
})

test('S11 the footer has its links, social profiles, phone number, email and site address @smoke', async ({ page }) => {
  await page.goto('/')
  const hrefs = await getFooter(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(hrefs).toEqual(
    expect.arrayContaining([
      '/about',
      '/contact',
      '/blog',
      '/press',
      '/features',
      '/pricing',
      '/documentation',
      '/api',
      '/privacy-policy',
      '/terms',
      '/cookie-policy',
      expect.stringMatching(/^tel:\+1\d{10}$/),
      expect.stringMatching(/^mailto:.+@.+/),
    ]),
  )
  await expect(getFooter(page).getByRole('link', { name: 'LinkedIn' })).toBeVisible()
  await expect(getFooter(page).locator('address a[href^="http"]')).toHaveCount(1)
})

test('S12 one collapsible trust section shows badges, logos and four questions @smoke', async ({ page }) => {
  await page.goto('/')
  await expect(getTrustSection(page)).toHaveCount(1)
  const section = page.locator('details', { has: getTrustSection(page) })
  await expect(section).not.toHaveAttribute('open')
  await getTrustSection(page).click()
  const badges = section.locator('dt')
  await expect(badges).toHaveText(['SOC 2 Type II', 'GDPR Compliant', 'ISO 27001', 'CCPA Compliant'])
  await expect(section.locator('dl > div', { has: page.locator('dt') })).toContainText(
    Array.from({ length: 4 }, () => 'In progress'),
  )
  const questions = section.locator('details summary')
  await expect(questions).toHaveCount(4)
  const tops = await Promise.all(
    [badges.first(), section.locator('.logo').first(), questions.first()].map(
      async (part) => (await part.boundingBox())?.y ?? 0,
    ),
  )
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
})

test('S13 eight logos are 78 × 36 px and fall back to their first 8 characters @smoke', async ({ page }) => {
  expectProblems(/_next\/image/)
  await page.route(/_next\/image/, (route) => route.abort('blockedbyclient'))
  await page.goto('/')
  await getTrustSection(page).click()
  const logos = page.locator('footer .logo')
  const names = [
    'Salesforce',
    'HubSpot',
    'ServiceTitan',
    'Zapier',
    'QuickBooks',
    'Google Workspace',
    'Microsoft 365',
    'Slack',
  ]
  await expect(logos.locator('span').locator('visible=true')).toHaveCount(names.length)
  const logoNames = await logos.locator('span').allTextContents()
  expect(logoNames.map((text) => text.trim()).toSorted()).toEqual(
    names.map((name) => name.slice(0, 8).trim()).toSorted(),
  )
  for (const logo of await logos.all()) expect(await logo.boundingBox()).toMatchObject({ width: 78, height: 36 })
})

test('S14 the questions cover data security, OAuth 2.0, API keys, revocation and retention @smoke', async ({
  page,
}) => {
  await page.goto('/')
  await getTrustSection(page).click()
  const section = page.locator('details', { has: getTrustSection(page) })
  for (const summary of await section.locator('details summary').all()) await summary.click()
  for (const text of [
    /secur|encrypt/i,
    /OAuth 2\.0/,
    /API key/i,
    /read-only/i,
    /revoke|disconnect/i,
    /retention|keep|stored/i,
  ])
    await expect(section).toContainText(text)
  await openSignedIn(page, sampleAccounts.owner, '/dashboard/settings/retention')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('S15 the voice-agent widget floats at the bottom right, except below /dashboard and /api @smoke', async ({
  page,
}) => {
  const widget = page.locator('details[data-voice]')
  for (const path of ['/', '/pricing', '/login', '/hvac-ai-sdr']) {
    await page.goto(path)
    await expect(widget, path).toBeVisible()
    await expect(widget).toHaveCSS('position', 'fixed')
    await expect(widget).toHaveCSS('bottom', '80px')
    await expect(widget).toHaveCSS('right', '32px')
  }
  await page.goto('/api')
  await expect(widget).toHaveCount(0)
  await openSignedIn(page, sampleAccounts.owner)
  await expect(widget).toHaveCount(0)
})

test('S16 the canvas draws 100 moving particles @smoke', async ({ page }) => {
  await page.goto('/hvac-ai-sdr')
  await expect(getCanvas(page)).toHaveAttribute('data-particles', '100')
  const first = await getCanvas(page).screenshot()
  await expect.poll(async () => (await getCanvas(page).screenshot()).equals(first)).toBe(false)
})

test('S17 the theme is dark by default, is stored as `theme`, and can follow the system @smoke', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('radio', { name: 'Light' }).check()
  await expect(html).toHaveAttribute('data-theme', 'light')
  await page.getByRole('radio', { name: 'System' }).check()
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('system')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(html).toHaveAttribute('data-theme', 'dark')
})

test('S18 a pending session counts as signed out @smoke', async ({ request }) => {
  const requestDashboard = async (visitor: Visitor) =>
    request.get('/dashboard/calls', { headers: await buildCookies(getToken(visitor)), maxRedirects: 0 })
  for (const visitor of ['signed out', 'pending'] as const) {
    const response = await requestDashboard(visitor)
    expect(response.status(), visitor).toBe(307)
    expect(response.headers().location).toContain('/login?redirect_url=')
  }
  expect((await requestDashboard('admin')).status()).toBe(200)
})

test('S19 an auth script that does not load within 15 seconds shows and logs an error @smoke', async ({ page }) => {
  expect(AUTH_SCRIPT_TIMEOUT_MS).toBe(15_000)
  expectProblems(/longer than 15 seconds/)
  const consoleErrors: string[] = []
  page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()))
  await page.clock.install()
  const allowAtReload = await withholdUntilReload(page, /\/__clerk\/npm\//)
  await page.goto('/login', { waitUntil: 'domcontentloaded' })
  const alert = page.getByRole('main').getByRole('alert').filter({ hasText: 'The form didn’t load' })
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect(alert).toBeHidden()
  await page.clock.runFor(AUTH_SCRIPT_TIMEOUT_MS)
  await expect(alert).toBeVisible()
  expect(consoleErrors.join()).toContain('longer than 15 seconds')
  allowAtReload()
  await page.clock.resume()
  await page.reload()
  await expect(page.getByLabel('Email address')).toBeVisible()
})

test('S20 a malformed publishable key is reported, and auth works only inside its one provider @smoke', () => {
  const buildKey = (host: string) => `pk_live_${btoa(host)}`
  expect(checkPublishableKey(buildKey('clerk.example.com$'))).toBeUndefined()
  expect(checkPublishableKey('sk_live_abc')).toContain('pk_live_ or pk_test_')
  expect(checkPublishableKey('pk_live_a_b')).toContain('three parts')
  expect(checkPublishableKey(buildKey('clerk.example.com'))).toContain('dollar sign')
  const sources = globSync('{app,components}/**/*.tsx', { cwd: root }).map((file) =>
    readFileSync(`${root}/${file}`, 'utf8'),
  )
  expect(sources.filter((source) => source.includes('<ClerkProvider'))).toHaveLength(1)
  const Outside = () => String(useAuth().isLoaded)
  expect(() => renderToStaticMarkup(createElement(Outside))).toThrow(/ClerkProvider/)
})

test('S21 pages depend on session, role, permission, plan and recent verification @smoke', async ({
  page,
  request,
}) => {
  expect(REVERIFICATION_MINUTES).toEqual({ strict_mfa: 10, strict: 10, moderate: 60, lax: 1440 })
  expect((await request.get('/api/dashboard/exports')).status(), 'signed out').toBe(401)
  await openSignedIn(page, sampleAccounts.member)
  expect((await page.goto('/dashboard/settings/data'))?.status(), 'without org:settings:manage').toBe(403)
  // Leaves the page, which would detect the sign-out and navigate to the login page.
  await page.goto('about:blank')
  await page.context().clearCookies()

  const { email, organizationId } = await createOwner('plan')
  await setPlan(organizationId, 'free_org')
  await openSignedIn(page, email)
  expect((await page.goto('/dashboard/integrations'))?.status(), 'a plan without integrations').toBe(403)
  await page.goto('/dashboard/settings/data')
  await waitForClerk(page)
  await advanceClock(10)
  await renewToken(page)
  await page.getByRole('button', { name: 'Download export' }).click()
  await expect(page.getByRole('dialog')).toContainText('Verification required')
})

test('S22 images are optimized at quality 75 @smoke', async ({ page }) => {
  await page.goto('/')
  const sources = await page
    .locator('img')
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).currentSrc || image.getAttribute('src')))
  const optimized = sources.filter((source) => source?.includes('/_next/image?'))
  expect(optimized.length).toBeGreaterThan(0)
  for (const source of optimized) {
    const { searchParams } = new URL(source ?? '', stack.env.siteUrl)
    expect(searchParams.get('q')).toBe('75')
    expect(searchParams.get('url')).toBeTruthy()
    expect(Number(searchParams.get('w'))).toBeGreaterThan(0)
  }
})

test('S23 queries are cached for 5 minutes and retried once, and a page has 10 rows @smoke', async ({ page }) => {
  expect(createQueryClient().getDefaultOptions().queries).toMatchObject({
    staleTime: 300_000,
    gcTime: 300_000,
    retry: 1,
    refetchOnWindowFocus: false,
  })
  await openSignedIn(page, sampleAccounts.owner, '/dashboard/calls')
  await expect(
    page
      .getByRole('table')
      .getByRole('row')
      .filter({ has: page.getByRole('cell') }),
  ).toHaveCount(10)
})

test('S24 no page sends telemetry to a vendor @smoke', async ({ page, baseURL }) => {
  const foreignUrls: string[] = []
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && new URL(request.url()).origin !== baseURL) foreignUrls.push(request.url())
  })
  await page.goto('/')
  await page.goto('/login')
  await openSignedIn(page, sampleAccounts.owner)
  await waitForClerk(page)
  expect(foreignUrls.filter((url) => !url.startsWith(stack.env.apiHost ?? '-'))).toEqual([])
})

const EDITABLE_CONTENT = {
  'page copy': { query: '*[_type == "page" && path == "/about"][0]', field: 'title', path: '/about' },
  'a city': { query: '*[_type == "city" && slug.current == "chicago"][0]', field: 'name', path: '/' },
  'a question': {
    query: '*[_type == "faqItem" && _id in *[_type == "siteSettings"].trust.faqs[]._ref][0]',
    field: 'question',
    path: '/',
  },
  'a trust badge': { query: '*[_type == "trustBadge"][0]', field: 'description', path: '/' },
  'an integration logo': { query: '*[_type == "integration"][0]', field: 'name', path: '/' },
}

test('S25 page copy, cities, questions, badges and logos are editable content @smoke', async ({ request }) => {
  for (const [name, { query, field, path }] of Object.entries(EDITABLE_CONTENT)) {
    const document = await lake.fetch<Record<string, string> | null>(query)
    const { _id: id = '', [field]: before = '' } = document ?? {}
    expect(before, name).not.toBe('')
    const after = `Published ${Date.now()}`
    await lake
      .patch(id)
      .set({ [field]: after })
      .commit()
    try {
      await expect(async () => expect(await (await request.get(path)).text()).toContain(after), name).toPass()
    } finally {
      await lake
        .patch(id)
        .set({ [field]: before })
        .commit()
    }
  }
})
