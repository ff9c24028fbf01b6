import { type Page, expect } from '@playwright/test'
import { SEARCH_FILE_PATH } from '../../../lib/routes.ts'
import { draftModeCookie } from '../../support/pages/draft-mode.ts'
import { horizontalScroll } from '../../support/pages/horizontal-scroll.ts'
import { publishAndWait } from '../../support/pages/publishing.ts'
import { violationsInBothThemes } from '../../support/pages/violations.ts'
import { stack } from '../../support/stack/addresses.ts'
import { lake } from '../../support/stack/lake.ts'
import { messages, PHONE, shiftOf, untilScripted, visit, watchShift } from './visitor.ts'
import { announceProblems, test } from '../test.ts'

const button = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Search', exact: true })
async function openSearch(page: Page): Promise<void> {
  await untilScripted(page)
  await button(page).click()
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search everything on this site' })
const field = (page: Page) => dialog(page).getByRole('searchbox')
const status = (page: Page) => dialog(page).getByRole('status')
const says = (page: Page, text: string | RegExp) => expect(status(page)).toHaveText(text, { useInnerText: true })
const results = (page: Page) => dialog(page).getByRole('listitem')

function searchRequests(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(scripts\/search-|search\/)/.test(pathname)) asked.push(pathname.replace(/-[0-9a-f]+\.js$/, '.js'))
  })
  return asked
}

test('a misspelled word finds its page, highlighted, with the number of results @smoke', async ({ browser }) => {
  const page = await visit(browser, { path: '/pricing', before: async (opened) => watchShift(opened) })
  const said = messages(page)
  await openSearch(page)
  await expect(field(page)).toBeFocused()
  await says(page, 'Type a word or two of what you’re looking for.')
  await expect(results(page).first()).toContainText('Ductwise home page')
  await field(page).fill('furnase')
  await says(page, /^\d+ results for “furnase”$/)
  await expect(dialog(page).locator('mark').first()).toHaveText(/^furnace/i)
  await field(page).fill('calender acces')
  await expect(results(page).first()).toContainText('Calendar access and read-only keys')
  await expect(results(page).first()).toContainText('Blog')
  await field(page).fill('zzqqxx')
  await says(page, 'No results for “zzqqxx”. Try fewer or shorter words.')
  await expect(results(page).filter({ has: page.locator('a[href="/contact"]') })).toHaveCount(1)
  await field(page).fill('appointmnet zzqqxx')
  await expect(status(page).getByRole('link', { name: /^Search for “appointments?” instead$/ })).toBeVisible()
  // Rounds, because fonts cause subpixel shifts.
  expect(await shiftOf(page)).toBeCloseTo(0, 4)
  expect(said).toEqual([])
})

test('search covers pages, cities, posts, documentation, press, legal pages and the API @smoke', async ({
  browser,
}) => {
  const page = await visit(browser)
  await openSearch(page)
  for (const [query, address, kind] of [
    ['pricing', '/pricing', 'Product'],
    ['phoenix', '/hvac-ai-sdr/phoenix', 'City'],
    ['missed call worked out', '/blog/missed-call-arithmetic', 'Blog'],
    ['forward your number', '/documentation/forward-your-number', 'Help'],
    ['publishes call guides', '/press/five-city-pages', 'Press'],
    ['cookie policy', '/cookie-policy', 'Legal'],
    ['list appointments', '/api', 'API'],
  ] as const) {
    await field(page).fill(query)
    const found = results(page).filter({ has: page.locator(`a[href="${address}"]`) })
    await expect(found, query).toContainText(kind)
  }
})

test('search works by keyboard alone, with /, arrow keys, letters and Enter', async ({ browser }) => {
  const page = await visit(browser)
  await untilScripted(page)
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('')
  await page.keyboard.type('calend')
  await says(page, /results for “calend”/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(results(page).nth(1).getByRole('link')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('ar')
  await expect(field(page)).toHaveValue('calendar')
  await says(page, /results for “calendar”/)
  await page.keyboard.press('ArrowDown')
  const address = await results(page).first().getByRole('link').getAttribute('href')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`${address}$`))
})

test('Ctrl-K opens search, Escape restores the focus, and no field loses a letter', async ({ browser }) => {
  const page = await visit(browser, { path: '/contact' })
  await untilScripted(page)
  await button(page).focus()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(button(page)).toBeFocused()
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('24')
  await message.press('End')
  await page.keyboard.press('/')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('7')
  await expect(message).toHaveValue('24/7')
  await expect(dialog(page)).toBeHidden()
})

