import { type Page, expect } from '@playwright/test'
import { SEARCH_FILE_PATH } from '../../../lib/routes.ts'
import { createDraftModeCookie } from '../../support/pages/draft-mode.ts'
import { findHorizontalScroll } from '../../support/pages/horizontal-scroll.ts'
import { publishAndWait } from '../../support/pages/publishing.ts'
import { findViolationsInBothThemes } from '../../support/pages/violations.ts'
import { stack } from '../../support/stack/addresses.ts'
import { lake } from '../../support/stack/lake.ts'
import {
  recordConsoleMessages,
  PHONE_VIEWPORT,
  getLayoutShift,
  waitForPageScript,
  visit,
  recordLayoutShifts,
} from './visitor.ts'
import { expectProblems, test } from '../test.ts'

const getSearchLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Search', exact: true })
async function openSearch(page: Page): Promise<void> {
  await waitForPageScript(page)
  await getSearchLink(page).click()
}

const getDialog = (page: Page) => page.getByRole('dialog', { name: 'Search everything on this site' })
const getSearchbox = (page: Page) => getDialog(page).getByRole('searchbox')
const getStatus = (page: Page) => getDialog(page).getByRole('status')
const expectStatus = (page: Page, text: string | RegExp) =>
  expect(getStatus(page)).toHaveText(text, { useInnerText: true })
const getResults = (page: Page) => getDialog(page).getByRole('listitem')

function recordSearchRequests(page: Page): string[] {
  const requestedPaths: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(scripts\/search-|search\/)/.test(pathname)) requestedPaths.push(pathname.replace(/-[0-9a-f]+\.js$/, '.js'))
  })
  return requestedPaths
}

test('a misspelled word finds its page, highlighted, with the number of results @smoke', async ({ browser }) => {
  const page = await visit(browser, { path: '/pricing', before: async (newPage) => recordLayoutShifts(newPage) })
  const consoleMessages = recordConsoleMessages(page)
  await openSearch(page)
  await expect(getSearchbox(page)).toBeFocused()
  await expectStatus(page, 'Type a word or two of what you’re looking for.')
  await expect(getResults(page).first()).toContainText('Ductwise home page')
  await getSearchbox(page).fill('furnase')
  await expectStatus(page, /^\d+ results for “furnase”$/)
  await expect(getDialog(page).locator('mark').first()).toHaveText(/^furnace/i)
  await getSearchbox(page).fill('calender acces')
  await expect(getResults(page).first()).toContainText('Calendar access and read-only keys')
  await expect(getResults(page).first()).toContainText('Blog')
  await getSearchbox(page).fill('zzqqxx')
  await expectStatus(page, 'No results for “zzqqxx”. Try fewer or shorter words.')
  await expect(getResults(page).filter({ has: page.locator('a[href="/contact"]') })).toHaveCount(1)
  await getSearchbox(page).fill('appointmnet zzqqxx')
  await expect(getStatus(page).getByRole('link', { name: /^Search for “appointments?” instead$/ })).toBeVisible()
  // Rounds, because fonts cause subpixel shifts.
  expect(await getLayoutShift(page)).toBeCloseTo(0, 4)
  expect(consoleMessages).toEqual([])
})

test('search covers pages, cities, posts, documentation, press, legal pages and the API @smoke', async ({
  browser,
}) => {
  const page = await visit(browser)
  await openSearch(page)
  for (const [query, address, kindLabel] of [
    ['pricing', '/pricing', 'Product'],
    ['phoenix', '/hvac-ai-sdr/phoenix', 'City'],
    ['missed call worked out', '/blog/missed-call-arithmetic', 'Blog'],
    ['forward your number', '/documentation/forward-your-number', 'Help'],
    ['publishes call guides', '/press/five-city-pages', 'Press'],
    ['cookie policy', '/cookie-policy', 'Legal'],
    ['list appointments', '/api', 'API'],
  ] as const) {
    await getSearchbox(page).fill(query)
    const result = getResults(page).filter({ has: page.locator(`a[href="${address}"]`) })
    await expect(result, query).toContainText(kindLabel)
  }
})

