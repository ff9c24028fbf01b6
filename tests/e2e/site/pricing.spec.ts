import { expect, type Page } from '@playwright/test'
import { FINDER_ANSWER_ATTRIBUTE } from '../../../lib/dom-contract.ts'
import { findViolations } from '../../support/pages/violations.ts'
import { getLayoutShift, waitForPageScript, visit, recordLayoutShifts } from './visitor.ts'
import { test } from '../test.ts'

const ACTION_LABEL = 'Request a Demo'

test('the lowest price and its billing show first, with a plan on the first screen', async ({ page }) => {
  await page.goto('/pricing')
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
    [360, 640],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const text of ['From $129 a month', 'billed yearly, $149 month to month']) {
      const box = await page.getByText(text).first().boundingBox()
      expect((box?.y ?? Infinity) + (box?.height ?? 0), `${text} at ${width} px`).toBeLessThan(Math.min(height, 700))
    }
    if (height === 640) continue
    const plan = await page.getByRole('heading', { name: 'Night line' }).first().boundingBox()
    expect(plan?.y, `a plan at ${width} px`).toBeLessThan(height - 64)
  }
})

test('plans are side by side on wide screens and stacked on narrow ones', async ({ page }) => {
  await page.goto('/pricing')
  for (const [width, rows] of [
    [1440, 1],
    [1024, 1],
    [768, 3],
    [390, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const tops = await page
      .locator('.plan')
      .evaluateAll((plans) => plans.map((plan) => plan.getBoundingClientRect().top))
    expect(new Set(tops).size).toBe(rows)
  }
})

test('each plan shows its extra call price, cancellation, trial and the same button @smoke', async ({ browser }) => {
  const page = await visit(browser, { path: '/pricing' })
  const plans = page
    .locator('section', { has: page.getByRole('radio', { name: 'Yearly Save' }) })
    .locator('li', { has: page.locator('h3') })
  await expect(plans).toHaveCount(3)
  for (const [index, price] of ['$1.20', '$0.90', '$0.65'].entries()) {
    const plan = plans.nth(index)
    await expect(plan).toContainText(`Extra calls ${price} each`)
    await expect(plan.getByText('Cancel at the end of the year')).toBeVisible()
    await expect(plan.getByRole('link')).toHaveText([ACTION_LABEL, 'or start a free two-week trial'])
    await expect(plan.getByRole('link').last()).toHaveAttribute('href', '/sign-up')
  }
  await page.getByRole('radio', { name: 'Monthly' }).first().check()
  await expect(plans.first().getByText('Cancel any month')).toBeVisible()
  await expect(plans.first().getByText('Cancel at the end of the year')).toBeHidden()
})

test('each price is one sentence on the page and matches the structured data @smoke', async ({ request }) => {
  const html = await (await request.get('/pricing')).text()
  const text = html.replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, '').replaceAll(/<[^>]*>/g, '')
  const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? []
  for (const [price, calls] of [
    ['$149', '150'],
    ['$349', '500'],
    ['$749', '1,500'],
  ]) {
    const sentence = `${price} a month, ${calls} answered calls included`
    expect(text).toContain(sentence)
    expect(data).toContain(`"price":${price?.slice(1)},"priceCurrency":"USD","description":"${sentence}"`)
  }
})

const getTable = (page: Page) => page.locator('.compare:has([type=radio]) table.comparison')

/** Counts the columns of a row that is visible in both billing periods. */
const countVisibleColumns = (page: Page) =>
  getTable(page)
    .locator('tbody tr:nth-child(3) td > span')
    .evaluateAll((cells) => cells.filter((cell) => cell.getBoundingClientRect().width > 10).length)

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })

  for (const [path, second, cell] of [
    ['/pricing', 'Several crews', '1,500'],
    ['/features', 'Answering service', 'From a script'],
  ] as const) {
    test(`a comparison on ${path} shows the selected column on a phone, and all columns to screen readers`, async ({
      page,
    }) => {
      await page.goto(path)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      expect((await getTable(page).boundingBox())?.height).toBeLessThanOrEqual(1_050)
      const visibleCell = getTable(page)
        .locator('td > span')
        .filter({ has: page.getByText(cell, { exact: true }) })
      const measureWidth = async () => (await visibleCell.boundingBox())?.width ?? 0
      expect(await countVisibleColumns(page)).toBe(2)
      expect(await measureWidth()).toBeLessThanOrEqual(1)
      await page.getByRole('radio', { name: second }).check()
      expect(await measureWidth()).toBeGreaterThan(10)
      expect(await countVisibleColumns(page)).toBe(2)
      await expect(getTable(page).getByRole('columnheader')).toHaveCount(4)
      await expect(getTable(page).getByRole('cell', { name: cell, exact: true })).toHaveCount(1)
      await expect(getTable(page).getByRole('rowheader').first()).toBeVisible()
    })
  }

  test('all columns scroll within their own area, beside the row headings', async ({ page }) => {
    await page.goto('/features')
    await page.getByRole('radio', { name: 'All', exact: true }).check()
    expect(await countVisibleColumns(page)).toBe(3)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    const first = getTable(page).getByRole('rowheader').first()
    const last = getTable(page).locator('tbody tr:first-child td').last()
    const before = (await first.boundingBox())?.x
    await last.scrollIntoViewIfNeeded()
    expect((await first.boundingBox())?.x).toBe(before)
    expect(((await last.boundingBox())?.x ?? 400) + ((await last.boundingBox())?.width ?? 0)).toBeLessThanOrEqual(390)
  })

  test('the plan finder shows an example calculation and the rule of each plan', async ({ page }) => {
    await page.goto('/pricing')
    await expect(page.getByRole('spinbutton')).toHaveCount(0)
    await expect(page.getByText('Example: 320 answered calls a month. When: All day. Crews: 2.')).toBeVisible()
    await expect(page.locator(`[${FINDER_ANSWER_ATTRIBUTE}]`).filter({ visible: true })).toHaveText(
      'Front desk: $349 a month',
    )
    for (const row of ['Price per month, billed monthly', 'Price per month, billed yearly'])
      await expect(page.getByRole('row', { name: row })).toBeVisible()
    await expect(
      page.getByText('$149 a month with 150 calls, then $1.20 each. Cheapest up to 316 calls.'),
    ).toBeVisible()
  })
})

