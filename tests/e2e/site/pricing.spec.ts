import { expect, type Page, test } from '@playwright/test'
import { visit } from './visitor.ts'

/** The page of prices: what it costs before anything else, and nothing that has to be asked for. */

const ACTION = 'Request a Demo'

for (const viewport of [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
  { width: 1440, height: 900 },
]) {
  test(`the lowest price and its arithmetic are seen first at ${viewport.width} x ${viewport.height}`, async ({
    browser,
  }) => {
    const page = await visit(browser, { path: '/pricing', viewport })
    for (const text of ['From $129 a month', '$1,548 billed once a year, $1,548 ÷ 12']) {
      const { y = Infinity, height = 0 } = (await page.getByText(text).first().boundingBox()) ?? {}
      expect(y + height).toBeLessThan(Math.min(viewport.height, 700))
    }
    await page.context().close()
  })
}

test('each plan says what a further call costs, how to stop and how to try it, and has the same button', async ({
  browser,
}) => {
  const page = await visit(browser, { path: '/pricing' })
  const plans = page.locator('main li', { has: page.locator('h3') })
  await expect(plans).toHaveCount(3)
  for (const [index, price] of ['$1.20', '$0.90', '$0.65'].entries()) {
    const plan = plans.nth(index)
    await expect(plan).toContainText(`Each further call: ${price}`)
    await expect(plan.getByText('Stop any month')).toBeVisible()
    await expect(plan).toContainText('Try it for two weeks')
    await expect(plan.getByRole('link')).toHaveText([ACTION])
  }
  await page.getByRole('radio', { name: 'Yearly' }).check()
  await expect(plans.first().getByText('Stop any month')).toBeHidden()
  await expect(plans.first().getByText('Ends with the year')).toBeVisible()
  await page.context().close()
})

const table = (page: Page) => page.locator('table.comparison').first()

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })

  for (const [path, second, cell] of [
    ['/pricing', 'Front desk', '500'],
    ['/features', 'Answering service', 'From a script'],
  ] as const) {
    test(`a comparison of ${path} shows one column at a time on a phone, and all to a screen reader`, async ({
      page,
    }) => {
      await page.goto(path)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      expect((await table(page).boundingBox())?.height).toBeLessThanOrEqual(600)
      const shown = table(page)
        .locator('td > span')
        .filter({ has: page.getByText(cell, { exact: true }) })
      const width = async () => (await shown.boundingBox())?.width ?? 0
      expect(await width()).toBeLessThanOrEqual(1)
      await page.getByRole('radio', { name: second }).check()
      expect(await width()).toBeGreaterThan(10)
      await expect(table(page).getByRole('columnheader')).toHaveCount(4)
      await expect(table(page).getByRole('cell', { name: cell, exact: true })).toHaveCount(1)
      await expect(table(page).getByRole('rowheader').first()).toBeVisible()
    })
  }
})

test('a comparison shows every column on a desktop and on paper', async ({ page }) => {
  await page.goto('/pricing')
  await expect(page.getByRole('radio', { name: 'Front desk' })).toBeHidden()
  const widths = () =>
    table(page)
      .locator('tbody tr:first-child td > span')
      .evaluateAll((cells) => cells.filter((cell) => cell.getBoundingClientRect().width > 10).length)
  expect(await widths()).toBe(3)
  await page.setViewportSize({ width: 600, height: 800 })
  expect(await widths()).toBe(1)
  await page.emulateMedia({ media: 'print' })
  expect(await widths()).toBe(3)
})