test('search works by keyboard alone, with /, arrow keys, letters and Enter', async ({ browser }) => {
  const page = await visit(browser)
  await waitForPageScript(page)
  await page.keyboard.press('/')
  await expect(getSearchbox(page)).toBeFocused()
  await expect(getSearchbox(page)).toHaveValue('')
  await page.keyboard.type('calend')
  await expectStatus(page, /results for “calend”/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(getResults(page).nth(1).getByRole('link')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(getSearchbox(page)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('ar')
  await expect(getSearchbox(page)).toHaveValue('calendar')
  await expectStatus(page, /results for “calendar”/)
  await page.keyboard.press('ArrowDown')
  const address = await getResults(page).first().getByRole('link').getAttribute('href')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`${address}$`))
})

test('Ctrl-K opens search, Escape restores the focus, and no field loses a letter', async ({ browser }) => {
  const page = await visit(browser, { path: '/contact' })
  await waitForPageScript(page)
  await getSearchLink(page).focus()
  await page.keyboard.press('Control+k')
  await expect(getSearchbox(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(getDialog(page)).toBeHidden()
  await expect(getSearchLink(page)).toBeFocused()
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('24')
  await message.press('End')
  await page.keyboard.press('/')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('7')
  await expect(message).toHaveValue('24/7')
  await expect(getDialog(page)).toBeHidden()
})

test('Enter and the button below the results open the results page', async ({ browser }) => {
  const page = await visit(browser)
  await openSearch(page)
  await getSearchbox(page).fill('call')
  await expectStatus(page, /results for “call”/)
  await expect(getResults(page)).toHaveCount(12)
  await getSearchbox(page).press('Enter')
  await expect(page).toHaveURL('/search?q=call')
  const titles = page.getByRole('main').locator('h2 > a')
  await expect(titles).toHaveCount(10)
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Show all \d+ results$/ })
    .click()
  await expect(page).toHaveURL('/search?q=call&all=1')
  await expect.poll(() => titles.count()).toBeGreaterThan(12)
  await page.goBack()
  await expect(page).toHaveURL('/search?q=call')
  await page.goBack()
  await expect(page).toHaveURL('/')
  await openSearch(page)
  await getSearchbox(page).fill('call')
  await getDialog(page).getByRole('button', { name: 'See all results' }).click()
  await expect(page).toHaveURL('/search?q=call&all=1')
})

test('a results page without matches offers another spelling, near matches and a contact link', async ({ browser }) => {
  const page = await visit(browser, { path: '/search?q=calendar+zzqqxx' })
  const main = page.getByRole('main')
  await expect(main).toContainText('No results for “calendar zzqqxx”.')
  await expect(main.getByRole('heading', { name: 'Similar pages' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Contact', exact: true })).toHaveAttribute('href', '/contact')
  expect(await findViolationsInBothThemes(page)).toEqual([])
  await main.getByRole('link', { name: 'Search for “calendar” instead' }).click()
  await expect(page).toHaveURL('/search?q=calendar')
  await expect(main).toContainText(/results for “calendar”/)
})

test('the 404 page suggests pages that match its URL, with an empty search field', async ({ browser }) => {
  const requestedPaths: string[] = []
  const page = await visit(browser, {
    path: '/blog/calender-acces',
    before: async (newPage) => {
      newPage.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
      await recordLayoutShifts(newPage)
    },
  })
  const main = page.getByRole('main')
  const searchbox = main.getByRole('searchbox')
  await expect(searchbox).toHaveValue('')
  await expect(main.getByRole('link', { name: 'Contact', exact: true })).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Did you mean' })).toBeVisible()
  await expect(main.getByRole('link', { name: /Calendar access/ })).toHaveAttribute('href', /^\/blog\//)
  expect(await getLayoutShift(page)).toBeCloseTo(0, 4)
  expect(requestedPaths.filter((path) => path.startsWith('/search'))).toEqual(['/search/index.json'])
  await searchbox.fill('calender acces')
  await searchbox.press('Enter')
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /Calendar access/ })
      .first(),
  ).toBeVisible()
})

test('on a phone, the 404 page shows search and call links above suggestions, without layout shift', async ({
  browser,
}) => {
  const page = await visit(browser, {
    path: '/blog/calender-acces',
    viewport: PHONE_VIEWPORT,
    before: async (newPage) => recordLayoutShifts(newPage),
  })
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: /Calendar access/ })).toBeVisible()
  await expect(main.getByRole('searchbox')).toBeInViewport({ ratio: 1 })
  const getTop = async (text: string) => (await main.getByText(text).boundingBox())?.y ?? 0
  expect(await getTop('Incoming call')).toBeLessThan(await getTop('Did you mean'))
  expect(await getLayoutShift(page)).toBeCloseTo(0, 4)
})