test('a comparison shows all columns on desktop and in print, with a sticky header', async ({ page }) => {
  await page.goto('/pricing')
  await expect(page.getByRole('radio', { name: 'Several crews' })).toBeHidden()
  expect(await countVisibleColumns(page)).toBe(3)
  const name = getTable(page).getByRole('columnheader', { name: 'Front desk' })
  await getTable(page)
    .locator('tbody tr')
    .last()
    .evaluate((row) => scrollTo(0, row.getBoundingClientRect().top + scrollY - 300))
  const { y = 0 } = (await name.boundingBox()) ?? {}
  expect(y).toBeGreaterThan(60)
  expect(y).toBeLessThan(120)
  await page.setViewportSize({ width: 600, height: 800 })
  expect(await countVisibleColumns(page)).toBe(2)
  await page.emulateMedia({ media: 'print' })
  expect(await countVisibleColumns(page)).toBe(3)
})

test.describe('plan finder', () => {
  const getFinderAnswer = (page: Page) => page.locator(`[${FINDER_ANSWER_ATTRIBUTE}]`).filter({ visible: true })

  test('shows the plan, its cost and the reason, and keeps the input in the URL', async ({ page }) => {
    await recordLayoutShifts(page)
    await page.goto('/pricing')
    await expect(getFinderAnswer(page)).toHaveText('Front desk: $299 a month')
    for (const reason of ['For evenings, one or two crews', '$350 more a month'])
      await expect(page.getByText(reason).filter({ visible: true })).toBeVisible()
    await page.getByLabel('Answered calls a month', { exact: true }).focus()
    await page.waitForFunction(() => document.querySelector('script[src*="/finder-"]'))
    await page.waitForLoadState('networkidle')
    // The result may change its height after input. Before that, the page must stay still.
    expect(await getLayoutShift(page)).toBeLessThan(0.001)
    await page.getByLabel('Answered calls a month', { exact: true }).fill('620')
    await expect(getFinderAnswer(page)).toHaveText('Front desk: $407 a month')
    await expect(page.getByText('$299 + 120 × $0.90 = $407').filter({ visible: true })).toBeVisible()
    await page.getByLabel('Crews', { exact: true }).fill('6')
    await expect(getFinderAnswer(page)).toHaveText('Several crews: $649 a month')
    await expect(page.getByText('It sends each visit to the right crew').filter({ visible: true })).toBeVisible()
    await expect(page.getByText('For up to four crews').filter({ visible: true })).toBeVisible()
    await page.getByLabel('Crews', { exact: true }).blur()
    expect(new URL(page.url()).hash).toBe('#calls=620&when=day&crews=6')
    expect(await findViolations(page)).toEqual([])
  })

  test('shares the billing period with the plans and the comparison', async ({ page }) => {
    await page.goto('/pricing')
    const monthlyOption = page.getByRole('radio', { name: 'Monthly' })
    const rows = page.getByRole('row', { name: /^Price per month, billed/ })
    await expect(rows).toHaveText([/billed yearly/])
    await monthlyOption.first().check()
    await expect(getFinderAnswer(page)).toHaveText('Front desk: $349 a month')
    await expect(rows).toHaveText([/billed monthly/])
    await expect(monthlyOption.last()).toBeChecked()
    await page.getByRole('radio', { name: 'Yearly' }).last().check()
    await expect(getFinderAnswer(page)).toHaveText('Front desk: $299 a month')
    await expect(rows).toHaveText([/billed yearly/])
    await expect(page.getByText('Cancel at the end of the year').first()).toBeVisible()
    expect(new URL(page.url()).hash).toBe('')
  })

  test('loads its script only when needed, and opens a shared result from the URL hash', async ({ browser }) => {
    const requestedPaths: string[] = []
    const page = await visit(browser, {
      path: '/pricing',
      before: async (newPage) =>
        newPage.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname)),
    })
    await waitForPageScript(page)
    expect(requestedPaths.filter((path) => path.includes('/finder-'))).toEqual([])
    await page.goto('about:blank')
    await page.goto('/pricing#calls=200&when=evenings&crews=1')
    await expect(getFinderAnswer(page)).toHaveText('Night line: $189 a month')
    await expect(page.getByRole('radio', { name: 'Evenings only' })).toBeChecked()
    await expect(getFinderAnswer(page)).toBeInViewport()
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/pricing$/)
  })

  test('works by keyboard on a phone', async ({ browser }) => {
    const page = await visit(browser, { path: '/pricing', viewport: { width: 390, height: 844 } })
    await page.getByRole('radio', { name: 'All day' }).focus()
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('radio', { name: 'Evenings only' })).toBeChecked()
    await page.getByLabel('Answered calls a month', { exact: true }).fill('100')
    await expect(getFinderAnswer(page)).toHaveText('Night line: $129 a month')
    await page.getByRole('radio', { name: 'All', exact: true }).check()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await findViolations(page)).toEqual([])
  })
})