test('Enter and the button below the results open the results page', async ({ browser }) => {
  const page = await visit(browser)
  await openSearch(page)
  await field(page).fill('call')
  await says(page, /results for “call”/)
  await expect(results(page)).toHaveCount(12)
  await field(page).press('Enter')
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
  await field(page).fill('call')
  await dialog(page).getByRole('button', { name: 'See all results' }).click()
  await expect(page).toHaveURL('/search?q=call&all=1')
})

test('a results page without matches offers another spelling, near matches and a contact link', async ({ browser }) => {
  const page = await visit(browser, { path: '/search?q=calendar+zzqqxx' })
  const main = page.getByRole('main')
  await expect(main).toContainText('No results for “calendar zzqqxx”.')
  await expect(main.getByRole('heading', { name: 'Similar pages' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Contact', exact: true })).toHaveAttribute('href', '/contact')
  expect(await violationsInBothThemes(page)).toEqual([])
  await main.getByRole('link', { name: 'Search for “calendar” instead' }).click()
  await expect(page).toHaveURL('/search?q=calendar')
  await expect(main).toContainText(/results for “calendar”/)
})

test('the 404 page suggests pages that match its URL, with an empty search field', async ({ browser }) => {
  const asked: string[] = []
  const page = await visit(browser, {
    path: '/blog/calender-acces',
    before: async (opened) => {
      opened.on('request', (request) => asked.push(new URL(request.url()).pathname))
      await watchShift(opened)
    },
  })
  const main = page.getByRole('main')
  const words = main.getByRole('searchbox')
  await expect(words).toHaveValue('')
  await expect(main.getByRole('link', { name: 'Contact', exact: true })).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Did you mean' })).toBeVisible()
  await expect(main.getByRole('link', { name: /Calendar access/ })).toHaveAttribute('href', /^\/blog\//)
  expect(await shiftOf(page)).toBeCloseTo(0, 4)
  expect(asked.filter((path) => path.startsWith('/search'))).toEqual(['/search/index.json'])
  await words.fill('calender acces')
  await words.press('Enter')
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
    viewport: PHONE,
    before: async (opened) => watchShift(opened),
  })
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: /Calendar access/ })).toBeVisible()
  await expect(main.getByRole('searchbox')).toBeInViewport({ ratio: 1 })
  const topOf = async (text: string) => (await main.getByText(text).boundingBox())?.y ?? 0
  expect(await topOf('Incoming call')).toBeLessThan(await topOf('Did you mean'))
  expect(await shiftOf(page)).toBeCloseTo(0, 4)
})

test('touch can open search on the full screen, find a page and close it', async ({ browser }) => {
  const page = await visit(browser, { viewport: PHONE, hasTouch: true, isMobile: true })
  const box = await button(page).boundingBox()
  expect([box?.width, box?.height].map((size) => (size ?? 0) >= 44)).toEqual([true, true])
  await untilScripted(page)
  await button(page).tap()
  await expect(dialog(page)).toBeVisible()
  await expect
    .poll(async () => (await dialog(page).boundingBox()) ?? {})
    .toEqual({ x: 0, y: 0, width: PHONE.width, height: PHONE.height })
  expect(await horizontalScroll(page)).toEqual([])
  await dialog(page).getByRole('button', { name: 'Close search' }).tap()
  await expect(dialog(page)).toBeHidden()
  await untilScripted(page)
  await button(page).tap()
  await field(page).fill('chicago')
  await results(page).first().getByRole('link').tap()
  await expect(page).toHaveURL('/hvac-ai-sdr/chicago')
})

test('a click outside closes search', async ({ browser }) => {
  const page = await visit(browser)
  await openSearch(page)
  await expect(dialog(page)).toBeVisible()
  await expect(results(page).first()).toBeVisible()
  await page.mouse.click(20, 700)
  await expect(dialog(page)).toBeHidden()
})

test('search files load only once and not before the first interaction', async ({ browser }) => {
  let asked: string[] = []
  const page = await visit(browser, {
    before: async (opened) => {
      asked = searchRequests(opened)
    },
  })
  await page.mouse.move(300, 500)
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([])
  await button(page).hover()
  await expect.poll(() => asked).toEqual(['/scripts/search.js', SEARCH_FILE_PATH])
  await openSearch(page)
  await field(page).fill('heat')
  await says(page, /results for “heat”/)
  expect(asked).toEqual(['/scripts/search.js', SEARCH_FILE_PATH])
})