test('touch can open search on the full screen, find a page and close it', async ({ browser }) => {
  const page = await visit(browser, { viewport: PHONE_VIEWPORT, hasTouch: true, isMobile: true })
  const box = await getSearchLink(page).boundingBox()
  expect([box?.width, box?.height].map((size) => (size ?? 0) >= 44)).toEqual([true, true])
  await waitForPageScript(page)
  await getSearchLink(page).tap()
  await expect(getDialog(page)).toBeVisible()
  await expect
    .poll(async () => (await getDialog(page).boundingBox()) ?? {})
    .toEqual({ x: 0, y: 0, width: PHONE_VIEWPORT.width, height: PHONE_VIEWPORT.height })
  expect(await findHorizontalScroll(page)).toEqual([])
  await getDialog(page).getByRole('button', { name: 'Close search' }).tap()
  await expect(getDialog(page)).toBeHidden()
  await waitForPageScript(page)
  await getSearchLink(page).tap()
  await getSearchbox(page).fill('chicago')
  await getResults(page).first().getByRole('link').tap()
  await expect(page).toHaveURL('/hvac-ai-sdr/chicago')
})

test('a click outside closes search', async ({ browser }) => {
  const page = await visit(browser)
  await openSearch(page)
  await expect(getDialog(page)).toBeVisible()
  await expect(getResults(page).first()).toBeVisible()
  await page.mouse.click(20, 700)
  await expect(getDialog(page)).toBeHidden()
})

test('search files load only once and not before the first interaction', async ({ browser }) => {
  let requestedPaths: string[] = []
  const page = await visit(browser, {
    before: async (newPage) => {
      requestedPaths = recordSearchRequests(newPage)
    },
  })
  await page.mouse.move(300, 500)
  await page.waitForLoadState('networkidle')
  expect(requestedPaths).toEqual([])
  await getSearchLink(page).hover()
  await expect.poll(() => requestedPaths).toEqual(['/scripts/search.js', SEARCH_FILE_PATH])
  await openSearch(page)
  await getSearchbox(page).fill('heat')
  await expectStatus(page, /results for “heat”/)
  expect(requestedPaths).toEqual(['/scripts/search.js', SEARCH_FILE_PATH])
})

for (const [description, address] of [
  ['the list of pages', `**${SEARCH_FILE_PATH}`],
  ['its script', '**/scripts/search-*.js'],
] as const) {
  test(`search reports that ${description} failed to load and links to the results page`, async ({ browser }) => {
    expectProblems(/ERR_FAILED/)
    const page = await visit(browser, { before: (newPage) => newPage.route(address, (route) => route.abort()) })
    await openSearch(page)
    await expectStatus(page, 'Search couldn’t load. Try the full search page.')
    await getSearchbox(page).fill('furnase')
    await getDialog(page).getByRole('button', { name: 'See all results' }).click()
    await expect(page).toHaveURL('/search?q=furnase&all=1')
    await expect(page.getByRole('main').locator('mark').first()).toHaveText(/furnace/i)
  })
}

test('search works after a retry loads the page list', async ({ browser }) => {
  expectProblems(/status 503/)
  const page = await visit(browser, {
    before: (newPage) =>
      newPage.route(`**${SEARCH_FILE_PATH}`, (route) => route.fulfill({ status: 503 }), { times: 1 }),
  })
  await openSearch(page)
  await expectStatus(page, /couldn’t load/)
  await getSearchbox(page).fill('furnace')
  await expectStatus(page, /results for “furnace”/)
})