for (const [what, address] of [
  ['the list of pages', `**${SEARCH_FILE_PATH}`],
  ['its script', '**/scripts/search-*.js'],
] as const) {
  test(`search reports that ${what} failed to load and links to the results page`, async ({ browser }) => {
    announceProblems(/ERR_FAILED/)
    const page = await visit(browser, { before: (opened) => opened.route(address, (route) => route.abort()) })
    await openSearch(page)
    await says(page, 'Search couldn’t load. Try the full search page.')
    await field(page).fill('furnase')
    await dialog(page).getByRole('button', { name: 'See all results' }).click()
    await expect(page).toHaveURL('/search?q=furnase&all=1')
    await expect(page.getByRole('main').locator('mark').first()).toHaveText(/furnace/i)
  })
}

test('search works after a retry loads the page list', async ({ browser }) => {
  announceProblems(/status 503/)
  const page = await visit(browser, {
    before: (opened) => opened.route(`**${SEARCH_FILE_PATH}`, (route) => route.fulfill({ status: 503 }), { times: 1 }),
  })
  await openSearch(page)
  await says(page, /did not load/)
  await field(page).fill('furnace')
  await says(page, /results for “furnace”/)
})

test('without scripts, the search button opens a page that searches and filters by kind', async ({ browser }) => {
  const page = await visit(browser, { javaScriptEnabled: false })
  await button(page).click()
  await expect(page).toHaveURL('/search')
  const main = page.getByRole('main')
  await expect(main).toContainText('Type a word or two of what you’re looking for.')
  await main.getByRole('searchbox', { name: 'Search everything on this site' }).fill('calender')
  await main.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL('/search?q=calender')
  await expect(main.locator('mark').first()).toHaveText(/^calendar/i)
  await expect(page.locator('head meta[name="robots"]')).toHaveAttribute('content', /noindex/)
  const kinds = main.getByRole('navigation', { name: 'Kinds of pages' })
  await expect(kinds.getByRole('link', { name: /^All/ })).toHaveAttribute('aria-current', 'page')
  await kinds.getByRole('link', { name: /^Help/ }).click()
  await expect(page).toHaveURL('/search?q=calender&in=help')
  const addresses = await main
    .locator('h2 > a')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(addresses.length).toBeGreaterThan(0)
  expect(addresses.filter((address) => !/^\/(?:documentation|api)/.test(address))).toEqual([])
})

test('the documentation search shows only its own pages', async ({ page, request }) => {
  await page.goto('/documentation')
  const own = page.getByRole('main').getByRole('searchbox', { name: 'Search the documentation' })
  await own.fill('emergencies')
  await expect(own).toHaveCSS('outline-style', 'none')
  await expect(own.locator('xpath=..')).toHaveCSS('outline-style', 'solid')
  await own.press('Enter')
  await expect(page).toHaveURL('/search?q=emergencies&in=help')
  await expect(page.getByRole('main').locator('h2 > a').first()).toHaveAttribute('href', '/documentation/emergencies')
  const former = await request.get('/documentation/search?q=two%20words', { maxRedirects: 0 })
  expect(former.status()).toBe(308)
  expect(former.headers().location).toBe('/search?q=two%20words&in=help')
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
  const listed = async (cookie?: string) =>
    (await request.get(SEARCH_FILE_PATH, cookie ? { headers: { cookie } } : {})).text()
  expect((await listed()).includes('Zebrafish')).toBe(false)
  await lake.createOrReplace({
    ...(await lake.getDocument(_id)),
    _id: `drafts.${_id}`,
    _type: 'docPage',
    title: 'Zebrafish',
  })
  try {
    const cookie = await draftModeCookie()
    expect((await listed(cookie)).includes('Zebrafish')).toBe(true)
    expect((await listed()).includes('Zebrafish')).toBe(false)
    const preview = await fetch(`${stack.env.siteUrl}/search?q=zebrafich`, { headers: { cookie } })
    expect((await preview.text()).includes('Zebrafish</mark>')).toBe(true)
    await publishAndWait(_id, { title: 'Zebrafish calls' })
    expect((await listed()).includes('Zebrafish calls')).toBe(true)
    await page.goto('/search?q=zebrafich')
    await expect(page.getByRole('main').locator('h2 > a')).toHaveAttribute('href', '/documentation/emergencies')
  } finally {
    await lake.delete(`drafts.${_id}`)
    await publishAndWait(_id, { title })
  }
  await expect.poll(async () => (await listed()).includes('Zebrafish')).toBe(false)
})

test('search is accessible in both themes, as a dialog and as a page', async ({ page }) => {
  await page.goto('/search?q=a')
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await horizontalScroll(page)).toEqual([])
  }
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.goto('/pricing')
  await untilScripted(page)
  await page.keyboard.press('/')
  await field(page).fill('furnace')
  await says(page, /results for “furnace”/)
  expect(await violationsInBothThemes(page)).toEqual([])
})