test('without scripts, the search button opens a page that searches and filters by kind', async ({ browser }) => {
  const page = await visit(browser, { javaScriptEnabled: false })
  await getSearchLink(page).click()
  await expect(page).toHaveURL('/search')
  const main = page.getByRole('main')
  await expect(main).toContainText('Type a word or two of what you’re looking for.')
  await main.getByRole('searchbox', { name: 'Search everything on this site' }).fill('calender')
  await main.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL('/search?q=calender')
  await expect(main.locator('mark').first()).toHaveText(/^calendar/i)
  await expect(page.locator('head meta[name="robots"]')).toHaveAttribute('content', /noindex/)
  const kinds = main.getByRole('navigation', { name: 'Filter results' })
  await expect(kinds.getByRole('link', { name: /^All/ })).toHaveAttribute('aria-current', 'page')
  await kinds.getByRole('link', { name: /^Help/ }).click()
  await expect(page).toHaveURL('/search?q=calender&in=help')
  const addresses = await main
    .locator('h2 > a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(addresses.length).toBeGreaterThan(0)
  expect(addresses.filter((address) => !/^\/(?:documentation|api)/.test(address))).toEqual([])
})

test('the documentation search shows only its own pages', async ({ page, request }) => {
  await page.goto('/documentation')
  const searchbox = page.getByRole('main').getByRole('searchbox', { name: 'Search the documentation' })
  await searchbox.fill('emergencies')
  await expect(searchbox).toHaveCSS('outline-style', 'none')
  await expect(searchbox.locator('xpath=..')).toHaveCSS('outline-style', 'solid')
  await searchbox.press('Enter')
  await expect(page).toHaveURL('/search?q=emergencies&in=help')
  await expect(page.getByRole('main').locator('h2 > a').first()).toHaveAttribute('href', '/documentation/emergencies')
  const legacyResponse = await request.get('/documentation/search?q=two%20words', { maxRedirects: 0 })
  expect(legacyResponse.status()).toBe(308)
  expect(legacyResponse.headers().location).toBe('/search?q=two%20words&in=help')
})

test('the results page handles nonsense, injection and very long queries', async ({ page }) => {
  const main = page.getByRole('main')
  for (const query of [
    '',
    '%2A',
    '"]|*[_type=="siteSettings"]//',
    '<script>alert(1)</script>',
    'zzqqxx',
    'x'.repeat(3000),
  ]) {
    const response = await page.goto(`/search?q=${encodeURIComponent(query)}&in=nothing`)
    expect(response?.status(), query).toBe(200)
    await expect(main.locator('h2 > a')).toHaveCount(0)
    await expect(page.locator('h1')).toHaveCount(1)
    expect((await main.getByRole('searchbox').inputValue()).length).toBeLessThanOrEqual(80)
  }
})

test('a published page is found on the first search, and a draft only in the preview', async ({ request, page }) => {
  const [{ _id = '', title = '' } = {}] = await lake.fetch<{ _id?: string; title?: string }[]>(
    '*[_type == "docPage" && slug.current == "emergencies"]{ _id, title }',
  )
  expect(_id).not.toBe('')
  const fetchSearchFile = async (cookie?: string) =>
    (await request.get(SEARCH_FILE_PATH, cookie ? { headers: { cookie } } : {})).text()
  expect((await fetchSearchFile()).includes('Zebrafish')).toBe(false)
  await lake.createOrReplace({
    ...(await lake.getDocument(_id)),
    _id: `drafts.${_id}`,
    _type: 'docPage',
    title: 'Zebrafish',
  })
  try {
    const cookie = await createDraftModeCookie()
    expect((await fetchSearchFile(cookie)).includes('Zebrafish')).toBe(true)
    expect((await fetchSearchFile()).includes('Zebrafish')).toBe(false)
    const preview = await fetch(`${stack.env.siteUrl}/search?q=zebrafich`, { headers: { cookie } })
    expect((await preview.text()).includes('Zebrafish</mark>')).toBe(true)
    await publishAndWait(_id, { title: 'Zebrafish calls' })
    expect((await fetchSearchFile()).includes('Zebrafish calls')).toBe(true)
    await page.goto('/search?q=zebrafich')
    await expect(page.getByRole('main').locator('h2 > a')).toHaveAttribute('href', '/documentation/emergencies')
  } finally {
    await lake.delete(`drafts.${_id}`)
    await publishAndWait(_id, { title })
  }
  await expect.poll(async () => (await fetchSearchFile()).includes('Zebrafish')).toBe(false)
})

test('search is accessible in both themes, as a dialog and as a page', async ({ page }) => {
  await page.goto('/search?q=a')
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findHorizontalScroll(page)).toEqual([])
  }
  expect(await findViolationsInBothThemes(page)).toEqual([])
  await page.goto('/pricing')
  await waitForPageScript(page)
  await page.keyboard.press('/')
  await getSearchbox(page).fill('furnace')
  await expectStatus(page, /results for “furnace”/)
  expect(await findViolationsInBothThemes(page)).toEqual([])
})
